//! The questions about other payrolls that must be decided before a payroll is sent, and the decisions. They are about
//! people whom another payroll pays as well ([`crate::guard::overlap`]), about nearly the same payroll, about payrolls that
//! may have been sent from a newer ledger ([`crate::guard::maybe_sent`]), and about the payroll that one was copied from.

use std::collections::{BTreeMap, HashSet};

use jiff::Timestamp;
use paysheet_domain::BatchState;
use serde_json::json;
use sqlx::{QueryBuilder, Sqlite, SqliteConnection};

use crate::{
    guard::{
        maybe_sent::{MaybeSent, maybe_sent},
        overlap::{Decided, DecisionKind, GuardRule, Overlap, SUBJECT_SEPARATOR, Since, overlaps},
    },
    model::{
        columns::{count, named, sha256_hex},
        decision_reason::decision_reason,
        error::{LedgerError, Result},
        events::EventKind,
        records::{BatchKey, PayrollId},
    },
    store::{ledger::Ledger, write_tx::EventSubject},
};

/// Share of people and amounts, in percent of the smaller payroll, from which two payrolls count as the same payroll.
const SAME_PAYROLL_PCT: usize = 90;
/// Number of decisions written in one statement.
const DECISIONS_PER_INSERT: usize = 500;
/// Maximum number of copies that are followed back to the first payroll.
const COPIES_MAX: usize = 100;

/// Another payroll with nearly the same people and amounts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SamePayroll {
    pub other: PayrollId,
    /// People whose account and amount are the same in both.
    pub people: u32,
    pub subject: String,
    pub decided: Option<String>,
}

/// Everything about other payrolls that must be decided before this one is sent.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Questions {
    pub overlaps: Vec<Overlap>,
    pub same_payrolls: Vec<SamePayroll>,
    /// Payrolls that may have been sent from a newer ledger and whose payouts are not in this one.
    pub maybe_sent: Vec<MaybeSent>,
    /// The payroll that this one was copied from, if it is still armed or unknown. It must be withdrawn or decided
    /// first.
    pub open_original: Option<PayrollId>,
}

impl Questions {
    /// Number of questions that are not decided yet.
    #[must_use]
    pub fn open(&self) -> usize {
        let overlaps = self.overlaps.iter().filter(|overlap| overlap.decided.is_none()).count();
        let same = self.same_payrolls.iter().filter(|same| same.decided.is_none()).count();
        let maybe_sent = self.maybe_sent.iter().filter(|maybe| maybe.decided.is_none()).count();
        overlaps + same + maybe_sent + usize::from(self.open_original.is_some())
    }
}

impl Ledger {
    /// Returns the questions about a payroll that is frozen or approved, including those already decided.
    pub async fn questions(&self, id: PayrollId, rule: GuardRule, now: Timestamp) -> Result<Questions> {
        // One read transaction, so that payouts and batches are read as of one moment.
        let mut moment = self.reader.begin().await?;
        questions(&mut moment, id, None, rule.at(now)).await
    }

    /// Records the user's decisions, with the reason.
    ///
    /// # Errors
    /// `NoReason`.
    pub async fn decide(
        &self,
        id: PayrollId,
        (kind, subjects): (DecisionKind, &[String]),
        (reason, by): (&str, &str),
        now: Timestamp,
    ) -> Result<()> {
        decision_reason(reason)?;
        let mut tx = self.begin_write(now).await?;
        let at = tx.at();
        for subjects in subjects.chunks(DECISIONS_PER_INSERT) {
            let mut insert = QueryBuilder::<Sqlite>::new(
                "INSERT INTO decisions (payroll, kind, subject, reason, decided_by, decided_at) ",
            );
            insert.push_values(subjects, |mut row, subject| {
                row.push_bind(i64::from(id.0))
                    .push_bind(kind.to_string())
                    .push_bind(subject)
                    .push_bind(reason)
                    .push_bind(by)
                    .push_bind(&at);
            });
            insert.push(
                " ON CONFLICT (payroll, kind, subject) DO UPDATE
                  SET reason = excluded.reason, decided_by = excluded.decided_by, decided_at = excluded.decided_at",
            );
            insert.build().execute(tx.conn()).await?;
        }
        let digest = sha256_hex(subjects.join("\n").as_bytes());
        let data = json!({
            "kind": kind.to_string(), "count": subjects.len(), "subjects_sha256": digest, "reason": reason, "by": by,
        });
        tx.append_event(EventKind::QuestionsDecided, EventSubject::payroll(id), &data);
        tx.commit().await
    }
}

/// Checks that no question of the payroll is open.
///
/// # Errors
/// `QuestionsOpen` if a question about other payrolls is not decided.
pub(crate) async fn require_no_open_question(
    conn: &mut SqliteConnection,
    id: PayrollId,
    batch: Option<BatchKey>,
    since: Since,
) -> Result<()> {
    let open = questions(conn, id, batch, since).await?.open();
    if open == 0 {
        return Ok(());
    }
    Err(LedgerError::QuestionsOpen { payroll: id, open: u32::try_from(open).unwrap_or(u32::MAX) })
}

