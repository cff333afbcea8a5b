//! Payrolls that may have been sent from a newer ledger. They arise after the user has gone through an older copy,
//! which does not contain what was sent of them. Each raises a question for every payroll of the same period or of the
//! days after, and for the payroll itself. Only a decision about the payroll in question answers it: a payroll of the
//! same name in this ledger may contain something else.

use std::collections::BTreeSet;

use jiff::Timestamp;
use paysheet_domain::RunId;
use serde::{Deserialize, Serialize};
use sqlx::{Row, SqliteConnection, sqlite::SqliteRow};

use crate::model::{
    anchor_record::{AnchoredPayroll, BlockedPayroll, PAYROLLS_ANCHORED_MAX, StoredAnchor, anchored_run},
    columns::{count, moment, sha256_hex},
    error::{LedgerError, Result},
    events::EventKind,
    records::{PayrollId, PayrollRecord, PayrollState},
};

/// A payroll that may have been sent. This ledger has at most its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MaybeSent {
    /// `None` if this ledger does not contain it.
    pub other: Option<PayrollId>,
    /// True if the question is about the payroll itself.
    pub is_itself: bool,
    pub name: String,
    pub period: String,
    pub people: Option<u32>,
    /// When a batch of it was last about to be sent, according to the anchor.
    pub sent_at: Option<Timestamp>,
    /// Identifies exactly what is asked: SHA-256 of the named payroll and of the bodies of this one, in hex.
    pub subject: String,
    /// The user's reason, once decided.
    pub decided: Option<String>,
}

/// Such a payroll as the unblocking event names it.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct NamedPayroll {
    /// The payroll in this ledger, by its id.
    here: Option<u32>,
    name: String,
    period: String,
    people: Option<u32>,
    sent_at: Option<Timestamp>,
    /// As in [`AnchoredPayroll`]; `None` if no anchor named it.
    intent: Option<String>,
}

/// The payrolls that an unblocking event names. None if it names none.
#[derive(Deserialize)]
struct Unblocked {
    #[serde(default)]
    named: Vec<NamedPayroll>,
}

/// A named payroll and the event that named it.
struct Naming {
    seq: i64,
    at: Timestamp,
    payroll: NamedPayroll,
}

/// Returns the payrolls to name at unblocking: those that the anchor names and, if it may not name all of them, every
/// one that is not approved here. A payroll that is approved here becomes Unknown, and is named only if it was sent
/// with other people.
pub(crate) fn named(
    blocked: Vec<BlockedPayroll>,
    records: &[PayrollRecord],
    stored: &StoredAnchor,
) -> Vec<NamedPayroll> {
    let sent = blocked.iter().filter(|payroll| payroll.intent.is_some()).count();
    let names_all = matches!(stored, StoredAnchor::Found(_)) && sent < PAYROLLS_ANCHORED_MAX;
    let is_asked = |payroll: &BlockedPayroll| {
        let record = records.iter().find(|record| Some(record.id) == payroll.id);
        match record.map(|record| (record.state, Some(record.people) == payroll.people)) {
            Some((PayrollState::Draft | PayrollState::Frozen, _)) => payroll.intent.is_some() || !names_all,
            // A payroll that was approved here counts as sent: its people are compared one by one.
            Some((_, true)) => false,
            Some((_, false)) | None => payroll.intent.is_some(),
        }
    };
    blocked
        .into_iter()
        .filter(is_asked)
        .map(|payroll| NamedPayroll {
            here: payroll.id.map(|id| id.0),
            name: payroll.name,
            period: payroll.period,
            people: payroll.people,
            sent_at: payroll.sent_at,
            intent: payroll.intent,
        })
        .collect()
}

/// Returns every payroll named so far, for the next anchor: another copy of this ledger may lack the event.
pub(crate) async fn to_anchor(conn: &mut SqliteConnection) -> Result<Vec<AnchoredPayroll>> {
    let named = named_so_far(conn).await?.into_iter().map(|naming| naming.payroll);
    let anchored = named.filter_map(|NamedPayroll { name, period, people, sent_at, intent, .. }| {
        Some(AnchoredPayroll {
            name,
            period,
            people: people.unwrap_or_default(),
            at: sent_at?,
            intent: intent?,
        })
    });
    Ok(anchored.collect())
}

