//! Headings whose words are in two rows: `Bank | Net` over `Name | Pay`. The lower row belongs to the heading, and the
//! words of both say what a column contains. Blank rows may part the two.

use std::collections::BTreeMap;

use paysheet_domain::CellValue;

use super::heading_cells::{HEADER_FIELDS_MIN, NEEDED, has_digits, known_word, names, names_people};
use crate::{
    detect::words::{currency, known::Known, thousands},
    formats::{Grid, GridRow},
    vocabulary::{Meaning, Recognised, begins_note, begins_totals, is_misspelt_phrase, normalised},
};

/// Number of blank rows between the two rows of a heading.
const BLANK_ROWS_MAX: u32 = 2;

/// Returns the second row of a heading, if the table has one: `Bank | Name` over `Account | Number`, `Nom` over `et
/// prénoms`, or the units of the columns. It contains no person's name and no digit.
pub(crate) fn second_row<'g>(grid: &'g Grid, at: usize, known: &Known) -> Option<&'g GridRow> {
    let first = grid.rows.get(at)?;
    let second = row_below(grid, at)?;
    // Most rows below a heading are people, and need no further check.
    if second.cells.iter().any(|(_, value)| has_digits(value) && !is_unit(value.text())) {
        return None;
    }
    // A title behind a blank row belongs to the people below it.
    if is_apart(first, second) && is_title(first, second) {
        return None;
    }
    let joined = joined_words(grid, at, known);
    let is_completed = second.cells.iter().any(|(column, value)| completes(first, *column, value, known));
    let is_heading_itself = joined < HEADER_FIELDS_MIN
        && !is_completed
        && NEEDED.iter().all(|field| names(second, *field, known));
    let words = first.cells.iter().filter(|(_, value)| known_word(value, known)).count();
    if is_heading_itself || words.max(joined) < HEADER_FIELDS_MIN {
        return None;
    }
    let is_heading = is_of_units(second)
        || is_completed
        || if is_title(first, second) {
            changes_meaning(first, second, known)
        } else {
            let words = second.cells.iter().filter(|(_, value)| known.is_known_words(value.text())).count();
            words >= HEADER_FIELDS_MIN
                || joined >= HEADER_FIELDS_MIN.min(second.cells.len())
                || qualifies_needed(first, second, known)
        };
    let fits = |(column, value): &(u16, CellValue)| fits(first, *column, value, known);
    let has_units = joined > 0 || second.cells.iter().any(|(_, value)| thousands::is_unit(value.text()));
    let is_word = |value: &CellValue| !has_digits(value) || (has_units && is_unit(value.text()));
    (is_heading && second.cells.iter().all(|(_, value)| is_word(value)) && second.cells.iter().all(fits))
        .then_some(second)
}

/// Returns the row below another one, perhaps behind blank rows.
pub(crate) fn row_below(grid: &Grid, at: usize) -> Option<&GridRow> {
    let first = grid.rows.get(at)?;
    let below = grid.rows.get(at + 1..)?.iter().find(|row| !row.cells.is_empty())?;
    (below.number <= first.number.saturating_add(1 + BLANK_ROWS_MAX)).then_some(below)
}

/// Returns the index of the row above another one, perhaps before blank rows.
pub(crate) fn row_above(grid: &Grid, at: usize) -> Option<usize> {
    let above = grid.rows.get(..at)?.iter().rposition(|row| !row.cells.is_empty())?;
    let is_above = row_below(grid, above)?.number == grid.rows.get(at)?.number;
    is_above.then_some(above)
}

/// Whether blank rows are between two rows.
const fn is_apart(first: &GridRow, second: &GridRow) -> bool {
    second.number > first.number.saturating_add(1)
}

/// Whether a row consists of units only: `(10 digits)`, `NGN`.
pub(crate) fn is_of_units(row: &GridRow) -> bool {
    !row.cells.is_empty() && row.cells.iter().all(|(_, value)| is_unit(value.text()))
}

/// Whether a cell may be a part of the heading above it, and is no value of a person: no name, and no bank below a
/// heading of banks or an unknown one.
fn fits(first: &GridRow, column: u16, value: &CellValue, known: &Known) -> bool {
    let CellValue::Text(text) = value else { return false };
    if is_joined(first, column, value, known) {
        return true;
    }
    let above = first.cell(column);
    let is_name = above.is_some_and(|above| names_people(above, known));
    let is_other = |above: &CellValue| known.recognise(above.text()).is_some_and(|found| !is_of_bank(found));
    let is_bank = known.is_bank_in_words(text) && !above.is_some_and(is_other);
    !is_bank && (!is_name || known.is_known_words(text) || is_unit(text))
}

const fn is_of_bank(found: Recognised) -> bool {
    matches!(found.meaning, Meaning::Field(field) | Meaning::Denied(field) if field.is_bank())
}

