//! The same headings again in another order: what stands below them says nothing about the columns above, unless it is
//! moved to where the first headings have it.

use std::{borrow::Cow, collections::BTreeMap};

use super::{
    headings::{self, HeadingRow},
    two_rows,
};
use crate::{
    detect::words::known::Known,
    formats::{Grid, GridRow},
};

/// The heading of a table, of one row or two.
pub(crate) struct Heading<'g> {
    grid: &'g Grid,
    upper: HeadingRow<'g>,
    lower: Option<&'g GridRow>,
    /// The words of both rows.
    whole: HeadingRow<'g>,
}

/// The columns of a row, each with the column of the heading that has the same words.
type Places = BTreeMap<u16, u16>;

impl<'g> Heading<'g> {
    /// Returns a heading by the index of its first row.
    pub fn of(grid: &'g Grid, at: usize, known: &Known) -> Option<Self> {
        let upper = grid.rows.get(at)?;
        let lower = two_rows::second_row(grid, at, known);
        let whole = lower.map_or(Cow::Borrowed(upper), |lower| Cow::Owned(two_rows::whole(upper, lower)));
        let [upper, whole] = [Cow::Borrowed(upper), whole].map(HeadingRow::of);
        Some(Self { grid, upper, lower, whole })
    }

    /// Whether the row at an index has the words of the heading, some of them in other columns.
    pub fn is_reordered_at(&self, at: usize) -> bool {
        self.repeated_at(at).is_some_and(|places| is_moved(&places))
    }

    /// Returns where the row at an index has the words of the heading; none if it is another row. The lower row of the
    /// heading may have the words of other columns (`No`, `Net`), and is no heading of its own.
    fn repeated_at(&self, at: usize) -> Option<Places> {
        let row = self.grid.rows.get(at)?;
        let is_lower = self.lower.is_some_and(|lower| lower.number == row.number);
        if is_lower || !self.upper.has_same_words(row) {
            return None;
        }
        // Perhaps only the first heading has something below it.
        Some(match self.lower_below(at) {
            Some(lower) => places(&two_rows::whole(row, lower), &self.whole),
            None => places(row, &self.upper),
        })
    }

    /// Returns the row below the one at an index if it has only words of the lower row of the heading, in any order.
    fn lower_below(&self, at: usize) -> Option<&'g GridRow> {
        let (row, lower) = (two_rows::row_below(self.grid, at)?, self.lower?);
        let is_there =
            |(_, value): &(u16, _)| lower.cells.iter().any(|(_, own)| headings::is_same_text(own, value));
        row.cells.iter().all(is_there).then_some(row)
    }
}

fn is_moved(places: &Places) -> bool {
    places.iter().any(|(at, place)| at != place)
}

/// Returns the rows below a heading, given by its index in the grid's rows. Below the same headings in another order,
/// the cells are moved to the columns of the first ones.
pub(crate) fn in_first_order(grid: &Grid, header: usize) -> Vec<Cow<'_, GridRow>> {
    let Some(heading) = Heading::of(grid, header, &Known::default()) else { return Vec::new() };
    let mut order: Option<Places> = None;
    let rows = grid.rows.iter().enumerate().skip(header + 1).filter(|(_, row)| !row.cells.is_empty());
    let moved = rows.map(|(at, row)| {
        if let Some(places) = heading.repeated_at(at) {
            order = Some(places).filter(is_moved);
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
fn places(row: &GridRow, heading: &HeadingRow<'_>) -> Places {
    let place = |(at, value): &(u16, _)| {
        let is_here = heading.row.cell(*at).is_some_and(|own| headings::is_same_text(own, value));
        let elsewhere = if is_here { None } else { heading.column_of(value) };
        (*at, elsewhere.unwrap_or(*at))
    };
    row.cells.iter().map(place).collect()
}

fn moved(row: &GridRow, places: &Places) -> GridRow {
    let moved = row.cells.iter().filter_map(|(at, value)| Some((*places.get(at)?, value.clone())));
    let mut cells: Vec<_> = moved.collect();
    cells.sort_by_key(|(at, _)| *at);
    cells.dedup_by_key(|(at, _)| *at);
    GridRow { cells, ..*row }
}
