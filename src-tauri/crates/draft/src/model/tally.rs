//! The figures of a draft: how many rows are in which state, what would be paid, through which banks, which problems
//! are open. They are updated with every change of a row: counting a hundred thousand rows again after each keystroke
//! would cause a visible delay.

use std::collections::{BTreeMap, HashMap};

use paysheet_domain::{Currency, Money, ProblemCode, Severity, money::Total};

use serde::{Deserialize, Serialize};

use super::entry::{Entry, RowState};

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct BankTotal {
    pub bank_code: String,
    pub bank_name: String,
    pub total: Total,
    /// Its part of all banks of the currency, in `SHARE_PARTS`, rounded down.
    pub share: u32,
    /// The sum of this bank and of all smaller ones of the currency.
    pub rest_sum: String,
    /// The part of that sum, as in `share`.
    pub rest_share: u32,
}

/// A share of 1 has so many parts.
const SHARE_PARTS: i128 = 10_000;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    pub ready: u32,
    pub to_fix: u32,
    pub to_decide: u32,
    pub excluded: u32,
    pub edited: u32,
    pub accepted: u32,
    /// Accounts to be paid whose holder can be requested, and was not.
    pub unverified: u32,
    /// Accounts to be paid whose holder is known.
    pub verified: u32,
    open: BTreeMap<(Severity, ProblemCode), u32>,
    payable: BTreeMap<Currency, Sum>,
    banks: HashMap<(String, Currency), (Sum, String)>,
}

/// A number of people and their sum, in minor units. The type is wider than any sum that can be paid.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Sum {
    count: u32,
    minor: i128,
}

impl Sum {
    fn apply(&mut self, way: Way, amount: Money) {
        let minor = i128::from(amount.minor());
        way.apply(&mut self.count);
        self.minor += match way {
            Way::In => minor,
            Way::Out => -minor,
        };
    }

    /// Returns the sum as money. A sum past what can be paid is shown as the largest one; the freeze refuses the
    /// payroll.
    fn total(self, currency: Currency) -> Total {
        let minor = i64::try_from(self.minor).unwrap_or(i64::MAX);
        Total::new(self.count, Money::from_minor(minor, currency))
    }

    fn share_of(self, whole: Self) -> u32 {
        let share = self.minor.saturating_mul(SHARE_PARTS).checked_div(whole.minor);
        share.and_then(|share| u32::try_from(share).ok()).unwrap_or_default()
    }
}

#[derive(Clone, Copy)]
enum Way {
    In,
    Out,
}

impl Way {
    const fn apply(self, count: &mut u32) {
        *count = match self {
            Self::In => count.saturating_add(1),
            Self::Out => count.saturating_sub(1),
        };
    }
}

