//! Infers what columns contain from their cells, for tables without headers and for unknown headers. The cells are
//! classified once for all countries; what a column contains in one country is then counted, not read again.

use std::collections::HashSet;

use paysheet_domain::{
    BankDirectory, CellValue, Country, CountrySet, Field,
    account::{MobileNumber, is_digits, mobile_number},
};
use strum::{EnumCount, IntoEnumIterator};

use super::known::Known;
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
/// Percentage of the cells that must look like accounts to raise a doubt about another column.
const ACCOUNTS_BESIDE_SHARE_MIN: usize = 30;
/// Digits of the shortest mobile number: eight in Burkina Faso, one less in a number cell, which loses a zero.
const MOBILE_DIGITS_MIN: usize = 7;
const BANK_CODE_CHARS_MAX: usize = 8;
/// Digits of the largest whole amount that content alone is taken for. Identity and telephone numbers have more.
const WHOLE_AMOUNT_DIGITS_MAX: usize = 9;
/// Number of digits of a NUBAN in a number cell, which loses up to two leading zeros.
const NUBAN_DIGITS: std::ops::RangeInclusive<usize> = 8..=10;

/// Number of cells for each country.
#[derive(Clone, Copy, Debug, Default)]
struct Counts([u32; Country::COUNT]);

impl Counts {
    fn add(&mut self, countries: CountrySet) {
        if countries.is_empty() {
            return;
        }
        for (count, country) in self.0.iter_mut().zip(Country::iter()) {
            *count += u32::from(countries.contains(country));
        }
    }

    fn of(&self, country: Country) -> usize {
        let count = self.0.get(country as usize).copied().unwrap_or(0);
        usize::try_from(count).unwrap_or(usize::MAX)
    }
}

/// What the cells of a column are, in all countries.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tally {
    filled: usize,
    amounts: usize,
    texts: usize,
    letters: usize,
    accounts: Counts,
    mobiles: Counts,
    bank_codes: Counts,
    /// Codes of branches, which name the bank too.
    sort_codes: Counts,
    bank_names: Counts,
    /// Cells that name a bank and no wallet, by its name or its code.
    banks: Counts,
    /// Cells of several words without digits: names of people, unless they name a bank.
    words: usize,
    words_of_banks: Counts,
    distinct: usize,
    counts_up: bool,
    before: Option<u64>,
}

impl Tally {
    /// Classifies the cells of each of the columns from the first to the last.
    pub fn of_columns(columns: usize, rows: &[&GridRow], known: &Known) -> Vec<Self> {
        let mut tallies = vec![Self { counts_up: true, ..Self::default() }; columns];
        for (column, value) in rows.iter().flat_map(|row| &row.cells) {
            if let Some(tally) = tallies.get_mut(usize::from(*column)) {
                tally.add(value, known);
            }
        }
        for (column, tally) in (0..).zip(&mut tallies) {
            // In a single row, only a number with which lists begin counts as a serial number.
            tally.counts_up &= tally.filled > 1 || tally.before.is_some_and(|number| number <= 1);
            // Only names have to differ, and most columns do not contain any.
            if share(tally.words, tally.filled) >= SHARE_MIN {
                let texts = rows.iter().filter_map(|row| row.cell(column)).map(bare_text);
                let texts = texts.filter(|text| !text.is_empty()).map(str::to_lowercase);
                tally.distinct = texts.collect::<HashSet<String>>().len();
            }
        }
        tallies
    }

    pub const fn filled(&self) -> usize {
        self.filled
    }

    /// Whether the column holds something, and most of it is numbers.
    pub fn is_of_digits(&self) -> bool {
        self.filled > 0 && share(self.texts, self.filled) < 100 - SHARE_MIN
    }

    fn add(&mut self, value: &CellValue, known: &Known) {
        let text = bare_text(value);
        if text.is_empty() {
            return;
        }
        known.count_classified();
        self.filled += 1;
        self.follow(text);
        let has_digits = text.contains(|c: char| c.is_ascii_digit());
        let letters = text.contains(char::is_alphabetic);
        self.letters += usize::from(letters && !has_digits);
        let is_day = matches!(value, CellValue::Date(_)) || is_day(text);
        let (accounts, mobiles) = if is_day { Default::default() } else { accounts_in(text) };
        self.accounts.add(accounts);
        self.mobiles.add(mobiles);
        self.amounts += usize::from(looks_like_amount(value, text));
        let is_short = text.len() <= BANK_CODE_CHARS_MAX;
        let coded = if is_short { BankDirectory::embedded().coded_in(text) } else { CountrySet::default() };
        self.bank_codes.add(coded);
        let sort_coded = BankDirectory::embedded().sort_coded_in(text);
        self.sort_codes.add(sort_coded);
        if letters {
            let named = known.bank_in(text).without(coded);
            self.bank_names.add(named);
            if !known.names_wallet(text) {
                self.banks.add(named.union(coded).union(sort_coded));
            }
            if !has_digits && text.split_whitespace().nth(1).is_some() {
                self.words += 1;
                self.words_of_banks.add(named);
            }
            self.texts += 1;
        } else {
            self.banks.add(coded.union(sort_coded));
        }
    }

