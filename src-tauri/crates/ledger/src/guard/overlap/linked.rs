//! Other payouts of the chain that a payout belongs to: the payout that it pays again or replaces, and others that do so. The
//! account may have been corrected in between, so that comparing accounts does not find them.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use paysheet_domain::{BatchState, PayoutState};
use sqlx::SqliteConnection;

use super::person::{Overlap, OverlapKind, doubted_failure, may_have_people_of};
use crate::{
    guard::pay_failed::has_failed,
    model::{
        columns::{count, money, named, reference},
        error::Result,
        records::{BatchKey, PayrollId, SettledBy},
    },
    outcomes::reports::known::{self, KnownPayout},
};

#[derive(sqlx::FromRow)]
struct LinkedPair {
    position: i64,
    currency: String,
    amount_minor: i64,
    account_key: String,
    other_payroll: i64,
    other_reference: String,
    other_state: String,
    other_currency: String,
    other_minor: i64,
    batch_state: String,
    was_unknown: bool,
}

/// Returns the people of a payroll, or of one of its batches, of whom another payout of the same chain may pay or have
/// paid.
pub(super) async fn linked(
    conn: &mut SqliteConnection,
    id: PayrollId,
    batch: Option<BatchKey>,
) -> Result<Vec<Overlap>> {
    let pairs: Vec<LinkedPair> = sqlx::query_as(
        // From the few links to their payouts: SQLite follows the order of a CROSS JOIN.
        "WITH own AS (
             SELECT DISTINCT first_reference FROM retries WHERE payroll = $1
         ), members AS (
             SELECT first_reference AS chain, first_reference AS reference FROM own
             UNION
             SELECT r.first_reference, n.reference FROM own
             CROSS JOIN retries r ON r.first_reference = own.first_reference
             CROSS JOIN payouts n ON n.payroll = r.payroll AND n.position = r.position
         )
         SELECT p.position, p.currency, p.amount_minor, p.account_key, o.payroll AS other_payroll,
                o.reference AS other_reference, o.state AS other_state, o.currency AS other_currency,
                o.amount_minor AS other_minor, b.state AS batch_state, b.was_unknown <> 0 AS was_unknown
         FROM retries r JOIN payouts p ON p.payroll = r.payroll AND p.position = r.position
         JOIN members m ON m.chain = r.first_reference
         JOIN payouts o ON o.reference = m.reference AND o.reference <> p.reference
         JOIN batches b ON b.id = o.batch
         WHERE r.payroll = $1 AND (p.batch = $2 OR $2 = -1)",
    )
    .bind(i64::from(id.0))
    .bind(batch.map_or(-1, |batch| i64::from(batch.0)))
    .fetch_all(&mut *conn)
    .await?;
    let known = known_payouts(conn, &pairs).await?;
    let mut overlaps = Vec::new();
    for pair in pairs {
        let batch: BatchState = named("state", &pair.batch_state)?;
        let stored = named("state", &pair.other_state)?;
        let other = known.get(&pair.other_reference);
        // What is not known is as doubtful as a callback.
        let by = other.map_or(Some(SettledBy::Callback), KnownPayout::settled_by);
        let state = confirmed(stored, other);
        if let Some(kind) = kind_of(state, (batch, pair.was_unknown), by) {
            overlaps.push(Overlap { asked_state: Some(state), ..pair.into_overlap(kind, batch)? });
        }
    }
    Ok(overlaps)
}

/// Loads all that is known about the other payouts. Damage that keeps a late report from being applied fails here, so
/// that nobody is paid again while such a report may be waiting.
async fn known_payouts(
    conn: &mut SqliteConnection,
    pairs: &[LinkedPair],
) -> Result<HashMap<String, KnownPayout>> {
    let mut of_payroll = BTreeMap::<i64, BTreeSet<&str>>::new();
    for pair in pairs {
        of_payroll.entry(pair.other_payroll).or_default().insert(&pair.other_reference);
    }
    let mut known = HashMap::new();
    for (payroll, references) in of_payroll {
        let references: Vec<&str> = references.into_iter().collect();
        let payroll = PayrollId(count("payroll", payroll)?);
        let loaded = known::load(conn, &references).await;
        known.extend(loaded.map_err(|error| error.of_payroll(payroll, "reports"))?);
    }
    Ok(known)
}

/// Returns the state of the other payout. That nobody has its money counts only where what was reported says the same: the
/// state in the file may have been edited.
fn confirmed(stored: PayoutState, other: Option<&KnownPayout>) -> PayoutState {
    match other.map(KnownPayout::derived) {
        Some(derived) if has_failed(stored) && !has_failed(derived) => derived,
        Some(derived @ (PayoutState::Paid | PayoutState::Conflict)) if stored == PayoutState::Withdrawn => {
            derived
        }
        Some(_) | None => stored,
    }
}

/// Why the pair must be decided; `None` only if the other payout is known not to have paid. `was_unknown`: the service may
/// have the other batch, whatever was decided. `by`: who settled the payout.
fn kind_of(
    other: PayoutState,
    (batch, was_unknown): (BatchState, bool),
    by: Option<SettledBy>,
) -> Option<OverlapKind> {
    if batch == BatchState::Unknown {
        return Some(OverlapKind::Unknown);
    }
    if batch.is_armed() {
        return Some(OverlapKind::Armed);
    }
    if !may_have_people_of(batch) {
        return None;
    }
    match other {
        PayoutState::Failed | PayoutState::Reversed => by.and_then(doubted_failure),
        PayoutState::Withdrawn if batch == BatchState::Withdrawn => {
            was_unknown.then_some(OverlapKind::Unknown)
        }
        // Only what was withdrawn as a batch was not sent.
        PayoutState::Withdrawn => Some(OverlapKind::UnderWay),
        PayoutState::Paid | PayoutState::Conflict => Some(OverlapKind::NoLongerFailed),
        PayoutState::Planned | PayoutState::Sent | PayoutState::Overdue => Some(OverlapKind::UnderWay),
    }
}

impl LinkedPair {
    fn into_overlap(self, kind: OverlapKind, batch: BatchState) -> Result<Overlap> {
        Ok(Overlap {
            kind,
            position: count("position", self.position)?,
            amount: money(self.amount_minor, &self.currency)?,
            other_payroll: PayrollId(count("payroll", self.other_payroll)?),
            other_batch: batch,
            other_was_unknown: self.was_unknown,
            other_reference: reference(&self.other_reference)?,
            other_amount: money(self.other_minor, &self.other_currency)?,
            account_key: self.account_key,
            asked_state: None,
            is_near: false,
            decided: None,
        })
    }
}