impl Tally {
    pub fn of<'e>(entries: impl IntoIterator<Item = &'e Entry>) -> Self {
        let mut tally = Self::default();
        entries.into_iter().for_each(|entry| tally.count_in(entry));
        tally
    }

    pub fn count_in(&mut self, entry: &Entry) {
        self.apply(Way::In, entry);
    }

    /// Removes an entry from the figures. It must be as it was when it was added.
    pub fn count_out(&mut self, entry: &Entry) {
        self.apply(Way::Out, entry);
    }

    fn apply(&mut self, way: Way, entry: &Entry) {
        let state = entry.state();
        way.apply(match state {
            RowState::Ready => &mut self.ready,
            RowState::ToFix => &mut self.to_fix,
            RowState::ToDecide => &mut self.to_decide,
            RowState::Excluded => &mut self.excluded,
        });
        if !entry.row.excluded && !entry.row.edits.is_empty() {
            way.apply(&mut self.edited);
        }
        if entry.is_accepted() {
            way.apply(&mut self.accepted);
        }
        if entry.has_verifiable_account() {
            way.apply(if entry.is_verified() { &mut self.verified } else { &mut self.unverified });
        }
        let mut seen = Vec::new();
        for problem in entry.open_problems() {
            if !seen.contains(&problem.code) {
                seen.push(problem.code);
                let key = (problem.severity, problem.code);
                let count = self.open.entry(key).or_default();
                way.apply(count);
                if *count == 0 {
                    self.open.remove(&key);
                }
            }
        }
        if matches!(state, RowState::Ready | RowState::ToDecide)
            && let Some(amount) = entry.recipient.amount
        {
            self.apply_amount(way, entry, amount);
        }
    }

    fn apply_amount(&mut self, way: Way, entry: &Entry, amount: Money) {
        let currency = amount.currency();
        let sum = self.payable.entry(currency).or_default();
        sum.apply(way, amount);
        if sum.count == 0 {
            self.payable.remove(&currency);
        }
        let Some(code) = &entry.recipient.bank_code else { return };
        let key = (code.clone(), currency);
        let name = || (Sum::default(), entry.recipient.bank_name.clone().unwrap_or_default());
        let (sum, _) = self.banks.entry(key.clone()).or_insert_with(name);
        sum.apply(way, amount);
        if sum.count == 0 {
            self.banks.remove(&key);
        }
    }

    /// Returns how many rows have each kind of open problem.
    pub const fn open(&self) -> &BTreeMap<(Severity, ProblemCode), u32> {
        &self.open
    }

    /// Returns what would be paid, by currency, `own` first.
    pub fn payable(&self, own: Currency) -> Vec<Total> {
        let mut sums: Vec<_> = self.payable.iter().collect();
        sums.sort_by_key(|(currency, _)| **currency != own);
        sums.into_iter().map(|(currency, sum)| sum.total(*currency)).collect()
    }

    /// Returns what would be paid through each bank, the largest first.
    pub fn banks(&self) -> Vec<BankTotal> {
        let mut sums: Vec<_> = self.banks.iter().collect();
        sums.sort_by(|((code, _), (one, _)), ((other_code, _), (other, _))| {
            other.minor.cmp(&one.minor).then_with(|| code.cmp(other_code))
        });
        let mut rests: HashMap<Currency, Sum> = HashMap::new();
        for ((_, currency), (sum, _)) in &sums {
            rests.entry(*currency).or_default().minor += sum.minor;
        }
        let all = rests.clone();
        let total = |((bank_code, currency), (sum, bank_name)): (&(String, Currency), &(Sum, String))| {
            let whole = all.get(currency).copied().unwrap_or_default();
            let rest = rests.entry(*currency).or_default();
            let bank = BankTotal {
                bank_code: bank_code.clone(),
                bank_name: bank_name.clone(),
                total: sum.total(*currency),
                share: sum.share_of(whole),
                rest_sum: rest.total(*currency).sum,
                rest_share: rest.share_of(whole),
            };
            rest.minor -= sum.minor;
            bank
        };
        sums.into_iter().map(total).collect()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn tally(sums: &[(&str, Currency, i128)]) -> Tally {
        let bank = |&(code, currency, minor): &(&str, Currency, i128)| {
            ((code.to_owned(), currency), (Sum { count: 1, minor }, code.to_owned()))
        };
        Tally { banks: sums.iter().map(bank).collect(), ..Tally::default() }
    }

    #[test]
    fn each_bank_has_its_share_and_what_it_and_the_smaller_ones_add_up_to() {
        let banks = tally(&[
            ("small", Currency::NGN, 7),
            ("large", Currency::NGN, 60_003),
            ("middle", Currency::NGN, 30_000),
            ("abroad", Currency::XOF, 3_000),
        ])
        .banks();
        let seen: Vec<_> = banks
            .iter()
            .map(|bank| (bank.bank_code.as_str(), bank.share, bank.rest_sum.as_str(), bank.rest_share))
            .collect();
        assert_eq!(
            seen,
            [
                ("large", 6_666, "900.10", 10_000),
                ("middle", 3_332, "300.07", 3_333),
                ("abroad", 10_000, "3000", 10_000),
                ("small", 0, "0.07", 0),
            ]
        );
    }

    #[test]
    fn a_sum_that_a_float_would_round_is_kept() {
        let sum = 9_007_199_254_740_993_i128;
        let banks = tally(&[("a", Currency::NGN, sum), ("b", Currency::NGN, sum)]).banks();
        assert_eq!(banks.first().map(|bank| bank.rest_sum.as_str()), Some("180143985094819.86"));
    }

    proptest! {
        #[test]
        fn the_shares_of_all_banks_are_no_more_than_the_whole(sums in prop::collection::vec(0..i64::MAX, 1..20)) {
            let codes: Vec<String> = (0..sums.len()).map(|at| at.to_string()).collect();
            let sums = codes.iter().zip(sums);
            let sums: Vec<_> = sums.map(|(code, minor)| (code.as_str(), Currency::NGN, i128::from(minor))).collect();
            let banks = tally(&sums).banks();
            prop_assert!(banks.iter().map(|bank| bank.share).sum::<u32>() <= 10_000);
            prop_assert!(banks.windows(2).all(|pair| pair[0].rest_share >= pair[1].rest_share));
        }
    }
}