/// Returns what must be decided about a payroll because of payrolls that may have been sent. `decided` returns the
/// reason of a subject.
pub(crate) async fn maybe_sent(
    conn: &mut SqliteConnection,
    id: PayrollId,
    recent: Timestamp,
    decided: impl Fn(&str) -> Option<String>,
) -> Result<Vec<MaybeSent>> {
    let named = named_so_far(conn).await?;
    if named.is_empty() {
        return Ok(Vec::new());
    }
    let here = Payroll::all(conn).await?;
    let own = here.iter().find(|payroll| payroll.id == id.0);
    let own = own.ok_or(LedgerError::Unreadable { column: "payroll" })?;
    let bodies = bodies(conn, id).await?;
    let mut asked = Vec::new();
    for Naming { seq, at, payroll: named } in named {
        let run = anchored_run(&named.name, &named.period);
        let is_itself = named.here == Some(own.id) || own.run == run;
        // After approval, either its batches are Unknown or they were approved with the question decided.
        let is_asked = if is_itself {
            !own.is_approved
        } else {
            named.period == own.period || named.sent_at.unwrap_or(at) >= recent
        };
        if !is_asked {
            continue;
        }
        // Two of them may have the same name, period and moment.
        let subject = [
            named.intent.clone().unwrap_or_else(|| format!("{seq} {:?}", named.here)),
            is_itself.to_string(),
            bodies.clone(),
        ];
        let subject = sha256_hex(subject.join("\u{1f}").as_bytes());
        let other = here.iter().find(|payroll| Some(payroll.id) == named.here);
        asked.push(MaybeSent {
            other: other.map(|other| PayrollId(other.id)),
            is_itself,
            decided: decided(&subject),
            subject,
            name: named.name,
            period: named.period,
            people: named.people,
            sent_at: named.sent_at,
        });
    }
    Ok(asked)
}

/// Returns the hashes of the payroll's bodies: a decision refers to exactly the people and amounts in them.
async fn bodies(conn: &mut SqliteConnection, id: PayrollId) -> Result<String> {
    let hashes: Vec<String> =
        sqlx::query_scalar("SELECT body_sha256 FROM batches WHERE payroll = $1 ORDER BY number")
            .bind(i64::from(id.0))
            .fetch_all(conn)
            .await?;
    Ok(hashes.join(" "))
}

/// Returns all payrolls that were named when sending was unblocked, newest first, each once. An unreadable event names
/// none: the verification of the chain detects whether it was changed.
async fn named_so_far(conn: &mut SqliteConnection) -> Result<Vec<Naming>> {
    let events: Vec<(i64, String, String)> =
        sqlx::query_as("SELECT seq, at, data FROM events WHERE kind = $1 ORDER BY seq DESC")
            .bind(EventKind::SendingUnblocked.to_string())
            .fetch_all(conn)
            .await?;
    let (mut all, mut seen) = (Vec::new(), BTreeSet::new());
    for (seq, at, data) in events {
        let Ok(unblocked) = serde_json::from_str::<Unblocked>(&data) else { continue };
        let at = moment("at", &at)?;
        // Payrolls named in one anchor are named again in the next.
        let named = unblocked.named.into_iter().filter(|payroll| match &payroll.intent {
            Some(intent) => seen.insert(intent.clone()),
            None => true,
        });
        all.extend(named.map(|payroll| Naming { seq, at, payroll }));
    }
    Ok(all)
}

struct Payroll {
    id: u32,
    /// The run, with the name shortened as in an anchor.
    run: RunId,
    period: String,
    is_approved: bool,
}

impl Payroll {
    /// Damaged payrolls are omitted.
    async fn all(conn: &mut SqliteConnection) -> Result<Vec<Self>> {
        let rows = sqlx::query("SELECT id, name, period, approved_at IS NOT NULL AS approved FROM payrolls")
            .fetch_all(conn)
            .await?;
        Ok(rows.iter().filter_map(Self::read).collect())
    }

    fn read(row: &SqliteRow) -> Option<Self> {
        let (name, period): (&str, &str) = (row.try_get("name").ok()?, row.try_get("period").ok()?);
        Some(Self {
            id: count("payroll", row.try_get("id").ok()?).ok()?,
            run: anchored_run(name, period),
            period: period.to_owned(),
            is_approved: row.try_get("approved").ok()?,
        })
    }
}
