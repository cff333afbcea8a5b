//! Money that came back. A debit with our reference is certain only if nothing in the statement says that it was returned.

use std::collections::BTreeSet;

use paysheet_domain::{
    CellValue, MatchedBy, Report,
    checks::{comparable, stated_amounts},
};
use paysheet_ledger::ListedPayout;

use super::{Found, Known, MatchedRow, days, found, is_in_currency, is_sum_of, matching};
use crate::{outcomes::rows::FileRow, view::OutcomeProblem};

/// Days after sending in which a payment may be returned.
pub(super) const DAYS_AFTER: i64 = 30;
/// A return may be less a charge. Least share of the payment, as a divisor: what is less is a charge that came back.
const SHARE_MIN: i64 = 2;
/// The beginnings of words about returns, without accents and in lower case: English, French, Portuguese, and as banks
/// abbreviate them.
const WORDS: [&str; 10] =
    ["return", "revers", "rvsl", "reject", "refund", "retour", "rejet", "devol", "estorn", "extourn"];

/// The abbreviation that is the beginning of other words (revenue).
const SHORT_WORD: &str = "rev";

/// Whether money that came in under the reference of a payout is its return.
pub(super) fn is_return_of(payout: &ListedPayout, row: &FileRow, amount: &CellValue) -> bool {
    let least = payout.amount.minor() / SHARE_MIN;
    row.report == Some(Report::PossibleReversal)
        && is_in_currency(row, payout.amount)
        && stated_amounts(amount, payout.amount.currency()).iter().any(|stated| stated.minor() >= least)
}

/// Refuses debits of payouts that another row names which cannot be used, and which is no debit: it may say that the money
/// came back.
pub(super) fn refuse_debits_beside(rows: &mut [MatchedRow]) {
    let is_in_the_way = |row: &&MatchedRow| match &row.found {
        Ok(_) | Err(OutcomeProblem::OtherAmount) => false,
        Err(_) => row.row.report != Some(Report::Successful),
    };
    let named: BTreeSet<String> =
        rows.iter().filter(is_in_the_way).flat_map(|row| matching::own_references(&row.row)).collect();
    for row in rows {
        let is_named = |found: &Found| named.contains(&found.payout.reference);
        if row.found.as_ref().is_ok_and(|all| all.iter().any(is_named)) {
            row.found = Err(OutcomeProblem::SeveralRows);
        }
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
    ) -> Result<Vec<Found>, OutcomeProblem> {
        let all_days = days(row);
        for after in [matching::DAYS_AFTER, DAYS_AFTER] {
            let days = (all_days.as_slice(), after);
            let payouts = if own.is_empty() { self.payouts(row, amount, days) } else { Vec::new() };
            // The account is often filled with exactly what a batch needs.
            let may_be_batch = !own.is_empty() || says_returned(&row.message);
            let is_batch =
                |batch: &&Vec<&ListedPayout>| may_be_batch && is_sum_of(row, amount, days, own, batch);
            let batches: Vec<_> = self.batches.iter().filter(is_batch).collect();
            let back = |by, payout| found(by, payout, row, Report::PossibleReversal);
            match (payouts.as_slice(), batches.as_slice()) {
                ([], []) => {}
                ([(by, payout)], []) => return Ok(vec![back(*by, payout)]),
                ([], [batch]) => {
                    return Ok(batch.iter().map(|payout| back(MatchedBy::BatchSum, payout)).collect());
                }
                _ => return Err(OutcomeProblem::SeveralPayments),
            }
        }
        Err(if own.is_empty() { OutcomeProblem::NoSuchPayment } else { OutcomeProblem::UnknownReference })
    }
}

fn says_returned(text: &str) -> bool {
    comparable(text)
        .split(' ')
        .any(|word| word == SHORT_WORD || WORDS.iter().any(|start| word.starts_with(start)))
}
