//! Infers what columns contain from their cells, for tables without headers and for unknown headers.

use std::collections::HashSet;

use paysheet_domain::{
    BankDirectory, CellValue, Country, Field,
    account::{MobileNumber, is_digits, mobile_number},
    bank::BankMatch,
};

use crate::formats::GridRow;

/// Percentage of cells that must fit before a column is assigned a field.
const SHARE_MIN: usize = 60;
/// Highest confidence in percent that content alone reaches. It is always below that of a header.
const SURE_MAX: usize = 85;
/// Percentage of different values that a column of names needs. Names differ from row to row; narrations and banks
/// repeat.
const DISTINCT_NAMES_SHARE_MIN: usize = 50;
const ACCOUNT_DIGITS_MIN: usize = 9;
const ACCOUNT_DIGITS_MAX: usize = 20;
const BANK_CODE_CHARS_MAX: usize = 8;
/// Number of digits of a NUBAN in a number cell, which loses up to two leading zeros.
const NUBAN_DIGITS: std::ops::RangeInclusive<usize> = 8..=10;

/// Statistics about the cells of a column.
#[derive(Clone, Debug, Default)]
pub(crate) struct Profile {
    pub filled: usize,
    accounts: usize,
    amounts: usize,
    bank_codes: usize,
    bank_names: usize,
    names: usize,
    texts: usize,
    pub letters: usize,
    distinct: HashSet<String>,
    counts_up: bool,
}

impl Profile {
    pub fn of<'a>(column: u16, rows: impl Iterator<Item = &'a GridRow>, country: Country) -> Self {
        let mut profile = Self { counts_up: true, ..Self::default() };
        let mut before: Option<u64> = None;
        for value in rows.filter_map(|row| row.cell(column)) {
            let shown = value.shown();
            let text = shown.trim().trim_start_matches('\'');
            if text.is_empty() {
                continue;
            }
            profile.add(value, text, country);
            let number = text.parse::<u64>().ok();
            let follows = match (before, number) {
                (None, Some(_)) => true,
                (Some(before), Some(number)) => number == before.saturating_add(1),
                (_, None) => false,
            };
            profile.counts_up &= follows;
            before = number;
        }
        // In a single row, only a number with which lists begin counts as a serial number.
        profile.counts_up &= profile.filled > 1 || before.is_some_and(|number| number <= 1);
        profile
    }

    fn add(&mut self, value: &CellValue, text: &str, country: Country) {
        self.filled += 1;
        self.distinct.insert(text.to_lowercase());
        let has_digits = text.contains(|c: char| c.is_ascii_digit());
        let letters = text.contains(char::is_alphabetic);
        self.letters += usize::from(letters && !has_digits);
        self.accounts += usize::from(looks_like_account(text, country));
        self.amounts += usize::from(looks_like_amount(value, text));
        let directory = BankDirectory::embedded();
        let coded = text.len() <= BANK_CODE_CHARS_MAX && directory.by_code(country, text).is_some();
        self.bank_codes += usize::from(coded);
        if letters {
            let found = !coded && !matches!(directory.find(country, text), BankMatch::None(_));
            self.bank_names += usize::from(found);
            self.names += usize::from(!found && !has_digits && text.split_whitespace().count() > 1);
            self.texts += 1;
        }
    }

    fn share(&self, count: usize) -> usize {
        (count * 100).checked_div(self.filled).unwrap_or(0)
    }

    /// Returns how well the cells fit a field, in percent; none if they do not.
    pub fn fits(&self, field: Field) -> Option<u8> {
        let distinct = self.share(self.distinct.len());
        let share = match field {
            Field::AccountNumber => self.share(self.accounts),
            Field::BankCode => self.share(self.bank_codes),
            Field::BankName => self.share(self.bank_names),
            Field::Name if distinct >= DISTINCT_NAMES_SHARE_MIN => self.share(self.names),
            Field::Amount if !self.counts_up && self.share(self.bank_codes) < SHARE_MIN => {
                self.share(self.amounts)
            }
            Field::Narration => self.share(self.texts),
            Field::Name
            | Field::Amount
            | Field::BranchCode
            | Field::BranchName
            | Field::Currency
            | Field::Country
            | Field::Reference
            | Field::EmployeeId
            | Field::PayDate => 0,
        };
        let sure = share.min(100) * SURE_MAX / 100;
        if share >= SHARE_MIN { u8::try_from(sure).ok() } else { None }
    }

    /// Fields that can be inferred from cells alone.
    pub const fn told_fields(&self) -> [Field; 6] {
        use Field as F;
        [F::AccountNumber, F::BankName, F::BankCode, F::Amount, F::Name, F::Narration]
    }

    /// Whether most cells are words without digits.
    pub fn is_wordy(&self) -> bool {
        self.filled > 0 && self.share(self.letters) >= SHARE_MIN
    }

    /// Whether most cells are known bank codes.
    pub fn is_bank_codes(&self) -> bool {
        self.filled > 0 && self.share(self.bank_codes) >= SHARE_MIN
    }
}

fn looks_like_account(text: &str, country: Country) -> bool {
    let digits: String = text.chars().filter(|c| !matches!(c, ' ' | '-' | '\u{a0}')).collect();
    let digits = digits.strip_prefix('+').unwrap_or(&digits);
    if !is_digits(digits) {
        return false;
    }
    let long = (ACCOUNT_DIGITS_MIN..=ACCOUNT_DIGITS_MAX).contains(&digits.len());
    let fits = if country == Country::NG { NUBAN_DIGITS.contains(&digits.len()) } else { long };
    fits || mobile_number(country, digits) != MobileNumber::Unknown
}

fn looks_like_amount(value: &CellValue, text: &str) -> bool {
    match value {
        CellValue::Number(_) | CellValue::FormulaWithoutValue => true,
        CellValue::Text(_) => {
            let digits = text.chars().filter(char::is_ascii_digit).count();
            // Codes and accounts have leading zeros, amounts do not.
            let is_code = text.starts_with('0') && text.as_bytes().get(1).is_some_and(u8::is_ascii_digit);
            let signs = text
                .chars()
                .filter(|c| !c.is_ascii_digit() && !matches!(c, '.' | ',' | ' ' | '\u{a0}' | '\u{202f}'));
            // Four characters leave room for a currency sign or code.
            digits > 0 && !is_code && signs.count() <= 4 && !text.contains(['/', ':', '@'])
        }
        CellValue::Bool(_) | CellValue::Date(_) | CellValue::Percent(_) | CellValue::Error(_) => false,
    }
}
