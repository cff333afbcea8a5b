//! What the cells of lists are by themselves: values of payments, or words.

use paysheet_domain::{CellValue, Reference, checks::comparable};

use crate::{formats::GridRow, model::ListField, vocabulary::says_nothing_to_pay};

/// Least cells of a row of headings. A title has one.
pub(super) const HEADINGS_MIN: usize = 2;
/// Least digits of a number that is an account or a date, and no heading.
const VALUE_DIGITS_MIN: usize = 6;
/// Least values of a row that may be about a payment which it does not name by our reference: an account and an amount, a
/// date and an amount.
const VALUES_MIN: usize = 2;
/// Least letters of a word beside which a number is no value: `Status at 30/11/2026`, but `NGN 1,000.00`.
const WORD_LETTERS_MIN: usize = 4;
/// Years that headings have.
const YEARS: std::ops::RangeInclusive<u16> = 1990..=2099;
/// What stands in place of a reference or an account that a payment does not have.
const PLACEHOLDERS: [&str; 8] =
    ["n a", "na", "null", "unknown", "not available", "not assigned", "inconnu", "desconhecido"];

/// Returns the cells of a row that are not blank.
pub(super) fn filled(row: &GridRow) -> impl Iterator<Item = (u16, &CellValue)> {
    // A formula without a value has no text, and is no blank cell.
    let is_filled =
        |value: &CellValue| *value == CellValue::FormulaWithoutValue || !value.text().trim().is_empty();
    row.cells.iter().filter(move |(_, value)| is_filled(value)).map(|(at, value)| (*at, value))
}

/// Whether a row may be about a payment, whatever its columns are.
pub(super) fn may_be_about_a_payment(row: &GridRow) -> bool {
    let values = filled(row).filter(|(_, value)| is_value(value));
    filled(row).any(|(_, value)| is_reference(value.text())) || values.count() >= VALUES_MIN
}

/// Whether a row is about the payment of one of our references. A reference behind its label is that of a batch:
/// `Batch reference | ABC...`.
pub(super) fn names_payment(row: &GridRow) -> bool {
    let mut cells = filled(row);
    let label = cells.next().filter(|(_, value)| is_name(value) && !is_reference(value.text()));
    let is_labelled = label.is_some() && cells.count() == 1;
    !is_labelled && filled(row).any(|(_, value)| is_reference(value.text()))
}

/// Returns a heading without differences of spaces and capitals.
pub(super) fn comparable_heading(heading: &str) -> String {
    heading.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

/// Whether a cell is a reference, a number or a date, and no heading.
pub(super) fn is_value(value: &CellValue) -> bool {
    let CellValue::Text(text) = value else { return true };
    let text = text.trim();
    let digits = text.chars().filter(char::is_ascii_digit).count();
    let has_letters = text.chars().any(char::is_alphabetic);
    is_reference(text) || digits >= VALUE_DIGITS_MIN || (digits > 0 && !has_letters)
}

/// Whether a text has the form of our references.
pub(super) fn is_reference(text: &str) -> bool {
    Reference::parse(&text.trim().to_ascii_uppercase()).is_some()
}

/// Whether a cell is a value as rows about payments have them. Headings may have a year, and a day where no days are read.
pub(super) fn is_value_of_payment(value: &CellValue, field: Option<ListField>) -> bool {
    let text = value.text().trim();
    if is_reference(text) {
        return true;
    }
    if text.parse::<u16>().is_ok_and(|year| YEARS.contains(&year)) {
        return false;
    }
    if matches!(value, CellValue::Date(_)) || is_date(text) {
        return field == Some(ListField::Date);
    }
    let CellValue::Text(_) = value else { return true };
    let is_number = || text.contains(|c: char| c.is_ascii_digit()) && !text.contains(char::is_whitespace);
    (is_value(value) && !is_words(text)) || (field.is_some_and(finds_payment) && is_number())
}

/// Whether a text is made of words, between which a number may be.
fn is_words(text: &str) -> bool {
    let letters = |word: &str| word.chars().filter(|c| c.is_alphabetic()).count();
    let is_word = |word: &&str| letters(word) > 0 && !word.contains(|c: char| c.is_ascii_digit());
    let mut words = text.split_whitespace().filter(is_word);
    words.clone().count() > 1 || words.any(|word| letters(word) >= WORD_LETTERS_MIN)
}

/// Whether a cell has a name, and neither a value nor what stands in place of one.
pub(super) fn is_name(value: &CellValue) -> bool {
    let text = value.text();
    let is_placeholder = says_nothing_to_pay(text) || PLACEHOLDERS.contains(&comparable(text).as_str());
    text.contains(char::is_alphabetic) && !is_placeholder
}

pub(super) const fn finds_payment(field: ListField) -> bool {
    field.is_reference() || matches!(field, ListField::Account)
}

/// Whether a text begins with three numbers as dates do: `20/11/2026`, `2026-11-20T08:30`.
pub(super) fn is_date(text: &str) -> bool {
    let day = text.split(|c: char| c.is_whitespace() || c == 'T').next().unwrap_or_default();
    let parts: Vec<&str> = day.split(['-', '/', '.']).collect();
    let is_number =
        |part: &&str| (1..=4).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit());
    let has_year = |parts: &[&str]| parts.iter().any(|part| part.len() != 1) && day.len() >= "1/1/26".len();
    parts.len() == 3 && parts.iter().all(is_number) && has_year(&parts)
}
