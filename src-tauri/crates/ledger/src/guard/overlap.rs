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

mod decided;
mod linked;
mod pairs;
mod person;
mod rule;

use std::collections::HashSet;

use paysheet_domain::{BatchState, PayoutState};
use sqlx::SqliteConnection;

use pairs::{OtherBatch, Pair, other_batches, pairs};
use person::{Doubt, doubted_failure, may_have_people_of};

use crate::model::{
    columns::{named, reference, stamp},
    error::{LedgerError, Result},
    records::{BatchKey, PayrollId},
};

pub(crate) use decided::Decided;
pub use decided::DecisionKind;
pub use pairs::OverlapPerson;
pub(crate) use person::SUBJECT_SEPARATOR;
pub use person::{Overlap, OverlapKind};
pub(crate) use rule::Since;
pub use rule::{APPROVAL_DAYS, GuardRule, RECENT_DAYS};

/// Returns the people of a payroll, or of one of its batches, whom another payroll pays as well and who must be decided
/// about, in the order of this payroll.
pub(super) async fn overlaps(
    conn: &mut SqliteConnection,
    (id, batch): (PayrollId, Option<BatchKey>),
    since: Since,
    decided: &Decided,
) -> Result<Vec<Overlap>> {
    let linked = linked::linked(conn, id, batch).await?;
    let others = others(conn, id, since).await?;
    let found = if others.is_empty() {
        Vec::new()
    } else {
        of_same_accounts(conn, (id, batch), &others, since, decided).await?
    };
    Ok(with_linked(found, linked, decided))
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

/// Returns the people whose accounts these payrolls pay as well and who must be decided about, in the order of this
/// payroll.
async fn of_same_accounts(
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
