//! The sums of a report: the same payouts added up by state, by bank and by currency.

use std::collections::BTreeMap;

use paysheet_document::{Align, Cell, Head, NamedHead, Style, Table};
use paysheet_domain::{Currency, Money, MoneyError, PayoutStatus};

/// What the sums need to know of a payout.
pub(super) struct Summand<'a> {
    pub status: PayoutStatus,
    pub bank: &'a str,
    pub amount: Money,
}

/// Where a list of payments has names and amounts.
const NAME_COLUMN: usize = 1;
const AMOUNT_COLUMN: usize = 4;

/// People and money.
pub(super) type CountAndSum = (u32, Money);

#[derive(Debug, Default)]
pub(super) struct Totals<'a> {
    pub by_status: BTreeMap<(PayoutStatus, Currency), CountAndSum>,
    pub by_bank: BTreeMap<(&'a str, Currency), CountAndSum>,
    pub by_currency: BTreeMap<Currency, CountAndSum>,
}

impl<'a> Totals<'a> {
    /// Adds up payouts.
    ///
    /// # Errors
    /// If a sum is too large.
    pub fn of(payouts: impl Iterator<Item = Summand<'a>>) -> Result<Self, MoneyError> {
        let mut totals = Self::default();
        for Summand { status, bank, amount } in payouts {
            let currency = amount.currency();
            add(&mut totals.by_status, (status, currency), amount)?;
            add(&mut totals.by_bank, (bank, currency), amount)?;
            add(&mut totals.by_currency, currency, amount)?;
        }
        Ok(totals)
    }

    /// Returns the sums of the payments whose status `is_of`, by currency.
    ///
    /// # Errors
    /// If a sum is too large.
    pub fn by_currency_of(
        &self,
        is_of: impl Fn(PayoutStatus) -> bool,
    ) -> Result<BTreeMap<Currency, CountAndSum>, MoneyError> {
        let mut sums = BTreeMap::new();
        let of_these = self.by_status.iter().filter(|((status, _), _)| is_of(*status));
        for ((_, currency), (people, amount)) in of_these {
            let (count, sum) = sums.entry(*currency).or_insert((0_u32, Money::zero(*currency)));
            *count = count.saturating_add(*people);
            *sum = sum.checked_add(*amount)?;
        }
        Ok(sums)
    }

    /// Returns the table of the sums by currency.
    pub fn currency_table(&self, style: &Style<'_>) -> Table {
        const HEADS: [NamedHead; 3] = [
            ("currency", "Currency", 30, Align::Left),
            ("people", "People", 10, Align::Right),
            ("amount", "Amount", 24, Align::Right),
        ];
        Table {
            title: style.words.report("by_currency", "Totals by currency"),
            heads: Head::all(HEADS, style.words),
            lines: self.currency_lines(|currency| Cell::Text(currency.to_string())),
            totals: Vec::new(),
        }
    }

    /// Returns a line of a table for each currency: what `first` says of it, the people and the sum.
    pub fn currency_lines(&self, first: impl Fn(Currency) -> Cell) -> Vec<Vec<Cell>> {
        let line = |(currency, (count, sum)): (&Currency, &CountAndSum)| {
            vec![first(*currency), Cell::Count(*count), Cell::Money(*sum)]
        };
        self.by_currency.iter().map(line).collect()
    }

    /// Returns the last lines of a list of payments with so many columns: for each currency, how many there are below the
    /// names, and the sum below the amounts.
    pub fn list_lines(&self, columns: usize, style: &Style<'_>) -> Vec<Vec<Cell>> {
        let line = |(count, sum): &CountAndSum| {
            let name = match count {
                1 => style.words.report("total_person", "Total, {{count}} person"),
                _ => style.words.report("total_people", "Total, {{count}} people"),
            };
            let name = name.replace("{{count}}", &style.formats.count(*count));
            let cell = |column| match column {
                NAME_COLUMN => Cell::Text(name.clone()),
                AMOUNT_COLUMN => Cell::Money(*sum),
                _ => Cell::empty(),
            };
            (0..columns).map(cell).collect()
        };
        self.by_currency.values().map(line).collect()
    }
}

fn add<K: Ord>(sums: &mut BTreeMap<K, CountAndSum>, key: K, amount: Money) -> Result<(), MoneyError> {
    let (count, sum) = sums.entry(key).or_insert((0, Money::zero(amount.currency())));
    *count = count.saturating_add(1);
    *sum = sum.checked_add(amount)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use proptest::{collection::vec, prelude::*, sample::select};

    use super::*;

    const STATUSES: [PayoutStatus; 4] =
        [PayoutStatus::Paid, PayoutStatus::Failed, PayoutStatus::Conflict, PayoutStatus::Unknown];
    const CURRENCIES: [Currency; 2] = [Currency::NGN, Currency::XOF];

    proptest! {
        #[test]
        fn each_way_of_adding_up_gives_the_same_sums(
            payouts in vec(
                (select(&STATUSES[..]), "[a-c]", 0_i64..1_000_000_000_000, select(&CURRENCIES[..])),
                0..60,
            ),
        ) {
            let summands = payouts.iter().map(|(status, bank, minor, currency)| Summand {
                status: *status,
                bank,
                amount: Money::from_minor(*minor, *currency),
            });
            let totals = Totals::of(summands).unwrap();
            for currency in CURRENCIES {
                let of = || payouts.iter().filter(|payout| payout.3 == currency);
                let expected = (of().count(), of().map(|payout| payout.2).sum::<i64>());
                let by_status = totals.by_status.iter().filter(|(key, _)| key.1 == currency);
                let by_bank = totals.by_bank.iter().filter(|(key, _)| key.1 == currency);
                let by_currency = totals.by_currency.iter().filter(|(key, _)| **key == currency);
                prop_assert_eq!(added(by_status.map(|(_, sum)| sum)), expected);
                prop_assert_eq!(added(by_bank.map(|(_, sum)| sum)), expected);
                prop_assert_eq!(added(by_currency.map(|(_, sum)| sum)), expected);
            }
        }
    }

    fn added<'a>(sums: impl Iterator<Item = &'a CountAndSum>) -> (usize, i64) {
        sums.fold((0, 0), |(count, minor), (more, sum)| (count + *more as usize, minor + sum.minor()))
    }
}