    fn follow(&mut self, text: &str) {
        let number = text.parse::<u64>().ok();
        let follows = match (self.before, number) {
            (None, Some(_)) => true,
            (Some(before), Some(number)) => number == before.saturating_add(1),
            (_, None) => false,
        };
        self.counts_up &= follows;
        self.before = number;
    }
}

/// Returns the text of a cell without what only says that it is text.
fn bare_text(value: &CellValue) -> &str {
    value.text().trim().trim_start_matches('\'')
}

fn share(count: usize, filled: usize) -> usize {
    (count * 100).checked_div(filled).unwrap_or(0)
}

/// Statistics about the cells of a column in one country.
#[derive(Clone, Debug)]
pub(crate) struct Profile {
    pub filled: usize,
    accounts: usize,
    mobiles: usize,
    amounts: usize,
    bank_codes: usize,
    sort_codes: usize,
    bank_names: usize,
    /// Cells that name a bank and no wallet.
    pub banks: usize,
    names: usize,
    texts: usize,
    letters: usize,
    distinct: usize,
    counts_up: bool,
}

impl Profile {
    pub fn of(tally: &Tally, country: Country) -> Self {
        Self {
            filled: tally.filled,
            accounts: tally.accounts.of(country),
            mobiles: tally.mobiles.of(country),
            amounts: tally.amounts,
            bank_codes: tally.bank_codes.of(country),
            sort_codes: tally.sort_codes.of(country),
            bank_names: tally.bank_names.of(country),
            banks: tally.banks.of(country),
            names: tally.words.saturating_sub(tally.words_of_banks.of(country)),
            texts: tally.texts,
            letters: tally.letters,
            distinct: tally.distinct,
            counts_up: tally.counts_up,
        }
    }

    fn share(&self, count: usize) -> usize {
        share(count, self.filled)
    }

    /// Returns how well the cells fit a field, in percent; none if they do not.
    pub fn fits(&self, field: Field) -> Option<u8> {
        let distinct = self.share(self.distinct);
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
            | Field::PayDate
            | Field::Email
            | Field::Phone => 0,
        };
        let sure = share.min(100) * SURE_MAX / 100;
        if share >= SHARE_MIN { u8::try_from(sure).ok() } else { None }
    }

    /// Fields that can be inferred from cells alone.
    pub const fn inferable_fields(&self) -> [Field; 6] {
        use Field as F;
        [F::AccountNumber, F::BankName, F::BankCode, F::Amount, F::Name, F::Narration]
    }

    /// Whether most cells are words without digits.
    pub fn is_wordy(&self) -> bool {
        self.filled > 0 && self.share(self.letters) >= SHARE_MIN
    }

    /// Whether the words of most cells are those of other cells: a company or a scheme, and not people.
    pub fn repeats_words(&self) -> bool {
        self.filled > 1
            && self.share(self.names) >= SHARE_MIN
            && (self.distinct == 1 || self.share(self.distinct) < DISTINCT_NAMES_SHARE_MIN)
    }

    /// Whether most cells are one word without digits.
    pub fn is_of_single_words(&self) -> bool {
        self.is_wordy() && self.share(self.names) < SHARE_MIN
    }

    /// Whether the cells are numbers and other signs only.
    pub const fn has_no_letters(&self) -> bool {
        self.filled > 0 && self.texts == 0
    }

    /// Whether so many cells look like accounts that a telephone beside them may not be what is paid. Fewer than fit
    /// suffice: a summary below the table has other things in the same column.
    pub fn may_be_accounts(&self) -> bool {
        self.filled > 0 && self.share(self.accounts) >= ACCOUNTS_BESIDE_SHARE_MIN
    }

    /// Whether most cells look like mobile numbers.
    pub fn is_mobiles(&self) -> bool {
        self.filled > 0 && self.share(self.mobiles) >= SHARE_MIN
    }

    /// Whether most cells are codes of known banks or of their branches. Only a heading tells these from accounts and
    /// amounts.
    pub fn is_bank_codes(&self) -> bool {
        self.filled > 0 && self.share(self.bank_codes.max(self.sort_codes)) >= SHARE_MIN
    }
}

