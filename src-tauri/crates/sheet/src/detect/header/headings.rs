//! Finds the row of a sheet that names the columns. Rows of people contain words of headings too: "First Bank",
//! "Salary", "Savings Account". So a cell counts only if it is not a value, and a row with numbers has to name more
//! fields. The `find_table` module reads the columns below the heading; `two_rows` joins a heading in two rows.

use std::{
    borrow::Cow,
    collections::{BTreeMap, BTreeSet},
};

use paysheet_domain::{CellValue, Field};

use super::{
    heading_cells::{HEADER_FIELDS_MIN, NEEDED, has_digits, known_word, names_people},
    two_rows,
};
use crate::{
    detect::words::{known::Known, not_to_pay},
    formats::{Grid, GridRow},
    limits::{HEADER_ROWS_SEARCHED, ROWS_SAMPLED},
    vocabulary::{Meaning, NamePart, Recognised},
};

/// Number of unknown words from which a row of them is a header.
const UNKNOWN_HEADER_CELLS_MIN: usize = 3;
/// Number of digits from which a number is not part of a heading, unless it is a sum beside the heading.
const LONG_NUMBER_DIGITS_MIN: usize = 6;
const IGNORED_HEADER_SCORE: u32 = 10;
/// Number of words with values beside them from which they are labels, and not headings with a sum beside the last
/// one.
const LABELS_MIN: usize = 2;
/// Percentage of cells that a row must share with a heading to be a repetition of it.
const SAME_HEADING_SHARE: usize = 60;

/// Percentage of its score that a heading below a title that forbids payment may lose to another one above it.
const PAID_SCORE_SHARE: u32 = 75;

/// Returns the row that names the most fields; the first one of equals.
pub(crate) fn find(grid: &Grid, known: &Known) -> Option<usize> {
    let rows =
        grid.rows.iter().enumerate().filter(|(_, row)| !row.cells.is_empty()).take(HEADER_ROWS_SEARCHED);
    let scored: Vec<(u32, usize)> =
        rows.filter_map(|(at, row)| Some((score(grid, row, known)?, at))).collect();
    let best = best_of(&scored, |_| true)?;
    let best = paid_above(grid, &scored, best).unwrap_or(best).1;
    let best = first_of_same(grid, &scored, best).unwrap_or(best);
    // Of two rows that only together are the heading, the lower one may have the better words.
    let is_half = |above: &usize| {
        let joined = two_rows::joined_words(grid, *above, known);
        let rows = grid.rows.get(*above).zip(grid.rows.get(best));
        joined >= HEADER_FIELDS_MIN
            && rows.is_some_and(|(upper, lower)| {
                joined * 2 >= lower.cells.len() || names_alone(upper, lower, known)
            })
    };
    let above = two_rows::row_above(grid, best).filter(is_half);
    Some(above.unwrap_or(best))
}

fn best_of(scored: &[(u32, usize)], is_asked: impl Fn(&(u32, usize)) -> bool) -> Option<(u32, usize)> {
    let scored = scored.iter().copied().filter(is_asked);
    scored.max_by_key(|(score, at)| (*score, std::cmp::Reverse(*at)))
}

/// Returns the first heading with the very words of the best one, which may stand again in another order: the columns of
/// the first table are those of the file, from the first amount to what it adds up to.
fn first_of_same(grid: &Grid, scored: &[(u32, usize)], best: usize) -> Option<usize> {
    let words = HeadingRow::of(Cow::Borrowed(grid.rows.get(best)?));
    let is_same = |at: &usize| grid.rows.get(*at).is_some_and(|row| words.is_reordered(row));
    scored.iter().map(|(_, at)| *at).take_while(|at| *at < best).find(is_same)
}

/// Returns the heading above the best one if that is below a title that forbids payment: `STAFF NOT PAID` begins the
/// second list of a payroll.
fn paid_above(grid: &Grid, scored: &[(u32, usize)], (best, at): (u32, usize)) -> Option<(u32, usize)> {
    let is_good = |(score, other): &(u32, usize)| {
        *other < at && score.saturating_mul(100) >= best.saturating_mul(PAID_SCORE_SHARE)
    };
    let above = grid.rows.get(..at)?.iter().rev().find(|row| !row.cells.is_empty());
    best_of(scored, is_good).filter(|_| above.is_some_and(not_to_pay::forbids))
}