/// Whether a row has a single cell, below the first heading. Titles of sections stand there.
pub(crate) fn is_title(first: &GridRow, second: &GridRow) -> bool {
    match (first.cells.first(), second.cells.as_slice()) {
        (Some((first, _)), [(alone, _)]) => alone <= first,
        _ => false,
    }
}

/// Whether the words of a row make another thing of the account or the amount above them: `comptable` below `Compte`.
/// A title below `Compte comptable` changes nothing.
fn changes_meaning(first: &GridRow, second: &GridRow, known: &Known) -> bool {
    let changes = |(column, value): &(u16, CellValue)| {
        let found = |text: &str| known.recognise(text);
        let above = first.cell(*column).and_then(|above| found(above.text()));
        let whole = joined(first, *column, value).and_then(|text| found(&text));
        is_joined(first, *column, value, known)
            && whole.is_some_and(|whole| above.is_none_or(|above| above.meaning != whole.meaning))
    };
    second.cells.iter().any(changes)
}

/// Whether a row has a word below the heading of the account or the amount: `tontine` below `Compte`. It may say that
/// the column is something else, which must not be overlooked. If most columns have one, they are a person's.
fn qualifies_needed(first: &GridRow, second: &GridRow, known: &Known) -> bool {
    let is_needed = |above: &CellValue| {
        let found = known.recognise(above.text()).map(|found| found.meaning);
        matches!(found, Some(Meaning::Field(field) | Meaning::Denied(field)) if NEEDED.contains(&field))
    };
    let qualifies = |(column, value): &(u16, CellValue)| {
        let text = value.text();
        let is_words = text.contains(char::is_alphabetic) && !begins_note(text) && !begins_totals(text);
        is_words && first.cell(*column).is_some_and(is_needed)
    };
    second.cells.len() * 2 <= first.cells.len() && second.cells.iter().any(qualifies)
}

/// Returns a heading of two rows as one.
pub(crate) fn whole(first: &GridRow, second: &GridRow) -> GridRow {
    let mut cells: BTreeMap<u16, String> = BTreeMap::new();
    for (at, value) in first.cells.iter().chain(&second.cells) {
        let text = cells.entry(*at).or_default();
        *text = format!("{text} {}", value.shown()).trim().to_owned();
    }
    let cells = cells.into_iter().map(|(at, text)| (at, CellValue::Text(text.into())));
    GridRow { cells: cells.collect(), ..*first }
}

/// Returns how many headings a row makes with the words in the row below it: `Compte` and `à débiter`.
pub(crate) fn joined_words(grid: &Grid, at: usize, known: &Known) -> usize {
    let (Some(first), Some(second)) = (grid.rows.get(at), row_below(grid, at)) else { return 0 };
    second.cells.iter().filter(|(column, value)| is_joined(first, *column, value, known)).count()
}

/// Whether a cell is the end of the heading above it.
fn is_joined(first: &GridRow, column: u16, value: &CellValue, known: &Known) -> bool {
    let is_needed = |found: Recognised| match found.meaning {
        Meaning::Field(field) | Meaning::Denied(field) => NEEDED.contains(&field) && !found.is_doubtful,
        Meaning::NamePart(_) | Meaning::Ignored => false,
    };
    // `Bank: | GTBank` above a heading is a label with its value.
    let is_value = || first.cell(column).is_some_and(|above| known.is_bank_in_words(above.text()));
    completes(first, column, value, known)
        || joined(first, column, value)
            .is_some_and(|text| known.recognise_column(&text).is_some_and(is_needed) && !is_value())
}

/// Whether a cell makes known words with the heading above it: `Numéro` and `de compte`, `MoMo` and `Number`.
fn completes(first: &GridRow, column: u16, value: &CellValue, known: &Known) -> bool {
    let is_known = |text: String| known.is_known_words(&text) || is_misspelt_phrase(&text);
    joined(first, column, value).is_some_and(is_known)
}

/// Returns the words of a cell and of the heading above it. None if one of them has no words, or a digit: `ACCOUNTS`
/// below `#` is a title.
fn joined(first: &GridRow, column: u16, value: &CellValue) -> Option<String> {
    let Some(CellValue::Text(above)) = first.cell(column) else { return None };
    let (above, below) = (above.trim(), value.text().trim());
    let is_words = |text: &str| !text.contains(|c: char| c.is_ascii_digit()) && !normalised(text).is_empty();
    (is_words(above) && is_words(below)).then(|| format!("{above} {below}"))
}

/// Whether a text is a unit: `(10 digits)`, `NGN`.
fn is_unit(text: &str) -> bool {
    let text = text.trim();
    text.starts_with('(')
        || thousands::is_unit(text)
        || currency::named_in(text).is_some_and(|named| named.len() == text.len())
}
