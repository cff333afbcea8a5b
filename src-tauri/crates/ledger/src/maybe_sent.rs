//! Payrolls that may have been sent from a newer ledger: an older copy that was gone through has no payouts of them to
//! compare people with. Each of them is a question to every payroll of the same period or the days after, and to itself.

use std::collections::BTreeSet;

use jiff::Timestamp;
use paysheet_domain::RunId;
use serde::{Deserialize, Serialize};
use sqlx::SqliteConnection;

use crate::{
    anchor::{BlockedPayroll, StoredAnchor, anchored_run},
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
#[derive(Serialize, Deserialize)]
pub(crate) struct NamedPayroll {
    /// The payroll in this ledger, by its id.
    here: Option<u32>,
    name: String,
    period: String,
    people: Option<u32>,
    sent_at: Option<Timestamp>,
}

/// What the event of unblocking says of payrolls. Those written before there were names have none.
#[derive(Deserialize)]
struct Unblocked {
    #[serde(default)]
    named: Vec<NamedPayroll>,
}

/// The payrolls to name at unblocking. What is approved here becomes Unknown, and needs no name; without an anchor
/// nobody knows which of the others were sent.
pub(crate) fn named(
    blocked: Vec<BlockedPayroll>,
    records: &[PayrollRecord],
    stored: &StoredAnchor,
) -> Vec<NamedPayroll> {
    let all_may = !matches!(stored, StoredAnchor::Found(_));
    let mut named = Vec::new();
    for payroll in blocked {
        let record = payroll.id.and_then(|id| records.iter().find(|record| record.id == id));
        let is_open =
            record.is_none_or(|record| matches!(record.state, PayrollState::Draft | PayrollState::Frozen));
        if is_open && (payroll.sent_at.is_some() || all_may) {
            named.push(NamedPayroll {
                here: record.map(|record| record.id.0),
                name: payroll.name,
                period: payroll.period,
                people: payroll.people,
                sent_at: payroll.sent_at,
            });
        }
    }
    named
}

/// What a payroll must be decided about, given what may have been sent. `decided` gives the reason of a subject.
pub(crate) async fn maybe_sent(
    conn: &mut SqliteConnection,
    id: PayrollId,
    recent: Timestamp,
    decided: impl Fn(&str) -> Option<String>,
) -> Result<Vec<MaybeSent>> {
    let unblocked = unblocked(conn).await?;
    if unblocked.is_empty() {
        return Ok(Vec::new());
    }
    let here = Payroll::all(conn).await?;
    let own = here.iter().find(|payroll| payroll.id == id.0);
    let own = own.ok_or(LedgerError::Unreadable { column: "payroll" })?;
    let mut seen = BTreeSet::new();
    let mut asked = Vec::new();
    for (unblocked_at, named) in unblocked {
        let run = anchored_run(&named.name, &named.period);
        if !seen.insert(run.as_str().to_owned()) {
            continue;
        }
        // Where its draft was deleted, the same file may have been read again.
        let by_id = here.iter().find(|payroll| Some(payroll.id) == named.here).map(|payroll| payroll.id);
        let matches = |payroll: &Payroll| by_id.map_or(payroll.run == run, |id| payroll.id == id);
        let other = here.iter().find(|payroll| matches(payroll));
        let is_itself = matches(own);
        let is_near = named.period == own.period || named.sent_at.unwrap_or(unblocked_at) >= recent;
        // Approved here since: then its payouts are compared.
        let is_compared = other.is_some_and(|other| other.is_approved);
        if is_itself || (is_near && !is_compared) {
            let at = named.sent_at.map(|at| at.to_string()).unwrap_or_default();
            let subject = sha256_hex(format!("{}\u{1f}{at}", run.as_str()).as_bytes());
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
    }
    Ok(asked)
}

/// All payrolls that were named when sending was unblocked, and when that was; the last ones first.
async fn unblocked(conn: &mut SqliteConnection) -> Result<Vec<(Timestamp, NamedPayroll)>> {
    let events: Vec<(String, String)> =
        sqlx::query_as("SELECT at, data FROM events WHERE kind = $1 ORDER BY seq DESC")
            .bind(EventKind::SendingUnblocked.to_string())
            .fetch_all(conn)
            .await?;
    let mut all = Vec::new();
    for (at, data) in events {
        let at = moment("at", &at)?;
        let unblocked: Unblocked =
            serde_json::from_str(&data).map_err(|_| LedgerError::Unreadable { column: "data" })?;
        all.extend(unblocked.named.into_iter().map(|named| (at, named)));
    }
    Ok(all)
}

struct Payroll {
    id: u32,
    /// By the name as an anchor shortens it.
    run: RunId,
    period: String,
    /// Its payouts are under way or were, and are no draft's.
    is_approved: bool,
}

impl Payroll {
    /// The last ones first. One that is damaged is not there: what it may answer stays a question.
    async fn all(conn: &mut SqliteConnection) -> Result<Vec<Self>> {
        type Row = (i64, String, String, bool);
        let rows: Vec<Row> =
            sqlx::query_as("SELECT id, name, period, approved_at IS NOT NULL FROM payrolls ORDER BY id DESC")
                .fetch_all(conn)
                .await?;
        let readable = rows.into_iter().filter_map(|(id, name, period, is_approved)| {
            Some(Self {
                id: count("payroll", id).ok()?,
                run: anchored_run(&name, &period),
                period,
                is_approved,
            })
        });
        Ok(readable.collect())
    }
}
