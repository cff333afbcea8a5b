//! The sheets of a file as detection searches them: headings are found and cells classified once, whatever countries
//! and steps ask about them afterwards. The search has a limit of its own, because a file within all limits of the
//! reading process can have hundreds of wide sheets.

use std::{
    cell::{OnceCell, RefCell},
    collections::BTreeMap,
    rc::Rc,
};

use paysheet_domain::Country;

use super::columns;
use crate::{
    detect::{
        header::{beside, headings, reordered::Heading},
        table::Candidate,
        words::{
            content::{Profile, Tally},
            known::Known,
        },
    },
    formats::{Grid, GridRow, Sheet},
    limits::{CELLS_SAMPLED, CELLS_SEARCHED_MAX, HEADER_ROWS_SEARCHED, ROWS_SAMPLED},
};

pub(crate) struct SearchedFile<'a> {
    pub sheets: &'a [Sheet],
    searched: Vec<SearchedSheet<'a>>,
    /// Indexes of the sheets beyond the limit, ascending.
    unsearched: Vec<usize>,
}

impl<'a> SearchedFile<'a> {
    pub fn of(sheets: &'a [Sheet], known: &'a Known) -> Self {
        Self::within(sheets, known, CELLS_SEARCHED_MAX)
    }

    /// Like [`SearchedFile::of`], with what was found in the sheets with these indexes while others were parsed.
    pub fn continued(sheets: &'a [Sheet], known: &'a Known, mut found: BTreeMap<usize, Findings>) -> Self {
        let searched = sheets.iter().enumerate().map(|(index, sheet)| SearchedSheet {
            grid: &sheet.grid,
            known,
            found: found.remove(&index).unwrap_or_default(),
        });
        Self { sheets, searched: searched.collect(), unsearched: beyond(sheets, CELLS_SEARCHED_MAX) }
    }

    /// Like [`SearchedFile::of`], with a lower limit for tests.
    pub fn within(sheets: &'a [Sheet], known: &'a Known, cells_max: usize) -> Self {
        let searched = sheets.iter().map(|sheet| SearchedSheet::of(&sheet.grid, known)).collect();
        Self { sheets, searched, unsearched: beyond(sheets, cells_max) }
    }

    pub fn sheet(&self, index: usize) -> Option<&SearchedSheet<'a>> {
        self.searched.get(index)
    }

    /// Returns the indexes of the sheets that are searched for a payroll.
    pub fn within_limit(&self) -> impl Iterator<Item = usize> {
        (0..self.sheets.len()).filter(|index| !self.unsearched.contains(index))
    }

    /// Returns whether a sheet is not searched because the sheets before it have reached the limit.
    pub fn is_beyond_limit(&self, index: usize) -> bool {
        self.unsearched.contains(&index)
    }
}

/// Returns the indexes of the sheets that are beyond the limit, ascending. Hidden sheets are searched last.
fn beyond(sheets: &[Sheet], cells_max: usize) -> Vec<usize> {
    let visible = sheets.iter().enumerate().filter(|(_, sheet)| !sheet.hidden);
    let hidden = sheets.iter().enumerate().filter(|(_, sheet)| sheet.hidden);
    let mut cells = 0_usize;
    let mut beyond: Vec<usize> = visible
        .chain(hidden)
        .filter(|(_, sheet)| {
            cells = cells.saturating_add(cells_searched(&sheet.grid));
            cells > cells_max && sheet.grid.columns > 0
        })
        .map(|(index, _)| index)
        .collect();
    beyond.sort_unstable();
    beyond
}

/// Returns the number of cells that are searched in a sheet: those that may be headings, and those that are sampled.
pub(crate) fn cells_searched(grid: &Grid) -> usize {
    let cells = |rows: usize| {
        let rows = grid.rows.iter().filter(|row| !row.cells.is_empty()).take(rows);
        rows.map(|row| row.cells.len()).sum::<usize>()
    };
    cells(HEADER_ROWS_SEARCHED) + cells(HEADER_ROWS_SEARCHED + ROWS_SAMPLED).min(CELLS_SAMPLED)
}

/// What was found in one sheet so far.
#[derive(Default)]
pub(crate) struct Findings {
    heading: OnceCell<Option<usize>>,
    unknown_heading: OnceCell<Option<usize>>,
    below: RefCell<BTreeMap<Option<usize>, Rc<Below>>>,
}