/// Whether the upper of two rows names a field above a blank cell. Without that row, the column would have no heading.
fn names_alone(upper: &GridRow, lower: &GridRow, known: &Known) -> bool {
    let is_field = |value: &CellValue| {
        known.recognise(value.text()).is_some_and(|found| matches!(found.meaning, Meaning::Field(_)))
    };
    upper.cells.iter().any(|(at, value)| lower.cell(*at).is_none() && is_field(value))
}

/// Returns the first row of a table with an unknown header: only words, over columns of which several contain
/// numbers.
pub(crate) fn find_unknown(grid: &Grid, known: &Known) -> Option<usize> {
    let mut filled =
        grid.rows.iter().enumerate().filter(|(_, row)| row.cells.len() >= UNKNOWN_HEADER_CELLS_MIN);
    let (at, header) = filled.next()?;
    let (_, below) = filled.next()?;
    let is_word = |(_, value): &(u16, CellValue)| {
        let CellValue::Text(text) = value else { return false };
        text.contains(char::is_alphabetic) && !has_digits(value) && !known.names_bank(text)
    };
    let numbers =
        below.cells.iter().filter(|(column, value)| has_digits(value) && header.cell(*column).is_some());
    let is_header = header.cells.iter().all(is_word) && numbers.count() >= HEADER_FIELDS_MIN;
    (is_header && standing_again(grid, header, |_| true).is_empty()).then_some(at)
}

fn score(grid: &Grid, row: &GridRow, known: &Known) -> Option<u32> {
    let cells: Vec<(u16, &str, Recognised)> =
        row.cells.iter().filter_map(|cell| known_cell(cell, known)).collect();
    // Most rows are not headings and need no further check.
    if cells.len() < HEADER_FIELDS_MIN {
        return None;
    }
    let fields_min = HEADER_FIELDS_MIN + names_more_for(row);
    let named: BTreeSet<Named> = cells.iter().filter_map(|(_, _, found)| named(*found)).collect();
    if named.len() < fields_min || has_labels(row, known) {
        return None;
    }
    let fields = fields(grid, row, &cells, known);
    let ignored = cells.iter().filter(|(_, _, found)| found.meaning == Meaning::Ignored).count();
    let ignored = IGNORED_HEADER_SCORE.saturating_mul(u32::try_from(ignored).unwrap_or(u32::MAX));
    let score: u32 = fields.values().map(|sure| u32::from(*sure)).sum();
    let is_heading = fields.len() >= fields_min && !is_contradicted(grid, row, known);
    is_heading.then_some(score.saturating_add(ignored))
}

/// What a cell of a heading names: a field, and the part of a name if it is one.
type Named = (Field, Option<NamePart>);

const fn named(found: Recognised) -> Option<Named> {
    match found.meaning {
        Meaning::Field(field) | Meaning::Denied(field) => Some((field, None)),
        Meaning::NamePart(part) => Some((Field::Name, Some(part))),
        Meaning::Ignored => None,
    }
}

/// Returns the fields that a row names with cells that are not values, each with its highest confidence.
fn fields(
    grid: &Grid,
    row: &GridRow,
    cells: &[(u16, &str, Recognised)],
    known: &Known,
) -> BTreeMap<Named, u8> {
    let is_known = |column: u16| cells.binary_search_by_key(&column, |(column, ..)| *column).is_ok();
    let again = standing_again(grid, row, is_known);
    let mut fields: BTreeMap<Named, u8> = BTreeMap::new();
    for (column, text, found) in cells {
        let Some(named) = named(*found) else { continue };
        if !known.is_bank_in_words(text) && !again.contains(column) {
            let best = fields.entry(named).or_default();
            *best = found.sure.max(*best);
        }
    }
    fields
}

