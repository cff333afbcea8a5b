//! The same headings again in another order: what stands below them says nothing about the columns above, unless it is
//! moved to where the first headings have it.

use std::{borrow::Cow, collections::BTreeMap};

use super::headings::{self, HeadingRow};
use crate::formats::{Grid, GridRow};

/// Whether a row has the texts of a heading, some of them in other columns.
pub(super) fn is_reordered(row: &GridRow, heading: &HeadingRow<'_>) -> bool {
    let is_moved = |(at, place): (&u16, &u16)| at != place;
    heading.has_same_words(row) && places(row, heading).iter().any(is_moved)
}

/// Returns the rows below a heading, given by its index in the grid's rows. Below the same headings in another order,
/// the cells are moved to the columns of the first ones.
pub(super) fn in_first_order(grid: &Grid, header: usize) -> Vec<Cow<'_, GridRow>> {
    let Some(heading) = grid.rows.get(header) else { return Vec::new() };
    let heading = HeadingRow::of(heading);
    let mut order: Option<BTreeMap<u16, u16>> = None;
    let rows = grid.rows.iter().skip(header + 1).filter(|row| !row.cells.is_empty());
    let moved = rows.map(|row| {
        if heading.has_same_words(row) {
            order = is_reordered(row, &heading).then(|| places(row, &heading));
        }
        match &order {
            Some(places) => Cow::Owned(moved(row, places)),
            None => Cow::Borrowed(row),
        }
    });
    moved.collect()
}

/// Returns the columns of a row's texts, each with the first column of the heading that has the same text. A text that
/// is in its own place, or nowhere, stays.
fn places(row: &GridRow, heading: &HeadingRow<'_>) -> BTreeMap<u16, u16> {
    let place = |(at, value): &(u16, _)| {
        let is_here = heading.row.cell(*at).is_some_and(|own| headings::is_same_text(own, value));
        let elsewhere = if is_here { None } else { heading.column_of(value) };
        (*at, elsewhere.unwrap_or(*at))
    };
    row.cells.iter().map(place).collect()
}

fn moved(row: &GridRow, places: &BTreeMap<u16, u16>) -> GridRow {
    let moved = row.cells.iter().filter_map(|(at, value)| Some((*places.get(at)?, value.clone())));
    let mut cells: Vec<_> = moved.collect();
    cells.sort_by_key(|(at, _)| *at);
    cells.dedup_by_key(|(at, _)| *at);
    GridRow { cells, ..*row }
}
