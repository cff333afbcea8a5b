//! The guard searches for people of a payroll whom another payroll of this ledger pays as well. The search runs at
//! approval, at every intent and before anything is sent again, in the same transaction that permits the sending.
//!
//! Settled payrolls of another period that are older than a few days are ignored: the same people are paid every
//! month. Nearly the same people and amounts, or the same file, are asked about for longer, but not for a month.
//!
//! # A person who is also paid elsewhere is a question
//!
//! `ledger::guard` searches for the same accounts in payrolls that can still pay, are under way or unknown, or paid for
//! the same period or recently; and for payrolls that are nearly the same, or of the same file, which are asked about
//! for longer (`guard::overlap::rule`), but not for a month. Accounts are compared as banks compare them, without the zeros that
//! a number cell loses (`domain::banks::account::comparison_key`, column `compared_account`), also within a file, with
//! last month and in People; what is sent stays as it is in the file. It runs at review, in the transaction of the
//! approval, at every intent, and before anything is sent again. A decision applies to exactly this person, amount and
//! other payout, and has a reason; one about a failure ends when the other payout is no longer said to have failed.
//! Instead of being decided about, people of a question can be excluded from it, which opens the payroll again
//! (`approve::exclusion`). A copy of a payroll that is still open cannot be approved.

mod linked;
mod pairs;
mod person;
mod rule;

use std::collections::{BTreeMap, HashMap, HashSet};

use jiff::Timestamp;
use paysheet_domain::{BatchState, PayoutState};
use serde_json::json;
use sqlx::{QueryBuilder, Sqlite, SqliteConnection};

use pairs::{OtherBatch, Pair, other_batches, pairs};
use person::{Doubt, doubted_failure, may_have_people_of};

use crate::{
    guard::maybe_sent::{MaybeSent, maybe_sent},
    model::{
        columns::{count, named, reference, sha256_hex, stamp},
        decision_reason::decision_reason,
        error::{LedgerError, Result},
        events::EventKind,
        records::{BatchKey, PayrollId},
    },
    store::{ledger::Ledger, write_tx::EventSubject},
};

pub use pairs::OverlapPerson;
pub(crate) use person::SUBJECT_SEPARATOR;
pub use person::{Overlap, OverlapKind};
pub(crate) use rule::Since;
pub use rule::{APPROVAL_DAYS, GuardRule, RECENT_DAYS};

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

/// The subject of a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, strum::Display, strum::EnumString)]
#[strum(serialize_all = "snake_case")]
pub enum DecisionKind {
    Overlap,
    SamePayroll,
    MaybeSent,
    /// The file is another one than the payroll was approved from; the subject is its SHA-256 hash.
    FileChanged,
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
    let decided = decided(conn, id).await?;
    let maybe_sent = if batch.is_some() {
        Vec::new()
    } else {
        maybe_sent(conn, id, since.recent, |subject| decided.reason(DecisionKind::MaybeSent, subject)).await?
    };
    let linked = linked::linked(conn, id, batch).await?;
    let others = others(conn, id, since).await?;
    if others.is_empty() && linked.is_empty() {
        return Ok(Questions { open_original, maybe_sent, ..Questions::default() });
    }
    let found = if others.is_empty() {
        Vec::new()
    } else {
        overlaps(conn, (id, batch), &others, since, &decided).await?
    };
    let mut overlaps = with_linked(found, linked, &decided);
    let same_payrolls =
        if batch.is_some() { Vec::new() } else { same_payrolls(conn, id, &overlaps, &decided).await? };
    overlaps.retain(|overlap| {
        !overlap.is_near || same_payrolls.iter().any(|same| same.other == overlap.other_payroll)
    });
    Ok(Questions { overlaps, same_payrolls, maybe_sent, open_original })
}

/// Returns payrolls that can still pay, that paid recently, or that paid for the same period, and those that were withdrawn
/// although the service may have them. Last month's settled payroll is not among them.
async fn others(conn: &mut SqliteConnection, id: PayrollId, since: Since) -> Result<Vec<i64>> {
    Ok(sqlx::query_scalar(
        "SELECT DISTINCT o.id FROM payrolls o JOIN batches b ON b.payroll = o.id, payrolls r
         WHERE r.id = $1 AND o.id <> $1 AND b.state <> $2
           AND (b.state <> $3 OR b.was_unknown <> 0 AND (o.period = r.period OR COALESCE(b.sent_at, o.approved_at) >= $5)
                OR EXISTS (SELECT 1 FROM payouts p WHERE p.batch = b.id AND p.state <> $6))
           AND (b.state <> $4 OR o.period = r.period OR o.last_outcome_at >= $7)
         ORDER BY o.id",
    )
    .bind(i64::from(id.0))
    .bind(BatchState::Frozen.to_string())
    .bind(BatchState::Withdrawn.to_string())
    .bind(BatchState::Closed.to_string())
    .bind(stamp(since.recent))
    .bind(PayoutState::Withdrawn.to_string())
    .bind(stamp(since.near))
    .fetch_all(conn)
    .await?)
}

