//! Payrolls that may have been sent from a newer ledger: an older copy that was gone through does not have what was sent
//! of them. Each is a question to every payroll of the same period or the days after, and to itself. Only a payroll's own
//! decision answers it: what this ledger has under the same name may be something else.

use std::collections::BTreeSet;

use jiff::Timestamp;
use paysheet_domain::RunId;
use serde::{Deserialize, Serialize};
use sqlx::{Row, SqliteConnection, sqlite::SqliteRow};

use crate::{
    anchor::{AnchoredPayroll, BlockedPayroll, PAYROLLS_ANCHORED_MAX, StoredAnchor, anchored_run},
    columns::{count, moment, sha256_hex},
    error::{LedgerError, Result},
    events::EventKind,
    records::{PayrollId, PayrollRecord, PayrollState},
};

/// A payroll that may have been sent, and that this ledger knows by name at most.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MaybeSent {
    /// None where this ledger does not have it.
    pub other: Option<PayrollId>,
    /// The question is about the payroll itself.
    pub is_itself: bool,
    pub name: String,
    pub period: String,
    pub people: Option<u32>,
    /// When a batch of it was last about to be sent, by the anchor.
    pub sent_at: Option<Timestamp>,
    /// Exactly what is asked: SHA-256 of name, period and moment, in hex.
    pub subject: String,
    /// The user's reason, once decided.
    pub decided: Option<String>,
}

/// Such a payroll as the event of unblocking names it.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct NamedPayroll {
    /// The payroll in this ledger, by its id.
    here: Option<u32>,
    name: String,
    period: String,
    people: Option<u32>,
    sent_at: Option<Timestamp>,
    /// As in [`AnchoredPayroll`]; none where no anchor named it.
    intent: Option<String>,
}

/// What the event of unblocking says of payrolls. Those written before there were names have none.
#[derive(Deserialize)]
struct Unblocked {
    #[serde(default)]
    named: Vec<NamedPayroll>,
}

/// A payroll that was named, and the event that named it.
struct Naming {
    seq: i64,
    at: Timestamp,
    payroll: NamedPayroll,
}

/// The payrolls to name at unblocking: those that the anchor names, and where it may not name all, every one that is not
/// approved here. What is approved here becomes Unknown, and is named only where it was sent with other people.
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
            // What was approved here was sent, for all that is known: its people are compared one by one.
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

/// What was named so far, as the next anchor names it: another copy of this ledger may lack the event.
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

/// What a payroll must be decided about, given what may have been sent. `decided` gives the reason of a subject.
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
    let paid = payouts(conn, id).await?;
    let mut asked = Vec::new();
    for Naming { seq, at, payroll: named } in named {
        let run = anchored_run(&named.name, &named.period);
        let is_itself = named.here == Some(own.id) || own.run == run;
        // Once it is approved its batches are Unknown, or were approved with the question decided.
        let is_asked = if is_itself {
            !own.is_approved
        } else {
            named.period == own.period || named.sent_at.unwrap_or(at) >= recent
        };
        if !is_asked {
            continue;
        }
        let subject = [
            run.as_str().to_owned(),
            named.sent_at.map_or_else(|| seq.to_string(), |at| at.to_string()),
            is_itself.to_string(),
            paid.clone(),
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

/// How many payouts the payroll has and what they come to: a decision is about these.
async fn payouts(conn: &mut SqliteConnection, id: PayrollId) -> Result<String> {
    let (people, minor): (i64, Option<i64>) =
        sqlx::query_as("SELECT COUNT(*), SUM(amount_minor) FROM payouts WHERE payroll = $1")
            .bind(i64::from(id.0))
            .fetch_one(conn)
            .await?;
    Ok(format!("{people} {}", minor.unwrap_or_default()))
}

/// All payrolls that were named when sending was unblocked, the last ones first, each once. An event that cannot be read
/// names none: whether it was changed is for the verification of the chain to find.
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
        // What one anchor named the next one names again.
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
    /// By the name as an anchor shortens it.
    run: RunId,
    period: String,
    is_approved: bool,
}

impl Payroll {
    /// A payroll that is damaged is not among them.
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
