//! People and sums of a payroll, as the Track screen groups them. The window adds up no money.

use std::collections::{BTreeMap, HashMap};

use paysheet_domain::{
    BatchState, Money, PayoutStatus,
    money::{MoneyError, Total},
};
use paysheet_ledger::{BatchKey, BatchRecord, BatchTotal};

use crate::view::{BatchTotals, PayrollStatus, StatusTotal, UnsettledTotals};

/// People and sums by what is shown of them, in the order of the statuses.
pub(crate) struct Statuses(Vec<(PayoutStatus, u32, Money)>);

impl Statuses {
    pub(crate) fn of(batches: &[BatchRecord], totals: &[BatchTotal]) -> Result<Self, MoneyError> {
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

    pub(crate) fn totals(&self) -> Vec<StatusTotal> {
        let total = |&(status, people, sum)| StatusTotal { status, total: Total::new(people, sum) };
        self.0.iter().map(total).collect()
    }

    pub(crate) fn has_withdrawn(&self) -> bool {
        self.0.iter().any(|(status, people, _)| *status == PayoutStatus::Withdrawn && *people > 0)
    }

    pub(crate) fn unsettled(&self, payroll: PayrollStatus) -> Result<UnsettledTotals, MoneyError> {
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

/// Returns everybody whom no other payroll pays, in the order of `all`; all of them if nobody else is left.
pub(crate) fn payees(all: &[(u32, Money)], elsewhere: &[(u32, Money)]) -> Vec<Total> {
    let own = |&(people, sum): &(u32, Money)| {
        let there = elsewhere.iter().find(|(_, other)| other.currency() == sum.currency());
        let (other_people, other) = there.copied().unwrap_or((0, Money::zero(sum.currency())));
        let left = sum.minor().saturating_sub(other.minor());
        Total::new(people.saturating_sub(other_people), Money::from_minor(left, sum.currency()))
    };
    let own: Vec<Total> = all.iter().map(own).filter(|total| total.count > 0).collect();
    if own.is_empty() { super::totals(all) } else { own }
}

/// Adds up the payments of each month, a currency each.
pub(crate) fn by_month(
    payments: impl IntoIterator<Item = (String, u32, Money)>,
) -> Result<HashMap<String, Vec<Total>>, MoneyError> {
    let mut months = HashMap::<String, Vec<(u32, Money)>>::new();
    for (month, people, sum) in payments {
        months.entry(month).or_default().push((people, sum));
    }
    months.into_iter().map(|(month, parts)| Ok((month, Total::by_currency(parts)?))).collect()
}

/// Adds up the batches in each state, in the order in which the states first appear.
pub(crate) fn batch_totals(batches: &[BatchRecord]) -> Result<Vec<BatchTotals>, MoneyError> {
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
pub(crate) fn withdrawable(batches: &[BatchRecord]) -> Result<Vec<Total>, MoneyError> {
    let is_in_doubt = |batch: &BatchRecord| matches!(batch.state, BatchState::Unknown | BatchState::Intent);
    if batches.iter().any(is_in_doubt) {
        return Ok(Vec::new());
    }
    let those = batches.iter().filter(|batch| batch.state.leads_to(BatchState::Withdrawn));
    Total::by_currency(those.map(|batch| (batch.count, batch.sum)))
}

#[cfg(test)]
mod tests {
    use paysheet_domain::{Currency, Reference};

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

    fn naira(people: u32) -> (u32, Money) {
        (people, Money::from_minor(i64::from(people) * 100, Currency::NGN))
    }

    fn shillings(people: u32) -> (u32, Money) {
        (people, Money::from_minor(i64::from(people) * 100, Currency::KES))
    }

    #[test]
    fn a_payroll_pays_those_whom_no_other_pays() {
        for (all, elsewhere, expected) in [
            (vec![naira(8)], vec![], vec![(8, "8.00")]),
            (vec![naira(8)], vec![naira(3)], vec![(5, "5.00")]),
            (vec![naira(8)], vec![naira(8)], vec![(8, "8.00")]),
            // Its own currency stays first, and one of which nobody is left goes.
            (vec![shillings(4), naira(8)], vec![naira(3)], vec![(4, "4.00"), (5, "5.00")]),
            (vec![shillings(4), naira(8)], vec![shillings(4)], vec![(8, "8.00")]),
        ] {
            assert_eq!(people(&payees(&all, &elsewhere)), expected, "{all:?} without {elsewhere:?}");
        }
    }

    #[test]
    fn a_month_has_paid_what_all_its_payrolls_have() {
        let of = |month: &str, (people, sum): (u32, Money)| (month.to_owned(), people, sum);
        let months = by_month([
            of("2026-11", naira(8)),
            of("2026-10", naira(1)),
            of("2026-11", shillings(2)),
            of("2026-11", naira(4)),
        ]);
        let months = months.unwrap();
        assert_eq!(people(&months["2026-11"]), [(12, "12.00"), (2, "2.00")]);
        assert_eq!(people(&months["2026-10"]), [(1, "1.00")]);
    }

    fn batch(number: u32, state: BatchState, was_unknown: bool, (count, sum): (u32, Money)) -> BatchRecord {
        BatchRecord {
            key: BatchKey(number),
            number,
            reference: Reference::parse(&"A".repeat(26)).unwrap(),
            currency: sum.currency(),
            state,
            was_unknown,
            batch_id: None,
            attempts: 1,
            count,
            sum,
            body_sha256: String::new(),
            payouts: Vec::new(),
            accepted_at: None,
            sent_at: None,
            closed_at: None,
            code: None,
            message: None,
            http_status: None,
        }
    }

    #[test]
    fn batches_add_up_by_state_and_by_whether_they_were_unknown() {
        let batches = [
            batch(1, BatchState::NotAccepted, false, naira(1)),
            batch(2, BatchState::Closed, false, naira(2)),
            batch(3, BatchState::NotAccepted, true, naira(4)),
            batch(4, BatchState::NotAccepted, false, shillings(8)),
        ];
        let [refused, closed] = &batch_totals(&batches).unwrap()[..] else { panic!("two states") };
        assert_eq!((refused.state, closed.state), (BatchState::NotAccepted, BatchState::Closed));
        assert_eq!(people(&refused.totals), [(5, "5.00"), (8, "8.00")]);
        assert_eq!(people(&refused.certain), [(1, "1.00"), (8, "8.00")]);
        assert_eq!(people(&refused.doubtful), [(4, "4.00")]);
        assert_eq!((people(&closed.totals), people(&closed.doubtful)), (vec![(2, "2.00")], vec![]));
    }

    #[test]
    fn nothing_can_be_withdrawn_while_a_batch_may_be_at_the_service() {
        use BatchState as B;
        for (doubtful, expected) in [
            (B::Closed, vec![(7, "7.00")]),
            (B::Unknown, vec![]),
            (B::Intent, vec![]),
            (B::Withdrawn, vec![(7, "7.00")]),
        ] {
            let batches = [
                batch(1, B::Approved, false, naira(1)),
                batch(2, B::NotSent, false, naira(2)),
                batch(3, B::NotAccepted, false, naira(4)),
                batch(4, doubtful, false, naira(8)),
            ];
            assert_eq!(people(&withdrawable(&batches).unwrap()), expected, "{doubtful}");
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
