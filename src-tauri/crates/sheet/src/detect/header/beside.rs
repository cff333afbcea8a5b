//! Headings that stand one cell beside their columns: over the left cell of two, as merged headings do, or because the
//! people were pasted one column further right or left. Read as they stand, nobody would have an account or an amount.

use std::ops::Range;

use paysheet_domain::Field;

use crate::{
    detect::{table::Candidate, words::content::Tally},
    vocabulary::Meaning,
};

/// A column with less than one cell for so many of the one beside it is empty, except for labels such as `TOTAL`.
const FILLED_BESIDE: usize = 4;
/// Fields without which nobody is paid, and whose columns have digits.
const NEEDED_DIGITS: [Field; 2] = [Field::AccountNumber, Field::Amount];

/// Moves headings over the columns that they are for. A heading that moves alone is a question.
pub(crate) fn place(columns: &mut [Candidate], tallies: &[Tally]) {
    for right in [true, false] {
        if is_shifted(columns, tallies, right) {
            shift(columns, right);
            return;
        }
    }
    for index in 0..columns.len() {
        if let Some(other) = lone_place(columns, tallies, index) {
            swap(columns, index, other);
            if let Some((_, Some(found))) = columns.get_mut(other) {
                found.is_doubtful = true;
            }
        }
    }
}

fn beside(index: usize, right: bool) -> Option<usize> {
    if right { index.checked_add(1) } else { index.checked_sub(1) }
}

/// Whether the headings for accounts and amounts stand over nothing or over words, and all columns beside them, in one
/// direction, hold what they say.
fn is_shifted(columns: &[Candidate], tallies: &[Tally], right: bool) -> bool {
    let needed = |(_, (_, found)): &(usize, &Candidate)| matches!(found, Some(found) if matches!(found.meaning, Meaning::Field(field) if NEEDED_DIGITS.contains(&field)));
    let headed: Vec<usize> = columns.iter().enumerate().filter(needed).map(|(index, _)| index).collect();
    let holds_digits = |index: usize| tallies.get(index).is_some_and(Tally::is_of_digits);
    headed.len() >= NEEDED_DIGITS.len()
        && headed.iter().all(|index| !holds_digits(*index) && beside(*index, right).is_some_and(holds_digits))
        && loses_nothing(columns, tallies, right)
}

/// Whether each heading has a column beside it, in one direction.
fn loses_nothing(columns: &[Candidate], tallies: &[Tally], right: bool) -> bool {
    let headed = columns.iter().enumerate().filter(|(_, (column, _))| !column.header.is_empty());
    let is_there = |index: usize| beside(index, right).is_some_and(|to| to < columns.len());
    let outermost = if right { columns.len().checked_sub(1) } else { Some(0) };
    let ends_filled = outermost.is_some_and(|at| tallies.get(at).is_some_and(|tally| tally.filled() > 0));
    headed.map(|(index, _)| index).all(is_there) && ends_filled
}

fn shift(columns: &mut [Candidate], right: bool) {
    let places: Range<usize> = 1..columns.len();
    if right {
        places.rev().for_each(|index| swap(columns, index - 1, index));
    } else {
        places.for_each(|index| swap(columns, index - 1, index));
    }
}

/// Exchanges the headings of two columns.
fn swap(columns: &mut [Candidate], one: usize, other: usize) {
    let Ok([(one, found), (other, other_found)]) = columns.get_disjoint_mut([one, other]) else { return };
    std::mem::swap(&mut one.header, &mut other.header);
    std::mem::swap(found, other_found);
}

/// Returns the column without a heading beside a known heading over an empty column.
fn lone_place(columns: &[Candidate], tallies: &[Tally], index: usize) -> Option<usize> {
    let filled = |index: usize| tallies.get(index).map_or(0, Tally::filled);
    columns
        .get(index)?
        .1
        .filter(|found| matches!(found.meaning, Meaning::Field(_) | Meaning::NamePart(_)))?;
    let is_bare = |other: &usize| columns.get(*other).is_some_and(|(column, _)| column.header.is_empty());
    let is_full = |other: &usize| filled(*other) > filled(index) * FILLED_BESIDE;
    [true, false].into_iter().filter_map(|right| beside(index, right)).filter(is_bare).find(is_full)
}
