//! Classifies rows while the rest of the file is still being parsed. The payroll table and its columns are inferred from
//! the first rows of a sheet, in the same way as later from the whole file. From then on each row is classified as it
//! arrives. When the whole file is there, everything is inferred again. Early classes are used only if the inference did
//! not change; otherwise all rows are classified again. The rows themselves stay in the grid until then, because a copy
//! of them would take as much memory again.
//!
//! A sheet that has arrived whole is searched for a table while the next one is being parsed.

use std::{
    collections::BTreeMap,
    panic::{AssertUnwindSafe, catch_unwind},
};

use crate::{
    detect::{
        infer::COUNTRY_DEFAULT,
        people::{debits::Debits, row_reader::RowReader, serials::Serials},
        select_table::{self, Chosen},
        table::{ColumnRole, Table},
        tables::{
            find_table,
            searched::{Findings, SearchedFile, SearchedSheet, cells_searched},
        },
        words::known::Known,
    },
    extract::rows::Ready,
    formats::{Arrived, Grid, GridRow, Sheet, SheetStart},
    limits::{CELLS_SEARCHED_MAX, HEADER_ROWS_SEARCHED, ROWS_SAMPLED},
    model::Request,
};

/// Number of rows from which a table is inferred: all rows that are searched for a header, all that are sampled below
/// it, and as many again for blank rows among them.
const ROWS_TOLD_FROM: usize = 2 * (HEADER_ROWS_SEARCHED + ROWS_SAMPLED);

/// Classifies the rows of one sheet early, and searches whole sheets, before the whole file is parsed.
pub(crate) struct StreamingReader<'r> {
    request: &'r Request,
    sheet: State,
    /// Cells that were searched for a table in the first rows of sheets so far.
    cells_searched: usize,
    known: Known,
    /// What was found in whole sheets, by their index.
    found: BTreeMap<usize, Findings>,
    /// Cells of visible sheets that have arrived, as far as a search needs them.
    cells_arrived: usize,
}

/// What was done before the whole file was parsed.
pub(crate) struct Early {
    pub table: Option<StreamingTable>,
    pub known: Known,
    pub found: BTreeMap<usize, Findings>,
}

enum State {
    /// No sheet has enough rows yet.
    Waiting,
    /// The sheet with this index, in whose first rows no table was found.
    Nothing(usize),
    StreamingTable(Box<StreamingTable>),
}

pub(crate) struct StreamingTable {
    sheet: usize,
    table: Table,
    reader: RowReader,
    pub ready: Ready,
}

impl<'r> StreamingReader<'r> {
    pub fn new(request: &'r Request) -> Self {
        Self {
            request,
            sheet: State::Waiting,
            cells_searched: 0,
            known: Known::default(),
            found: BTreeMap::new(),
            cells_arrived: 0,
        }
    }

    pub fn read(&mut self, arrived: Arrived<'_>) {
        match arrived {
            Arrived::Rows(index, sheet, grid) => self.read_rows(index, sheet, grid),
            Arrived::Sheet(index, sheet) => self.search(index, sheet),
        }
    }

    /// Searches a whole sheet, as it is done later for all sheets if the user has not chosen one. Only visible sheets
    /// within the limit are certain to be searched.
    fn search(&mut self, index: usize, sheet: &Sheet) {
        if sheet.hidden || self.request.mapping.is_some() || self.request.table.is_some() {
            return;
        }
        self.cells_arrived = self.cells_arrived.saturating_add(cells_searched(&sheet.grid));
        if self.cells_arrived > CELLS_SEARCHED_MAX {
            return;
        }
        let country = self.request.options.country.unwrap_or(COUNTRY_DEFAULT);
        let known = &self.known;
        // A file that makes the search panic does so again when the whole file is read, and is refused there.
        let found = catch_unwind(AssertUnwindSafe(|| {
            let searched = SearchedSheet::of(&sheet.grid, known);
            find_table::find(&searched, country);
            searched.into_findings()
        }));
        if let Ok(found) = found {
            self.found.insert(index, found);
        }
    }