/// Whether no cell below a row's words for accounts and amounts has a digit. Then the words are a person's values,
/// and so are those in all rows below. A row with a cell such as `Name` is not a person.
fn is_contradicted(grid: &Grid, row: &GridRow, known: &Known) -> bool {
    let is_of_names = |value: &CellValue| known.is_known_words(value.text()) && names_people(value, known);
    if row.cells.iter().any(|(_, value)| is_of_names(value)) {
        return false;
    }
    let is_of_digits = |(_, _, found): &(u16, &str, Recognised)| matches!(found.meaning, Meaning::Field(field) | Meaning::Denied(field) if NEEDED.contains(&field));
    let cells = row.cells.iter().filter_map(|cell| known_cell(cell, known));
    let columns: Vec<u16> = cells.filter(is_of_digits).map(|(column, ..)| column).collect();
    let below = grid.rows.iter().filter(|other| other.number > row.number && !other.cells.is_empty());
    let below: Vec<&GridRow> = below.take(ROWS_SAMPLED).collect();
    let values = || below.iter().flat_map(|row| columns.iter().filter_map(|column| row.cell(*column)));
    values().next().is_some() && !values().any(has_digits)
}

/// Whether a row consists of labels with their values. A long heading has some words that look like labels, and many
/// others.
pub(crate) fn has_labels(row: &GridRow, known: &Known) -> bool {
    let labels = labels_with_values(row, known).count();
    labels >= LABELS_MIN
        && labels * 2 > row.cells.iter().filter(|(_, value)| known_word(value, known)).count()
}

/// Whether a row consists of labels with their values, and has no words besides. A person has a name.
pub(crate) fn has_only_labels(row: &GridRow, known: &Known) -> bool {
    let values: BTreeSet<u16> = labels_with_values(row, known).map(|(_, value)| value).collect();
    let is_explained = |(at, value): &(u16, CellValue)| {
        !value.text().contains(char::is_alphabetic) || known_word(value, known) || values.contains(at)
    };
    has_labels(row, known) && row.cells.iter().all(is_explained)
}

/// Returns the columns of labels with their values beside them, as above many tables: `Account Number: | 0123456789 |
/// Bank: | GTBank`.
fn labels_with_values<'r>(row: &'r GridRow, known: &'r Known) -> impl Iterator<Item = (u16, u16)> + 'r {
    row.cells.windows(2).filter_map(|pair| {
        let [(at, word), (next, value)] = pair else { return None };
        let is_label = next - at == 1 && known_word(word, known) && is_value_of(word, value, known);
        is_label.then_some((*at, *next))
    })
}

fn is_value_of(word: &CellValue, value: &CellValue, known: &Known) -> bool {
    let is_label = word.text().trim_end().ends_with(':') && !known_word(value, known);
    is_label
        || known.names_bank(value.text())
        || digits_of_number(value).is_some_and(|digits| digits >= LONG_NUMBER_DIGITS_MIN)
}

fn known_cell<'c>(
    (column, value): &'c (u16, CellValue),
    known: &Known,
) -> Option<(u16, &'c str, Recognised)> {
    let CellValue::Text(text) = value else { return None };
    Some((*column, text, known.recognise(text)?))
}

/// Returns how many more fields a row has to name because of the numbers in it. Headings may have a year, a count or
/// a sum beside them; a person has an account and an amount.
fn names_more_for(row: &GridRow) -> usize {
    let digits = row.cells.iter().filter_map(|(_, value)| digits_of_number(value));
    let (mut long, mut short) = (0, 0);
    for digits in digits {
        if digits >= LONG_NUMBER_DIGITS_MIN { long += 1 } else { short = 1 }
    }
    long + short
}

/// Returns the number of digits of a cell that contains only a number.
fn digits_of_number(value: &CellValue) -> Option<usize> {
    let text = value.text();
    let is_numeral = text.chars().all(|c| c.is_ascii_digit() || " .,+'\u{a0}\u{202f}\u{2019}".contains(c));
    let digits = text.chars().filter(char::is_ascii_digit).count();
    (is_numeral && digits > 0).then_some(digits)
}

