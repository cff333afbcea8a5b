//! The numbers by which a bank knows its transfers: two entries with one of them are about one transfer, and two debits of
//! which each has another are two.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use paysheet_domain::{Reference, Report};
use paysheet_ledger::StatementEntry;

use crate::outcomes::matching::MatchedRow;

/// Least characters of such a number, and least digits among them.
const CHARS_MIN: usize = 6;
const DIGITS_MIN: usize = 4;
/// A number that more payments have is of the account, the day or the office.
const PAYMENTS_MAX: usize = 20;
/// The length of a day in digits, and the century with which its year begins.
const DAY_DIGITS: usize = 8;
const CENTURY: &str = "20";

/// Returns the numbers in the text of an entry, without our own references and without days.
fn in_text(text: &str) -> BTreeSet<String> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric()).map(str::to_ascii_uppercase);
    words.filter(|word| is_number(word)).collect()
}

fn is_number(word: &str) -> bool {
    let digits = word.bytes().filter(u8::is_ascii_digit).count();
    let is_plain = digits == word.len();
    let has_century =
        word.starts_with(CENTURY) || word.get(DAY_DIGITS / 2..).is_some_and(|end| end.starts_with(CENTURY));
    let is_day = is_plain && word.len() == DAY_DIGITS && has_century;
    word.len() >= CHARS_MIN && digits >= DIGITS_MIN && !is_day && Reference::parse(word).is_none()
}

/// The payments whose debits have a number.
#[derive(Default)]
pub(super) struct Numbers(HashMap<String, BTreeSet<String>>);

impl Numbers {
    /// Collects those of the debits of a statement and of earlier ones.
    pub fn of(rows: &[MatchedRow], earlier: &BTreeMap<String, Vec<StatementEntry>>) -> Self {
        let mut all = Self::default();
        let debits = rows.iter().filter(|row| row.row.report == Some(Report::Successful));
        for MatchedRow { row, found } in debits {
            for found in found.iter().flatten() {
                all.add(&row.message, &found.payout.reference);
            }
        }
        for (reference, entries) in earlier {
            for entry in entries.iter().filter(|entry| entry.report == Report::Successful) {
                all.add(&entry.text, reference);
            }
        }
        all
    }

    fn add(&mut self, text: &str, payment: &str) {
        for number in in_text(text) {
            self.0.entry(number).or_default().insert(payment.to_owned());
        }
    }

    /// Returns the numbers of a text that no other payment than one has, without its account.
    pub fn own(&self, text: &str, account: &str) -> BTreeSet<String> {
        let is_own = |number: &String| self.0.get(number).is_none_or(|payments| payments.len() <= 1);
        in_text(text).into_iter().filter(|number| number != account && is_own(number)).collect()
    }

    /// Returns the references of the payments with a number of this text.
    pub fn named(&self, text: &str) -> BTreeSet<String> {
        let payments = in_text(text).into_iter().filter_map(|number| self.0.get(&number));
        payments.filter(|payments| payments.len() <= PAYMENTS_MAX).flatten().cloned().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_amounts_words_and_our_references_are_no_numbers() {
        let text = "NIP/FT26325ABC12 000013261120083000 20261120 20112026 1001.00 SALARY2026 ABCDEFGHIJKLMNOPQRSTUVWX34";
        assert_eq!(
            in_text(text).into_iter().collect::<Vec<_>>(),
            ["000013261120083000", "FT26325ABC12", "SALARY2026"]
        );
    }
}