/// Why the pair must be decided; `None` if the other payout failed, was reversed or was paid long ago.
fn overlap_kind(
    pair: &Pair,
    other: &OtherBatch,
    (recent, near): (&str, &str),
) -> Result<Option<OverlapKind>> {
    let other_state = named("state", pair.other_state)?;
    if other.state == BatchState::Unknown {
        return Ok(Some(OverlapKind::Unknown));
    }
    if other.state.is_armed() {
        return Ok(Some(OverlapKind::Armed));
    }
    if other_state == PayoutState::Withdrawn && other.may_have_left(recent) {
        return Ok(Some(OverlapKind::Unknown));
    }
    if !may_have_people_of(other.state) {
        return Ok(None);
    }
    Ok(match other_state {
        PayoutState::Planned | PayoutState::Sent | PayoutState::Overdue | PayoutState::Conflict => {
            Some(OverlapKind::UnderWay)
        }
        PayoutState::Paid if other.is_same_period => Some(OverlapKind::PaidSamePeriod),
        PayoutState::Paid if pair.other_at >= near => Some(OverlapKind::PaidRecently),
        PayoutState::Failed | PayoutState::Reversed if other.is_same_period || pair.other_at >= recent => {
            pair.other_settled_by.parse().ok().and_then(doubted_failure)
        }
        PayoutState::Paid | PayoutState::Failed | PayoutState::Reversed | PayoutState::Withdrawn => None,
    })
}

fn overlap(kind: OverlapKind, pair: &Pair, other: &OtherBatch, decided: &Decided) -> Result<Overlap> {
    let mut overlap = Overlap {
        kind,
        position: pair.position()?,
        amount: pair.amount()?,
        other_payroll: other.payroll,
        other_batch: other.state,
        other_was_unknown: other.was_unknown,
        other_reference: reference(pair.other_reference)?,
        other_amount: pair.other_amount()?,
        account_key: pair.account_key.to_owned(),
        asked_state: None,
        is_near: false,
        decided: None,
    };
    if kind.is_of_a_retry() {
        overlap.asked_state = Some(named("state", pair.other_state)?);
        // Whoever decided to pay although the other payment may arrive decided about one that failed as well.
        overlap.decided = decided.reason_of(
            &overlap,
            &[(Doubt::None, None), (Doubt::Unknown, None), (Doubt::DecidedAbsent, None)],
        );
    } else {
        overlap.decided = decided.reason_of(&overlap, &overlap.answered_as_well());
    }
    Ok(overlap)
}

/// Returns the people whom these payrolls pay as well and who must be decided about, in the order of this payroll.
async fn overlaps(
    conn: &mut SqliteConnection,
    (id, batch): (PayrollId, Option<BatchKey>),
    others: &[i64],
    since: Since,
    decided: &Decided,
) -> Result<Vec<Overlap>> {
    let pairs = pairs(conn, id, batch, others).await?;
    let pairs = pairs.iter().collect::<Result<Vec<_>>>()?;
    let batches = other_batches(conn, id, &pairs).await?;
    let (recent, near) = (stamp(since.recent), stamp(since.near));
    let mut overlaps = Vec::new();
    for pair in &pairs {
        let other = batches.get(&pair.other_batch()?).ok_or(LedgerError::Unreadable { column: "batch" })?;
        if let Some(kind) = overlap_kind(pair, other, (&recent, &near))? {
            let is_near = kind == OverlapKind::PaidRecently && pair.other_at < recent.as_str();
            overlaps.push(Overlap { is_near, ..overlap(kind, pair, other, decided)? });
        }
    }
    sort(&mut overlaps);
    Ok(overlaps)
}

/// Adds the overlaps within chains of retries. For the same pair of payouts they replace what the accounts alone give.
fn with_linked(mut overlaps: Vec<Overlap>, linked: Vec<Overlap>, decided: &Decided) -> Vec<Overlap> {
    if linked.is_empty() {
        return overlaps;
    }
    let replaced: HashSet<_> =
        linked.iter().map(|overlap| (overlap.position, overlap.other_reference.clone())).collect();
    overlaps.retain(|overlap| !replaced.contains(&(overlap.position, overlap.other_reference.clone())));
    overlaps.extend(linked.into_iter().map(|mut overlap| {
        overlap.decided = decided.reason_of(&overlap, &overlap.answered_as_well());
        overlap
    }));
    sort(&mut overlaps);
    overlaps
}

/// Sorts by the order of this payroll.
fn sort(overlaps: &mut [Overlap]) {
    overlaps.sort_by(|a, b| {
        (a.position, a.other_payroll, &a.other_reference).cmp(&(
            b.position,
            b.other_payroll,
            &b.other_reference,
        ))
    });
}

/// Reasons of a payroll's decisions, by kind and subject.
struct Decided(BTreeMap<DecisionKind, HashMap<String, String>>);

impl Decided {
    fn reason(&self, kind: DecisionKind, subject: &str) -> Option<String> {
        self.0.get(&kind)?.get(subject).cloned()
    }

    /// Returns the reason of the decision about this question, or about another one that answers it as well. Subjects are
    /// made only if people were decided about: of very many, that takes long.
    fn reason_of(&self, overlap: &Overlap, as_well: &[(Doubt, Option<PayoutState>)]) -> Option<String> {
        let reasons = self.0.get(&DecisionKind::Overlap)?;
        let others = as_well.iter().map(|(doubt, state)| overlap.subject_of(*doubt, *state));
        [overlap.subject()].into_iter().chain(others).find_map(|subject| reasons.get(&subject).cloned())
    }
}

async fn decided(conn: &mut SqliteConnection, id: PayrollId) -> Result<Decided> {
    let rows: Vec<(String, String, String)> =
        sqlx::query_as("SELECT kind, subject, reason FROM decisions WHERE payroll = $1")
            .bind(i64::from(id.0))
            .fetch_all(conn)
            .await?;
    let mut decided = Decided(BTreeMap::new());
    for (kind, subject, reason) in rows {
        decided.0.entry(named("kind", &kind)?).or_default().insert(subject, reason);
    }
    Ok(decided)
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
