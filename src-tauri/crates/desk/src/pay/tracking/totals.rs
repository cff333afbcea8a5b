//! People and sums of a payroll, as the Track screen groups them. The window adds up no money.

use std::collections::{BTreeMap, HashMap};

use paysheet_domain::{
    BatchState, Money, PayoutStatus,
    money::{MoneyError, Total},
};
use paysheet_ledger::{BatchKey, BatchRecord, BatchTotal};

use crate::view::{BatchTotals, PayrollStatus, StatusTotal, UnsettledTotals};

/// People and sums by what is shown of them, in the order of the statuses.
pub(super) struct Statuses(Vec<(PayoutStatus, u32, Money)>);

impl Statuses {
    pub(super) fn of(batches: &[BatchRecord], totals: &[BatchTotal]) -> Result<Self, MoneyError> {
        let mut statuses = BTreeMap::new();
        let states: HashMap<BatchKey, BatchState> =
            batches.iter().map(|batch| (batch.key, batch.state)).collect();
        for BatchTotal { batch, state, people, sum } in totals {
            let Some(batch_state) = states.get(batch) else { continue };
            let status = (PayoutStatus::of(*state, *batch_state), sum.currency());
            let (all, money) = statuses.entry(status).or_insert((0_u32, Money::zero(sum.currency())));
            *all = all.saturating_add(*people);
            *money = money.checked_add(*sum)?;
        }
        Ok(Self(statuses.into_iter().map(|((status, _), (people, sum))| (status, people, sum)).collect()))
    }

    pub(super) fn totals(&self) -> Vec<StatusTotal> {
        let total = |&(status, people, sum)| StatusTotal { status, total: Total::new(people, sum) };
        self.0.iter().map(total).collect()
    }

    /// Returns everybody who is not withdrawn, or all who were if nobody else is left.
    pub(super) fn payees(&self) -> Result<Vec<Total>, MoneyError> {
        let payees = self.sum(|status| status != PayoutStatus::Withdrawn)?;
        if payees.is_empty() { self.sum(|_| true) } else { Ok(payees) }
    }

    pub(super) fn unsettled(&self, payroll: PayrollStatus) -> Result<UnsettledTotals, MoneyError> {
        use PayoutStatus as S;
        let is_taken = matches!(payroll, PayrollStatus::BeingPaid | PayrollStatus::ClosedUnconfirmed);
        let is_missing = |status| status == S::Overdue || (is_taken && status == S::InProgress);
        Ok(UnsettledTotals {
            askable: self
                .sum(|status| matches!(status, S::Overdue | S::Conflict | S::Unknown | S::InProgress))?,
            open: self.sum(|status| status == S::Conflict || is_missing(status))?,
            missing: self.sum(is_missing)?,
        })
    }

    fn sum(&self, is_of: impl Fn(PayoutStatus) -> bool) -> Result<Vec<Total>, MoneyError> {
        let those = self.0.iter().filter(|(status, ..)| is_of(*status));
        Total::by_currency(those.map(|&(_, people, sum)| (people, sum)))
    }
}

/// Adds up the batches in each state, in the order in which the states first appear.
pub(super) fn batch_totals(batches: &[BatchRecord]) -> Result<Vec<BatchTotals>, MoneyError> {
    let mut states: Vec<BatchState> = Vec::new();
    for batch in batches {
        if !states.contains(&batch.state) {
            states.push(batch.state);
        }
    }
    let totals = |state| {
        let sum = |is_of: &dyn Fn(&BatchRecord) -> bool| {
            let those = batches.iter().filter(|batch| batch.state == state && is_of(batch));
            Total::by_currency(those.map(|batch| (batch.count, batch.sum)))
        };
        Ok(BatchTotals {
            state,
            totals: sum(&|_| true)?,
            certain: sum(&|batch| !batch.was_unknown)?,
            doubtful: sum(&|batch| batch.was_unknown)?,
        })
    };
    states.into_iter().map(totals).collect()
}

/// Adds up what was approved and never taken. Empty if something is being sent or Unknown.
pub(super) fn withdrawable(batches: &[BatchRecord]) -> Result<Vec<Total>, MoneyError> {
    let is_in_doubt = |batch: &BatchRecord| matches!(batch.state, BatchState::Unknown | BatchState::Intent);
    if batches.iter().any(is_in_doubt) {
        return Ok(Vec::new());
    }
    let those = batches.iter().filter(|batch| batch.state.leads_to(BatchState::Withdrawn));
    Total::by_currency(those.map(|batch| (batch.count, batch.sum)))
}

#[cfg(test)]
mod tests {
    use paysheet_domain::Currency;

    use super::*;

    fn statuses(of: &[(PayoutStatus, u32)]) -> Statuses {
        let naira = |&(status, people): &(PayoutStatus, u32)| {
            (status, people, Money::from_minor(i64::from(people) * 100, Currency::NGN))
        };
        Statuses(of.iter().map(naira).collect())
    }

    fn people(totals: &[Total]) -> Vec<(u32, &str)> {
        totals.iter().map(|total| (total.count, total.sum.as_str())).collect()
    }

    #[test]
    fn a_payroll_pays_those_who_are_not_withdrawn() {
        use PayoutStatus as S;
        for (of, expected) in [
            (vec![(S::Paid, 3), (S::Failed, 1), (S::Withdrawn, 4)], (4, "4.00")),
            (vec![(S::Withdrawn, 4)], (4, "4.00")),
            (vec![(S::NotAccepted, 2)], (2, "2.00")),
        ] {
            assert_eq!(people(&statuses(&of).payees().unwrap()), [expected], "{of:?}");
        }
    }

    #[test]
    fn those_in_progress_are_open_once_every_batch_was_taken() {
        use PayoutStatus as S;
        let all = [
            (S::Paid, 1),
            (S::InProgress, 2),
            (S::Unknown, 4),
            (S::Overdue, 8),
            (S::Conflict, 16),
            (S::Failed, 32),
        ];
        for (payroll, missing, open) in [
            (PayrollStatus::Sending, (8, "8.00"), (24, "24.00")),
            (PayrollStatus::BeingPaid, (10, "10.00"), (26, "26.00")),
            (PayrollStatus::ClosedUnconfirmed, (10, "10.00"), (26, "26.00")),
        ] {
            let unsettled = statuses(&all).unsettled(payroll).unwrap();
            assert_eq!(people(&unsettled.missing), [missing], "{payroll}");
            assert_eq!(people(&unsettled.open), [open], "{payroll}");
            assert_eq!(people(&unsettled.askable), [(30, "30.00")], "{payroll}");
        }
    }
}