pub(crate) struct SearchedSheet<'a> {
    pub grid: &'a Grid,
    pub known: &'a Known,
    found: Findings,
}

impl<'a> SearchedSheet<'a> {
    pub fn of(grid: &'a Grid, known: &'a Known) -> Self {
        Self { grid, known, found: Findings::default() }
    }

    pub fn into_findings(self) -> Findings {
        self.found
    }

    pub fn heading(&self) -> Option<usize> {
        *self.found.heading.get_or_init(|| headings::find(self.grid, self.known))
    }

    pub fn unknown_heading(&self) -> Option<usize> {
        *self.found.unknown_heading.get_or_init(|| headings::find_unknown(self.grid, self.known))
    }

    /// Returns what is below a header, given by its index in the grid's rows, or in the whole sheet.
    pub fn below(&self, header: Option<usize>) -> Rc<Below> {
        if let Some(below) = self.found.below.borrow().get(&header) {
            return Rc::clone(below);
        }
        let below = Rc::new(Below::of(self, header));
        self.found.below.borrow_mut().insert(header, Rc::clone(&below));
        below
    }
}

/// The columns of a table with the meanings of their headers, and what their cells are in all countries.
pub(crate) struct Below {
    pub columns: Vec<Candidate>,
    /// Indexes into the rows of the grid of those that were sampled, ascending.
    rows: Vec<usize>,
    tallies: Vec<Tally>,
    /// Whether the accounts of a column have the check digits of the banks in another one.
    pub agreeing: RefCell<BTreeMap<(u16, u16), bool>>,
}

impl Below {
    fn of(sheet: &SearchedSheet<'_>, header: Option<usize>) -> Self {
        let mut columns = columns::under(sheet.grid, header, sheet.known);
        let sampled = sampled(sheet.grid, header, sheet.known);
        let (rows, cells): (Vec<usize>, Vec<&GridRow>) = sampled.into_iter().unzip();
        let tallies = Tally::of_columns(columns.len(), &cells, sheet.known);
        beside::place(&mut columns, &tallies);
        Self { columns, rows, tallies, agreeing: RefCell::default() }
    }

    /// Returns the sampled rows of the sheet's grid.
    pub fn rows<'g>(&self, grid: &'g Grid) -> impl Iterator<Item = &'g GridRow> {
        self.rows.iter().filter_map(|at| grid.rows.get(*at))
    }

    pub const fn rows_len(&self) -> usize {
        self.rows.len()
    }

    /// Returns what the columns contain in a country.
    pub fn profiles(&self, country: Country) -> Vec<Profile> {
        self.tallies.iter().map(|tally| Profile::of(tally, country)).collect()
    }
}

/// Returns the rows from which the content of columns is inferred, with their indexes: up to the same headings in another order. There are
/// fewer if they have very many cells.
fn sampled<'g>(grid: &'g Grid, header: Option<usize>, known: &Known) -> Vec<(usize, &'g GridRow)> {
    let first = header.map_or(0, |at| at + 1);
    let rows = grid.rows.iter().enumerate().skip(first).filter(|(_, row)| !row.cells.is_empty());
    let heading = header.and_then(|at| Heading::of(grid, at, known));
    let is_reordered = |at: usize| heading.as_ref().is_some_and(|heading| heading.is_reordered_at(at));
    let mut cells = 0;
    let below = rows.take(ROWS_SAMPLED).take_while(|(at, _)| !is_reordered(*at));
    let within = below.take_while(|(_, row)| {
        let is_within = cells < CELLS_SAMPLED;
        cells += row.cells.len();
        is_within
    });
    within.collect()
}

#[cfg(test)]
mod tests {
    use paysheet_domain::CellValue;

    use super::*;

    #[test]
    fn fewer_rows_are_sampled_of_very_many_columns() {
        let row = |number, columns| {
            let cells = (0..columns).map(|column| (column, CellValue::Number("1".into())));
            GridRow { number, cells: cells.collect(), ..GridRow::default() }
        };
        for (columns, expected) in [(6_u16, 200), (100, 200), (200, 100), (256, 79)] {
            let rows = (1..=400).map(|number| row(number, columns)).collect();
            let grid = Grid { rows, columns: u32::from(columns), ..Grid::default() };
            assert_eq!(sampled(&grid, None, &Known::default()).len(), expected, "{columns}");
            assert!(cells_searched(&grid) <= CELLS_SAMPLED + HEADER_ROWS_SEARCHED * usize::from(columns));
        }
    }
}