async fn questions(
    conn: &mut SqliteConnection,
    id: PayrollId,
    batch: Option<BatchKey>,
    since: Since,
) -> Result<Questions> {
    // For a single batch only the overlaps of its people count: the payroll as a whole was decided before.
    let since = if batch.is_some() { Since { near: since.recent, ..since } } else { since };
    let open_original = open_original(conn, id).await?;
    let decided = Decided::load(conn, id).await?;
    let maybe_sent = if batch.is_some() {
        Vec::new()
    } else {
        maybe_sent(conn, id, since.recent, |subject| decided.reason(DecisionKind::MaybeSent, subject)).await?
    };
    let mut overlaps = overlaps(conn, (id, batch), since, &decided).await?;
    if overlaps.is_empty() {
        return Ok(Questions { open_original, maybe_sent, ..Questions::default() });
    }
    let same_payrolls =
        if batch.is_some() { Vec::new() } else { same_payrolls(conn, id, &overlaps, &decided).await? };
    overlaps.retain(|overlap| {
        !overlap.is_near || same_payrolls.iter().any(|same| same.other == overlap.other_payroll)
    });
    Ok(Questions { overlaps, same_payrolls, maybe_sent, open_original })
}

/// Returns other payrolls that share nearly all people and amounts, whatever their names and files are, or nearly all people
/// of the same file, whatever their amounts are.
async fn same_payrolls(
    conn: &mut SqliteConnection,
    id: PayrollId,
    overlaps: &[Overlap],
    decided: &Decided,
) -> Result<Vec<SamePayroll>> {
    let mut shared = BTreeMap::<PayrollId, (Vec<u32>, HashSet<&str>)>::new();
    let same_file = of_same_file(conn, id).await?;
    // What pays somebody again or corrects them has the people and amounts of the other payroll: that is no question of its
    // own, and each of them is asked about.
    let alike = |it: &&Overlap| {
        (it.amount == it.other_amount || same_file.contains(&it.other_payroll)) && it.asked_state.is_none()
    };
    for overlap in overlaps.iter().filter(alike) {
        let (here, there) = shared.entry(overlap.other_payroll).or_default();
        here.push(overlap.position);
        there.insert(overlap.other_reference.as_str());
    }
    let own = people(conn, id).await?;
    let mut same = Vec::new();
    for (other, (mut here, there)) in shared {
        // The overlaps are in the order of the people.
        here.dedup();
        let alike = here.len().min(there.len());
        let smaller = own.min(people(conn, other).await?);
        if alike * 100 < smaller * SAME_PAYROLL_PCT {
            continue;
        }
        let subject = [other.0.to_string(), alike.to_string(), own.to_string()].join(SUBJECT_SEPARATOR);
        same.push(SamePayroll {
            other,
            people: u32::try_from(alike).unwrap_or(u32::MAX),
            decided: decided.reason(DecisionKind::SamePayroll, &subject),
            subject,
        });
    }
    Ok(same)
}

/// Returns the payrolls that were read from a file of the same bytes. A payroll of chosen people has no file, and a
/// copy of a payroll was not read from one.
async fn of_same_file(conn: &mut SqliteConnection, id: PayrollId) -> Result<HashSet<PayrollId>> {
    let payrolls: Vec<i64> = sqlx::query_scalar(
        "SELECT o.id FROM payrolls o JOIN payrolls r ON o.file_sha256 = r.file_sha256
         WHERE r.id = $1 AND o.id <> $1 AND r.file_sha256 <> '' AND r.copied_from IS NULL",
    )
    .bind(i64::from(id.0))
    .fetch_all(conn)
    .await?;
    payrolls.into_iter().map(|payroll| Ok(PayrollId(count("payroll", payroll)?))).collect()
}

async fn people(conn: &mut SqliteConnection, id: PayrollId) -> Result<usize> {
    let people: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM payouts WHERE payroll = $1")
        .bind(i64::from(id.0))
        .fetch_one(conn)
        .await?;
    usize::try_from(people).map_err(|_| LedgerError::Unreadable { column: "payroll" })
}

/// Returns the payroll this one was copied from, or an earlier original, if it can still be sent or its outcome is
/// unknown.
async fn open_original(conn: &mut SqliteConnection, id: PayrollId) -> Result<Option<PayrollId>> {
    let mut at = i64::from(id.0);
    for _ in 0..COPIES_MAX {
        let from: Option<Option<i64>> = sqlx::query_scalar("SELECT copied_from FROM payrolls WHERE id = $1")
            .bind(at)
            .fetch_optional(&mut *conn)
            .await?;
        let Some(from) = from.flatten().filter(|from| *from != at) else { return Ok(None) };
        let states: Vec<String> = sqlx::query_scalar("SELECT DISTINCT state FROM batches WHERE payroll = $1")
            .bind(from)
            .fetch_all(&mut *conn)
            .await?;
        for state in states {
            let state = named::<BatchState>("state", &state)?;
            if state == BatchState::Unknown || state.is_armed() {
                return Ok(Some(PayrollId(count("copied_from", from)?)));
            }
        }
        at = from;
    }
    Ok(None)
}