    /// Reads the rows of a sheet that have arrived so far. The last one may be incomplete.
    fn read_rows(&mut self, index: usize, sheet: &SheetStart, grid: &Grid) {
        let whole = grid.rows.len().saturating_sub(1);
        let again = matches!(self.sheet, State::Nothing(of) if of == index);
        let begins = matches!(self.sheet, State::Waiting | State::Nothing(_)) && !again;
        if begins && whole >= ROWS_TOLD_FROM && self.cells_searched < CELLS_SEARCHED_MAX {
            self.cells_searched += cells_searched(grid);
            self.sheet = StreamingTable::of(index, sheet, grid, self.request)
                .map_or(State::Nothing(index), |table| State::StreamingTable(Box::new(table)));
        }
        if let State::StreamingTable(table) = &mut self.sheet
            && table.sheet == index
        {
            table.go_on(grid, whole);
        }
    }

    /// Returns the number of people that were found so far.
    #[cfg(test)]
    pub const fn people(&self) -> usize {
        match &self.sheet {
            State::StreamingTable(table) => table.ready.not_to_pay.len(),
            State::Waiting | State::Nothing(_) => 0,
        }
    }

    #[cfg(test)]
    pub fn sheets_searched(&self) -> usize {
        self.found.len()
    }

    pub fn into_early(self) -> Early {
        let table = match self.sheet {
            State::StreamingTable(table) => Some(*table),
            State::Waiting | State::Nothing(_) => None,
        };
        Early { table, known: self.known, found: self.found }
    }
}

impl StreamingTable {
    fn of(index: usize, start: &SheetStart, grid: &Grid, request: &Request) -> Option<Self> {
        let rows: Vec<GridRow> = grid.rows.iter().take(ROWS_TOLD_FROM).cloned().collect();
        // The width of a line is compared with the widths of all lines, so the whole file is needed.
        if rows.iter().any(|row| row.width.is_some()) {
            return None;
        }
        let head = Grid { rows, columns: grid.columns, ..Grid::default() };
        let sheet = Sheet { name: start.name.clone(), hidden: start.hidden, grid: head };
        let known = Known::default();
        let searched = SearchedFile::of(std::slice::from_ref(&sheet), &known);
        let Chosen { table, .. } = select_table::choose(&searched, request)?;
        let reader = RowReader::new(&sheet.grid, &table, None);
        let up_to = table.header.map_or(0, |at| at + 1);
        let ready = Ready { up_to, ..Ready::default() };
        Some(Self { sheet: index, table, reader, ready })
    }

    fn go_on(&mut self, grid: &Grid, whole: usize) {
        let ready = &mut self.ready;
        for (at, row) in grid.rows.iter().enumerate().take(whole).skip(ready.up_to) {
            match self.reader.reason_to_skip(row) {
                Some(reason) => ready.skipped.push((at, reason)),
                None => ready.not_to_pay.push(self.reader.not_to_pay(row)),
            }
        }
        ready.up_to = ready.up_to.max(whole);
    }

    /// Returns whether the rows of the chosen table are those that were read early, and would be read in the same
    /// way.
    pub fn holds_for(&self, chosen: &Chosen, grid: &Grid) -> bool {
        grid.as_it_came
            && self.sheet == chosen.sheet
            && reads_alike(&self.table, &chosen.table)
            && self.reader.debits == Debits::of(grid, &chosen.table)
            && self.reader.serials == Serials::of(grid, &chosen.table)
    }
}

fn reads_alike(one: &Table, other: &Table) -> bool {
    one.header == other.header && used(one).eq(used(other))
}

fn used(table: &Table) -> impl Iterator<Item = (u16, ColumnRole)> {
    table.columns.iter().filter_map(|column| Some((column.at, column.used?.0)))
}
