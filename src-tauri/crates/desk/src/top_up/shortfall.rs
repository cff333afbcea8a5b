//! Whether the balance is sufficient for a payroll, as far as it is known. In the interface the service reports its
//! balance only with a top-up: without a report the balance is unknown; after one, the rest is calculated from the ledger.
//! If the profile has a call for the balance, the service is asked.

use std::collections::BTreeMap;

use paysheet_domain::{BatchState, Currency, Money};
use paysheet_ledger::PayrollId;

use super::{
    ask_balance::reported,
    history::last_fee_percent,
    views::{balance_view, left, reported_view},
};
use crate::{desk::Desk, error::DeskError, state::session::settings, view::ShortfallView};

impl Desk {
    /// Returns what a payroll still needs, one entry for each currency, compared with the balance that the
    /// service reports, or else with the last known one.
    ///
    /// # Errors
    /// `Money`.
    pub async fn shortfall(&self, payroll: u32) -> Result<Vec<ShortfallView>, DeskError> {
        let mut needed: BTreeMap<Currency, (Money, u32)> = BTreeMap::new();
        for batch in self.ledger.batches(PayrollId(payroll)).await? {
            if is_to_be_sent(batch.state) {
                let nothing = (Money::zero(batch.currency), 0);
                let (sum, people) = needed.entry(batch.currency).or_insert(nothing);
                *sum = sum.checked_add(batch.sum)?;
                *people = people.saturating_add(batch.count);
            }
        }
        let balances = self.ledger.balances().await?;
        let reported = reported(self, needed.keys().copied()).await;
        let last_fee_percent = last_fee_percent(self).await?;
        let profile = self.profile().settings;
        let shortfall = |(currency, (sum, people)): (Currency, (Money, u32))| {
            let fees = settings::payout_fees(&profile, currency, people)?;
            let needed = sum.checked_add(fees.unwrap_or(Money::zero(currency)))?;
            let known = balances.iter().find(|record| record.balance.currency() == currency);
            let (balance, left) = match (reported.get(&currency), known) {
                (Some(reported), _) => (Some(reported_view(*reported)), Some(reported.balance)),
                (None, Some(known)) => (Some(balance_view(known)?), Some(left(known)?)),
                (None, None) => (None, None),
            };
            let after = left.map(|left| after(needed, left)).transpose()?;
            Ok(ShortfallView {
                currency,
                needed: needed.digits(),
                fees: fees.map(Money::digits),
                balance,
                after: after.map(Money::digits),
                missing: after.map(opposite).filter(|missing| missing.is_positive()).map(Money::digits),
                last_fee_percent: last_fee_percent.clone(),
            })
        };
        needed.into_iter().map(shortfall).collect()
    }
}

fn after(needed: Money, left: Money) -> Result<Money, DeskError> {
    Ok(left.checked_add(opposite(needed))?)
}

fn opposite(money: Money) -> Money {
    Money::from_minor(-money.minor(), money.currency())
}

/// Whether the service does not have the batch, and it may be sent.
const fn is_to_be_sent(state: BatchState) -> bool {
    match state {
        BatchState::Draft
        | BatchState::Frozen
        | BatchState::Approved
        | BatchState::NotSent
        | BatchState::NotAccepted => true,
        BatchState::Intent
        | BatchState::Accepted
        | BatchState::Unknown
        | BatchState::Settling
        | BatchState::Closed
        | BatchState::Withdrawn => false,
    }
}
