//! From the cells of a row to a recipient that can be paid, with every problem on the way. Nothing is repaired
//! silently: a value is cleaned by the rules of text and digits, everything else is a problem with a suggestion.

use serde::{Deserialize, Serialize};

use crate::{
    bank::BankDirectory,
    cell::SourceRow,
    country::Country,
    money::{Currency, Money},
    problem::Problem,
};

/// How a column of amounts writes its decimals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum DecimalConvention {
    /// `1,234.50`
    Point,
    /// `1.234,50`
    Comma,
    /// Nothing in the column tells: a text such as `1.234` stays ambiguous.
    #[default]
    Unsettled,
}

/// What a row is read against.
#[derive(Clone, Copy, Debug)]
pub struct CheckContext<'a> {
    /// Country and currency of rows that name none.
    pub country: Country,
    pub currency: Currency,
    pub directory: &'a BankDirectory,
    pub convention: DecimalConvention,
}

/// What a row says once read: a value is none where it is missing or cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecipientDraft {
    pub name: Option<String>,
    /// Digits as they stand, cleaned of spaces and signs, before any suggestion.
    pub account_number: Option<String>,
    /// The bank's name as the directory has it where the bank is known, else as the file has it.
    pub bank_name: Option<String>,
    /// Known code of the directory.
    pub bank_code: Option<String>,
    pub branch_code: Option<String>,
    pub amount: Option<Money>,
    pub country: Country,
    pub currency: Currency,
    pub narration: Option<String>,
    pub reference: Option<String>,
    pub employee_id: Option<String>,
}

/// A row with everything that is wrong with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckedRow {
    pub recipient: RecipientDraft,
    pub problems: Vec<Problem>,
}

/// Reads and checks one row by itself.
#[must_use]
pub fn check_row(row: &SourceRow, context: &CheckContext<'_>) -> CheckedRow {
    let _ = (row, context);
    unreachable!("written next")
}

/// Checks rows against each other: the same account twice (`duplicate_account`), with the same amount
/// (`duplicate_payment`), the same name with two accounts. Answers the index of the row and its problem; the
/// problem's `rows` are the file rows it is alike with. Excluded rows are left out by the caller.
#[must_use]
pub fn check_together<'a>(
    rows: impl IntoIterator<Item = (usize, u32, &'a RecipientDraft)>,
) -> Vec<(usize, Problem)> {
    let _ = rows.into_iter();
    Vec::new()
}
