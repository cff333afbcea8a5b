//! Money that came back. A debit with our reference is certain only if no other row with that reference, or of its batch, may
//! say that it was returned. A return that only names the person is shown beside it.

use std::collections::{BTreeMap, BTreeSet};

use paysheet_domain::{
    CellValue, MatchedBy, Money, Report,
    checks::{comparable, stated_amounts},
};
use paysheet_ledger::ListedPayout;

use super::known::{Known, KnownBatch, days, found, is_sum_of};
use crate::{
    outcomes::{
        matching::{self, MatchedRow, PayoutMatch, is_in_currency},
        rows::FileRow,
    },
    view::OutcomeProblem,
};

/// Days after sending in which a payment may be returned.
pub(super) const DAYS_AFTER: i64 = 30;
/// A return may be less a charge. Least share of the payment, as a divisor: what is less is a charge that came back.
const SHARE_MIN: i64 = 2;
/// The beginnings of words about returns, without accents and in lower case: English, French, Portuguese, and as banks
/// abbreviate them.
const WORDS: [&str; 21] = [
    "return",
    "revers",
    "rvsl",
    "rvs",
    "rtn",
    "reject",
    "refund",
    "bounce",
    "recall",
    "unpaid",
    "undeliver",
    "failed",
    "retour",
    "rejet",
    "rembours",
    "restitu",
    "annul",
    "contrepass",
    "devol",
    "estorn",
    "extourn",
];

/// The abbreviation that is the beginning of other words (revenue).
const SHORT_WORD: &str = "rev";

/// Whether money that came in under the reference of a payout is its return.
pub(super) fn is_return_of(payout: &ListedPayout, row: &FileRow, amount: &CellValue) -> bool {
    row.report == Some(Report::PossibleReversal)
        && is_in_currency(row, payout.amount)
        && is_most_of(amount, payout.amount)
}

/// Whether money came in under the reference of a payout, and nobody can read how much.
pub(super) fn cannot_be_read(payout: &ListedPayout, row: &FileRow, amount: &CellValue) -> bool {
    row.report == Some(Report::PossibleReversal)
        && stated_amounts(amount, payout.amount.currency()).is_empty()
}

pub(super) fn is_most_of(amount: &CellValue, of: Money) -> bool {
    stated_amounts(amount, of.currency()).iter().any(|stated| stated.minor() >= of.minor() / SHARE_MIN)
}

/// Refuses debits of payouts beside which something else stands that may say that their money came back: a return of their
/// batch, or a row with their reference that cannot be used.
pub(super) fn refuse_debits_beside(rows: &mut [MatchedRow]) {
    let mut in_the_way = BTreeMap::<String, Vec<Option<CellValue>>>::new();
    let mut returned = BTreeSet::new();
    for MatchedRow { row, found } in rows.iter().filter(is_in_the_way) {
        match found {
            Ok(all) if row.report == Some(Report::PossibleReversal) => {
                returned.extend(all.iter().map(|found| found.payout.reference.clone()));
            }
            Ok(_) | Err(_) => {
                for reference in matching::own_references(row) {
                    in_the_way.entry(reference).or_default().push(row.amount.clone());
                }
            }
        }
    }
    // A fee has the reference of its payment as well.
    let may_return = |payout: &ListedPayout, amount: &Option<CellValue>| {
        let amount =
            amount.as_ref().filter(|amount| !stated_amounts(amount, payout.amount.currency()).is_empty());
        amount.is_none_or(|amount| is_most_of(amount, payout.amount))
    };
    let is_refused = |found: &PayoutMatch| {
        let payout = &found.payout;
        let amounts = [&payout.reference, &payout.batch_reference];
        let mut amounts = amounts.into_iter().filter_map(|reference| in_the_way.get(reference)).flatten();
        // A debit of the whole batch and its return are refused together, like all that waits for the user.
        let is_returned = found.by == MatchedBy::Reference && returned.contains(&payout.reference);
        found.report.report == Report::Successful
            && (is_returned || amounts.any(|amount| may_return(payout, amount)))
    };
    for row in rows {
        if row.found.as_ref().is_ok_and(|all| all.iter().any(is_refused)) {
            row.found = Err(OutcomeProblem::SeveralRows);
        }
    }
}

/// Whether a row may say of whom it names that their money came back, and is no certain word about it.
fn is_in_the_way(MatchedRow { row, found }: &&MatchedRow) -> bool {
    match row.report {
        Some(Report::PossibleReversal) => {
            found.as_ref().map_or(true, |all| all.iter().any(|found| found.by == MatchedBy::BatchSum))
        }
        Some(Report::Unclear) => says_returned(&row.status),
        Some(_) => false,
        None => true,
    }
}

impl Known<'_> {
    /// Returns what money that came back is about: a payment, or a batch as a whole. The nearest days count first: somebody
    /// gets the same amount every month.
    pub(super) fn returned(
        &self,
        row: &FileRow,
        amount: &CellValue,
        own: &BTreeSet<String>,
    ) -> Result<Vec<PayoutMatch>, OutcomeProblem> {
        let all_days = days(row);
        for after in [matching::DAYS_AFTER, DAYS_AFTER] {
            let days = (all_days.as_slice(), after);
            let payouts = if own.is_empty() { self.payouts(row, amount, days) } else { Vec::new() };
            // The account is often filled with exactly what a batch needs.
            let may_be_batch = !own.is_empty() || says_returned(&row.message);
            let is_batch = |batch: &&KnownBatch<'_>| may_be_batch && is_sum_of(row, amount, days, own, batch);
            let batches: Vec<_> = self.batches.iter().filter(is_batch).collect();
            let back = |by, payout| found(by, payout, row, Report::PossibleReversal);
            match (payouts.as_slice(), batches.as_slice()) {
                ([], []) => {}
                ([(by, payout)], []) => return Ok(vec![back(*by, payout)]),
                ([], [batch]) => {
                    return Ok(batch
                        .payouts
                        .iter()
                        .map(|payout| back(MatchedBy::BatchSum, payout))
                        .collect());
                }
                _ => return Err(OutcomeProblem::SeveralPayments),
            }
        }
        Err(if own.is_empty() { OutcomeProblem::NoSuchPayment } else { OutcomeProblem::UnknownReference })
    }
}

pub(super) fn says_returned(text: &str) -> bool {
    comparable(text)
        .split(' ')
        .any(|word| word == SHORT_WORD || WORDS.iter().any(|start| word.starts_with(start)))
}
