//! Rows whose names are like labels: the lines of groups, which are nobody, and payees called like a total or an example.

use paysheet_domain::{Cell, Column, Field};
use rust_decimal::Decimal;

use super::{ACCOUNT_DIGITS_MIN, RowReader};
use crate::{
    detect::{
        people::figures,
        words::{not_to_pay::names_unpaid_group, numbers},
    },
    formats::GridRow,
    vocabulary::{begins_example, behind_label_of_payee, is_known_phrase, is_known_words},
};

/// Maximum number of digits of the number of people in a group.
const COUNT_DIGITS_MAX: usize = 4;

impl RowReader {
    /// Whether a row is the line of a group above its people: `Administration (3)` or `PAID IN CASH` with their sum, and no
    /// account or bank.
    pub(crate) fn is_of_group(&self, row: &GridRow) -> bool {
        let whose = [Field::AccountNumber, Field::BankName, Field::BankCode];
        let name = self.table.column_of(Field::Name).and_then(|at| row.cell(at));
        name.is_some_and(|name| ends_in_count(name.text()) || names_unpaid_group(name.text()))
            && whose.into_iter().filter(|field| self.table.has(*field)).count() > 1
            && !whose.into_iter().any(|field| row.says(self.table.column_of(field)))
    }

    /// Returns whether a skipped row with an account, a bank and an amount may be a payee whose name begins like a label:
    /// `Example Moyo`, `Grand Total Stores`.
    pub fn may_be_payee(&self, row: &GridRow) -> bool {
        let is_paid = self.digits(row, Field::Amount) > 0 && !self.amount_is_nothing(row);
        self.names_bank_of(row)
            && is_paid
            && self.digits(row, Field::AccountNumber) >= ACCOUNT_DIGITS_MIN
            && self.words_behind_label(row).is_some_and(|words| !is_known_phrase(&words))
    }

    /// Whether a row has everything of a person but the account, and only a name that begins like the label of a total:
    /// `Total Okafor`. A total has no number among the people, and no bank.
    pub(crate) fn is_payee_like_total(&self, row: &GridRow) -> bool {
        let name = self.table.column_of(Field::Name).and_then(|at| row.cell(at));
        let is_name = |name: &str| name.split_whitespace().count() > 1 && !is_known_words(name);
        self.names_bank_of(row)
            && self.is_numbered(row)
            && self.digits(row, Field::Amount) > 0
            && name.is_some_and(|name| is_name(name.text()) && !figures::is_count_or_sum(name.text()))
    }

    fn names_bank_of(&self, row: &GridRow) -> bool {
        [Field::BankName, Field::BankCode].into_iter().any(|field| row.says(self.table.column_of(field)))
    }

    fn words_behind_label(&self, row: &GridRow) -> Option<String> {
        let name = self.table.column_of(Field::Name).and_then(|at| row.cell(at))?;
        behind_label_of_payee(name.text())
    }

    /// Returns the name of a payee in the place of an example, directly below the headings. Perhaps it is one.
    pub fn name_like_example(&self, row: &GridRow) -> Option<Box<Cell>> {
        let is_below =
            self.header.as_ref().is_some_and(|header| row.number == header.number.saturating_add(1));
        let at = self.table.column_of(Field::Name).filter(|_| is_below)?;
        let name = row.cell(at).filter(|name| begins_example(name.text()))?;
        Some(Box::new(Cell { column: Some(Column(at)), value: name.clone() }))
    }

    /// Returns the number in the row's cell of the amounts.
    pub fn amount_of(&self, row: &GridRow) -> Option<Decimal> {
        numbers::number(row.cell(self.table.column_of(Field::Amount)?)?)
    }
}

/// Whether a text ends in the number of a group's people: `Stores (2)`, `Stores [2]`, `Stores - 2`.
fn ends_in_count(text: &str) -> bool {
    let text = text.trim_end().trim_end_matches([')', ']']).trim_end();
    let label = text.trim_end_matches(|c: char| c.is_ascii_digit());
    let digits = text.len() - label.len();
    (1..=COUNT_DIGITS_MAX).contains(&digits)
        && label.trim_end().ends_with(['(', '[', '-', '\u{2013}', ':'])
        && label.contains(char::is_alphabetic)
}