/// Returns the countries in which a text looks like an account or a mobile number, and those in which it looks like a
/// mobile number.
fn accounts_in(text: &str) -> (CountrySet, CountrySet) {
    let is_sign = |c: char| matches!(c, ' ' | '-' | '\u{a0}');
    if !text.contains(|c: char| c.is_ascii_digit())
        || text.contains(|c: char| !c.is_ascii_digit() && c != '+' && !is_sign(c))
    {
        return <(CountrySet, CountrySet)>::default();
    }
    let digits = text.replace(is_sign, "");
    let digits = digits.strip_prefix('+').unwrap_or(&digits);
    if !is_digits(digits) {
        return <(CountrySet, CountrySet)>::default();
    }
    let is_long = (ACCOUNT_DIGITS_MIN..=ACCOUNT_DIGITS_MAX).contains(&digits.len());
    let is_nuban = NUBAN_DIGITS.contains(&digits.len());
    let may_be_mobile = digits.len() >= MOBILE_DIGITS_MIN;
    let mobiles =
        CountrySet::of(|country| may_be_mobile && mobile_number(country, digits) != MobileNumber::Unknown);
    let accounts = CountrySet::of(|country| {
        (if country == Country::NG { is_nuban } else { is_long }) || mobiles.contains(country)
    });
    (accounts, mobiles)
}

/// Whether a text is a day in figures, with its year of four digits at one end: `2015-04-03`, `03-04-2015`.
fn is_day(text: &str) -> bool {
    let parts: Vec<&str> = text.split(['-', '/', '.']).collect();
    let is_year = |part: &str| part.len() == 4 && (part.starts_with("19") || part.starts_with("20"));
    let is_short = |part: &str| (1..=2).contains(&part.len());
    let [first, middle, last] = parts.as_slice() else { return false };
    let has_year = (is_year(first) && is_short(last)) || (is_short(first) && is_year(last));
    has_year && is_short(middle) && parts.iter().all(|part| is_digits(part))
}

fn looks_like_amount(value: &CellValue, text: &str) -> bool {
    match value {
        CellValue::Number(_) => !is_identity(text),
        CellValue::FormulaWithoutValue => true,
        CellValue::Text(_) => {
            let digits = text.chars().filter(char::is_ascii_digit).count();
            // Codes and accounts have leading zeros, amounts do not.
            let is_code = text.starts_with('0') && text.as_bytes().get(1).is_some_and(u8::is_ascii_digit);
            let signs = text
                .chars()
                .filter(|c| !c.is_ascii_digit() && !matches!(c, '.' | ',' | ' ' | '\u{a0}' | '\u{202f}'));
            // Four characters leave room for a currency sign or code.
            digits > 0
                && !is_code
                && signs.count() <= 4
                && !text.contains(['/', ':', '@', '%'])
                && !is_parted(text)
                && !is_identity(text)
        }
        CellValue::Bool(_) | CellValue::Date(_) | CellValue::Percent(_) | CellValue::Error(_) => false,
    }
}

/// Whether a text is digits alone, and more of them than an amount has: a national identity or a telephone number.
fn is_identity(text: &str) -> bool {
    text.len() > WHOLE_AMOUNT_DIGITS_MAX && is_digits(text)
}

/// Whether hyphens or several points part the digits as in a date (`2015-04-03`, `03.04.2015`) or a number of a
/// document. Points before groups of three digits are an amount's.
fn is_parted(text: &str) -> bool {
    let has_digits = |part: &str| part.contains(|c: char| c.is_ascii_digit());
    let by_hyphen = text.split('-').filter(|part| has_digits(part)).count() > 1;
    let by_points: Vec<&str> = text.split('.').collect();
    let is_group = |part: &&str| part.len() == 3 && is_digits(part);
    by_hyphen
        || (by_points.len() == 3
            && by_points.iter().all(|part| is_digits(part))
            && !by_points.iter().skip(1).all(is_group))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_amount_is_no_share_date_or_identity() {
        let text = |text: &str| CellValue::Text(text.into());
        let number = |text: &str| CellValue::Number(text.into());
        for (value, expected) in [
            (text("125,000.50"), true),
            (text("1.250.000"), true),
            (text("NGN 98000"), true),
            (text("-500"), true),
            (text("98000-"), true),
            (number("125000.5"), true),
            (number("999999999"), true),
            (number("12345678901"), false),
            (text("22345678901"), false),
            (text("12%"), false),
            (text("2015-04-03"), false),
            (text("03-04-15"), false),
            (text("03.04.2015"), false),
            (text("3/4/2015"), false),
            (text("08-123-4567"), false),
            (text("0000014579"), false),
            (CellValue::Percent("0.12".into()), false),
            (CellValue::Date("2015-04-03".into()), false),
        ] {
            assert_eq!(looks_like_amount(&value, bare_text(&value)), expected, "{value:?}");
        }
    }
}
