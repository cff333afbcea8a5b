//! What a single cell of a heading is: a known word, a number, a heading over names.

use paysheet_domain::{CellValue, Field};

use crate::{detect::words::known::Known, formats::GridRow, vocabulary::Meaning};

/// Number of different fields that a row must name to be a header.
pub(crate) const HEADER_FIELDS_MIN: usize = 2;
/// Fields of a complete header. A row with both of them is not the second row of a heading.
pub(crate) const NEEDED: [Field; 2] = [Field::AccountNumber, Field::Amount];

pub(crate) fn has_digits(value: &CellValue) -> bool {
    value.text().contains(|c: char| c.is_ascii_digit())
}

pub(crate) fn known_word(value: &CellValue, known: &Known) -> bool {
    matches!(value, CellValue::Text(text) if known.recognise(text).is_some())
}

pub(crate) fn names(row: &GridRow, field: Field, known: &Known) -> bool {
    let is = |value: &CellValue| {
        known.recognise(value.text()).is_some_and(|found| found.meaning == Meaning::Field(field))
    };
    row.cells.iter().any(|(_, value)| is(value))
}

/// Whether a cell is a heading over people's names, or over a part of them.
pub(crate) fn names_people(value: &CellValue, known: &Known) -> bool {
    known
        .recognise(value.text())
        .is_some_and(|found| matches!(found.meaning, Meaning::NamePart(_) | Meaning::Field(Field::Name)))
}
