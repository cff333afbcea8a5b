//! The payouts that the entries of a statement may be about, and how an entry names one.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use jiff::civil::Date;
use paysheet_domain::{
    CellValue, Currency, MatchedBy, Money, Report,
    checks::{comparable, stated_amounts},
};
use paysheet_ledger::{BatchKey, ListedPayout, PayoutReport};

use crate::{
    outcomes::{
        matching::{PayoutMatch, is_in_currency, is_near, states},
        rows::FileRow,
    },
    view::dates,
};

/// Least digits of an account that is looked for in the text of an entry.
const ACCOUNT_DIGITS_MIN: usize = 6;
/// Least letters of a name that has only one word.
const NAME_LETTERS_MIN: usize = 5;

pub(super) fn days(row: &FileRow) -> Vec<Date> {
    row.date.as_deref().map(dates::days).unwrap_or_default()
}

/// The days that an entry may mean, and how many days after sending it may come.
pub(super) type Days<'d> = (&'d [Date], i64);

/// The payouts that entries may be about.
pub(super) struct Known<'a> {
    pub named: HashMap<String, ListedPayout>,
    by_amount: HashMap<Money, Vec<&'a ListedPayout>>,
    pub batches: Vec<KnownBatch<'a>>,
    currencies: BTreeSet<Currency>,
}

impl<'a> Known<'a> {
    pub fn of(sent: &'a [ListedPayout], named: Vec<ListedPayout>) -> Self {
        let mut by_amount = HashMap::<Money, Vec<&ListedPayout>>::new();
        let mut batches = BTreeMap::<BatchKey, Vec<&ListedPayout>>::new();
        for payout in sent {
            by_amount.entry(payout.amount).or_default().push(payout);
            batches.entry(payout.batch).or_default().push(payout);
        }
        Self {
            named: named.into_iter().map(|payout| (payout.reference.clone(), payout)).collect(),
            by_amount,
            batches: batches.into_values().filter_map(KnownBatch::of).collect(),
            currencies: sent.iter().map(|payout| payout.amount.currency()).collect(),
        }
    }

    /// Returns the payouts that an entry names by account or name, with which of them.
    pub fn payouts(
        &self,
        row: &FileRow,
        amount: &CellValue,
        days: Days<'_>,
    ) -> Vec<(MatchedBy, &'a ListedPayout)> {
        let amounts = self.currencies.iter().flat_map(|currency| stated_amounts(amount, *currency));
        let payouts = amounts.filter_map(|amount| self.by_amount.get(&amount)).flatten().copied();
        let fits = |payout: &&ListedPayout| is_near(payout, days) && is_in_currency(row, payout.amount);
        payouts.filter(fits).filter_map(|payout| Some((named_by(row, payout)?, payout))).collect()
    }
}

/// A batch with its sum, which would be added up for each of thousands of entries otherwise.
pub(super) struct KnownBatch<'a> {
    first: &'a ListedPayout,
    pub payouts: Vec<&'a ListedPayout>,
    sum: Money,
}

impl<'a> KnownBatch<'a> {
    fn of(payouts: Vec<&'a ListedPayout>) -> Option<Self> {
        let first = *payouts.first()?;
        let sum = Money::sum(first.amount.currency(), payouts.iter().map(|payout| payout.amount)).ok()?;
        Some(Self { first, payouts, sum })
    }
}

/// Whether an entry is the sum of a batch, and names no other batch. Where a batch has one payment, that is meant unless the
/// batch is named.
pub(super) fn is_sum_of(
    row: &FileRow,
    amount: &CellValue,
    days: Days<'_>,
    own: &BTreeSet<String>,
    batch: &KnownBatch<'_>,
) -> bool {
    let is_named = own.contains(&batch.first.batch_reference);
    (is_named || own.is_empty() && batch.payouts.len() > 1)
        && is_near(batch.first, days)
        && states(amount, batch.sum)
        && is_in_currency(row, batch.sum)
}

/// Returns by what an entry names the recipient: the account, or else the name; none if by neither.
pub(super) fn named_by(row: &FileRow, payout: &ListedPayout) -> Option<MatchedBy> {
    let text = format!("{} {}", row.account.as_deref().unwrap_or_default(), row.message);
    let plain: String = text.chars().filter(char::is_ascii_alphanumeric).collect();
    let account = payout.account_number.as_str();
    if account.len() >= ACCOUNT_DIGITS_MIN && plain.contains(account) {
        return Some(MatchedBy::Account);
    }
    let text = comparable(&text);
    let words: BTreeSet<&str> = text.split(' ').collect();
    let name = comparable(&payout.name);
    let parts: Vec<&str> = name.split(' ').collect();
    let is_long_enough = parts.len() > 1 || name.chars().count() >= NAME_LETTERS_MIN;
    let is_named = is_long_enough && parts.iter().all(|part| words.contains(part));
    is_named.then_some(MatchedBy::Name)
}

pub(super) fn found(by: MatchedBy, payout: &ListedPayout, row: &FileRow, report: Report) -> PayoutMatch {
    let report = PayoutReport {
        message: row.message.clone(),
        amount: Some(payout.amount.digits()),
        // By the day, a later statement tells another debit from the same one.
        status: row.date.clone().unwrap_or_default(),
        read_by: row.read_by.clone(),
        ..PayoutReport::new(&payout.reference, report, "")
    };
    PayoutMatch { by, payout: payout.clone(), report, earlier_debits: Vec::new(), is_beside_return: false }
}