/// Returns the columns of a row whose text occurs again, in a row of a person. Values do this; the same heading may
/// stand again in another order.
fn standing_again(grid: &Grid, row: &GridRow, is_asked: impl Fn(u16) -> bool) -> BTreeSet<u16> {
    let others = grid.rows.iter().filter(|other| !other.cells.is_empty() && other.number != row.number);
    let mut again = BTreeSet::new();
    for other in others.take(HEADER_ROWS_SEARCHED + ROWS_SAMPLED) {
        let shared = shared(row, other);
        if shared.len() * 100 < row.cells.len() * SAME_HEADING_SHARE && !is_of_words(other) {
            again.extend(shared.into_iter().filter(|column| is_asked(*column)));
        }
    }
    again
}

/// Number of digits of a cell from which its row is a person and no heading. A heading may have a year.
const DIGITS_OF_PERSON_MIN: usize = 5;

/// Whether a row has no long number.
pub(crate) fn is_of_words(row: &GridRow) -> bool {
    let is_short =
        |value: &CellValue| value.text().chars().filter(char::is_ascii_digit).count() < DIGITS_OF_PERSON_MIN;
    row.cells.iter().all(|(_, value)| is_short(value))
}

/// A heading row, for the comparison with very many rows: no text is made for it, and most differ in their length.
pub(crate) struct HeadingRow<'g> {
    pub row: Cow<'g, GridRow>,
    /// The texts of the row, each with its column.
    texts: Vec<(String, u16)>,
}

impl<'g> HeadingRow<'g> {
    pub fn of(row: Cow<'g, GridRow>) -> Self {
        let texts = row.cells.iter().filter_map(|(at, value)| Some((trimmed(value)?.to_owned(), *at)));
        Self { texts: texts.collect(), row }
    }

    /// Returns the first column of the heading that has a text.
    pub fn column_of(&self, value: &CellValue) -> Option<u16> {
        let text = trimmed(value)?;
        self.texts.iter().find(|(own, _)| own.eq_ignore_ascii_case(text)).map(|(_, at)| *at)
    }

    /// Whether another row has exactly the texts of the heading, in any order.
    fn is_reordered(&self, row: &GridRow) -> bool {
        row.cells.len() == self.row.cells.len()
            && row.cells.iter().all(|(_, value)| self.column_of(value).is_some())
    }

    /// Whether another row has the texts of the heading, in any order. Most rows are decided by their first cell.
    pub fn has_same_words(&self, row: &GridRow) -> bool {
        let is_there = |value: &CellValue| self.column_of(value).is_some();
        if !row.cells.first().is_some_and(|(_, value)| is_there(value)) {
            return false;
        }
        let same = row.cells.iter().filter(|(_, value)| is_there(value)).count();
        same > HEADER_FIELDS_MIN && same * 100 >= row.cells.len() * SAME_HEADING_SHARE
    }
}

fn trimmed(value: &CellValue) -> Option<&str> {
    match value {
        CellValue::Text(text) => Some(text.trim()),
        CellValue::Number(_)
        | CellValue::Bool(_)
        | CellValue::Date(_)
        | CellValue::Percent(_)
        | CellValue::Error(_)
        | CellValue::FormulaWithoutValue => None,
    }
}

/// Returns the columns in which two rows have the same text.
fn shared(row: &GridRow, other: &GridRow) -> Vec<u16> {
    let mut others = other.cells.iter().peekable();
    let is_shared = |(column, value): &&(u16, CellValue)| {
        while others.next_if(|(at, _)| at < column).is_some() {}
        let CellValue::Text(text) = value else { return false };
        others.peek().is_some_and(|(at, other)| at == column && says(other, text))
    };
    row.cells.iter().filter(is_shared).map(|(column, _)| *column).collect()
}

/// Whether all cells of a row are those of a row of a heading.
pub(crate) fn is_same(row: &GridRow, heading: &GridRow) -> bool {
    row.cells.iter().all(|(at, value)| {
        let own = heading.cell(*at);
        own.is_some_and(|own| own.text().trim().eq_ignore_ascii_case(value.text().trim()))
    })
}

/// Whether two cells have the same text.
pub(crate) fn is_same_text(one: &CellValue, other: &CellValue) -> bool {
    matches!(other, CellValue::Text(text) if says(one, text))
}

fn says(value: &CellValue, text: &str) -> bool {
    matches!(value, CellValue::Text(other) if other.trim().eq_ignore_ascii_case(text.trim()))
}
