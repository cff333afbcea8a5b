//! Headings whose words are in two rows: `Bank | Net` over `Name | Pay`. The lower row belongs to the heading, and the
//! words of both say what a column contains.

use std::collections::BTreeMap;

use paysheet_domain::CellValue;

use super::{
    currency,
    heading_cells::{HEADER_FIELDS_MIN, NEEDED, has_digits, known_word, names, names_people},
    known::Known,
};
use crate::{
    formats::{Grid, GridRow},
    vocabulary::{Meaning, Recognised},
};

/// Returns the second row of a heading, if the table has one: `Bank | Name` over `Account | Number`, `Nom` over `et
/// prénoms`, or the units of the columns. It contains no person's name and no digit.
pub(crate) fn second_row<'g>(grid: &'g Grid, at: usize, known: &Known) -> Option<&'g GridRow> {
    let first = grid.rows.get(at)?;
    let second = grid.rows.get(at + 1).filter(|row| row.number == first.number.saturating_add(1))?;
    let joined = joined_words(grid, at, known);
    let is_heading_itself =
        joined < HEADER_FIELDS_MIN && NEEDED.iter().all(|field| names(second, *field, known));
    let words = first.cells.iter().filter(|(_, value)| known_word(value, known)).count();
    if is_heading_itself || words.max(joined) < HEADER_FIELDS_MIN {
        return None;
    }
    let is_name = |column: u16| first.cell(column).is_some_and(|value| names_people(value, known));
    let fits = |(column, value): &(u16, CellValue)| {
        let CellValue::Text(text) = value else { return false };
        let is_more = known.is_known_words(text) || is_unit(text) || is_joined(first, *column, value, known);
        (!has_digits(value) || (joined > 0 && is_unit(text)))
            && (!known.is_bank_in_words(text) || is_joined(first, *column, value, known))
            && (!is_name(*column) || is_more)
    };
    let words = second.cells.iter().filter(|(_, value)| known.is_known_words(value.text())).count();
    let units = second.cells.iter().filter(|(_, value)| is_unit(value.text())).count();
    let is_heading = words >= HEADER_FIELDS_MIN
        || joined >= HEADER_FIELDS_MIN.min(second.cells.len())
        || (units > 0 && units == second.cells.len());
    (is_heading && second.cells.iter().all(fits)).then_some(second)
}

/// Returns a heading of two rows as one.
pub(super) fn whole(first: &GridRow, second: &GridRow) -> GridRow {
    let mut cells: BTreeMap<u16, String> = BTreeMap::new();
    for (at, value) in first.cells.iter().chain(&second.cells) {
        let text = cells.entry(*at).or_default();
        *text = format!("{text} {}", value.shown()).trim().to_owned();
    }
    let cells = cells.into_iter().map(|(at, text)| (at, CellValue::Text(text.into())));
    GridRow { cells: cells.collect(), ..*first }
}

/// Returns how many headings a row makes with the words in the row below it: `Compte` and `à débiter`.
pub(super) fn joined_words(grid: &Grid, at: usize, known: &Known) -> usize {
    let (Some(first), Some(second)) = (grid.rows.get(at), grid.rows.get(at + 1)) else { return 0 };
    let is_below = second.number == first.number.saturating_add(1);
    let joined = second.cells.iter().filter(|(column, value)| is_joined(first, *column, value, known));
    if is_below { joined.count() } else { 0 }
}

/// Whether a cell is the end of the heading above it.
fn is_joined(first: &GridRow, column: u16, value: &CellValue, known: &Known) -> bool {
    let Some(CellValue::Text(above)) = first.cell(column).filter(|above| !has_digits(above)) else {
        return false;
    };
    // `Bank: | GTBank` above a heading is a label with its value.
    if has_digits(value) || known.is_bank_in_words(above) {
        return false;
    }
    let text = format!("{} {}", above.trim(), value.text().trim());
    let is_needed = |found: Recognised| match found.meaning {
        Meaning::Field(field) | Meaning::Denied(field) => NEEDED.contains(&field) && !found.is_doubtful,
        Meaning::NamePart(_) | Meaning::Ignored => false,
    };
    known.is_known_words(&text) || known.recognise(&text).is_some_and(is_needed)
}

/// Whether a text is a unit: `(10 digits)`, `NGN`.
fn is_unit(text: &str) -> bool {
    let text = text.trim();
    text.starts_with('(') || currency::named_in(text).is_some_and(|named| named.len() == text.len())
}
