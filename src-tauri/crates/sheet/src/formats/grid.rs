//! A sheet as a sparse grid of lossless cells, independent of the file format.

use paysheet_domain::{CellValue, RowMark};
use serde::{Deserialize, Serialize};

use crate::{
    limits::CELL_BYTES_MAX,
    model::{RowCells, SheetCells},
};

/// One row of a sheet: its non-empty cells, by column from 0, ascending.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct GridRow {
    /// Row number in the file, from 1.
    pub number: u32,
    pub cells: Vec<(u16, CellValue)>,
    /// Number of cells of the line, if the format has lines (CSV).
    pub width: Option<u32>,
    pub hidden: bool,
}

impl GridRow {
    pub fn cell(&self, column: u16) -> Option<&CellValue> {
        let at = self.cells.binary_search_by_key(&column, |(column, _)| *column).ok()?;
        self.cells.get(at).map(|(_, value)| value)
    }

    /// Returns the text of the row, with cells separated by ` | `.
    pub fn shown(&self, chars_max: usize) -> String {
        let shown = self.cells.iter().map(|(_, value)| value.shown());
        let texts: Vec<String> = shown.filter(|text| !text.trim().is_empty()).collect();
        texts.join(" | ").chars().take(chars_max).collect()
    }
}

/// A cell that was longer than the limit and is already truncated.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct LongCell {
    pub row: u32,
    pub column: u16,
    pub bytes: usize,
}

/// Cells of one column that are merged over several rows. Only the first row has the value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct MergedRows {
    pub column: u16,
    /// Row numbers from 1.
    pub first: u32,
    pub last: u32,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Grid {
    /// Ascending by number. Rows without cells are included if the file contains them.
    pub rows: Vec<GridRow>,
    /// Number of columns up to the last one that contains something.
    pub columns: u32,
    pub hidden_columns: Vec<u16>,
    /// A filter with conditions is set, so hidden rows were hidden by the filter.
    pub filtered: bool,
    pub long_cells: Vec<LongCell>,
    /// Marks of rows by their numbers.
    pub marks: Vec<(u32, RowMark)>,
    /// Cells of one column that are merged over several rows.
    pub merged: Vec<MergedRows>,
    /// Rows and cells arrived in order, so their indexes and values did not change afterwards.
    pub as_it_came: bool,
}

impl Grid {
    pub const NOTHING: Self = Self {
        rows: Vec::new(),
        columns: 0,
        hidden_columns: Vec::new(),
        filtered: false,
        long_cells: Vec::new(),
        marks: Vec::new(),
        merged: Vec::new(),
        as_it_came: false,
    };

    /// Returns the number of the last row that contains something.
    pub fn last_row(&self) -> u32 {
        self.rows.iter().rev().find(|row| !row.cells.is_empty()).map_or(0, |row| row.number)
    }

    /// Returns a text as it is stored: truncated at the limit, and recorded if it was longer.
    pub fn kept(&mut self, mut text: String, row: u32, column: u16) -> String {
        if text.len() > CELL_BYTES_MAX {
            self.long_cells.push(LongCell { row, column, bytes: text.len() });
            text.truncate(text.floor_char_boundary(CELL_BYTES_MAX));
            text.shrink_to_fit();
        }
        text
    }
}

/// A named sheet of a file.
#[derive(Clone, Debug)]
pub(crate) struct Sheet {
    pub name: String,
    pub hidden: bool,
    pub grid: Grid,
}

impl From<Sheet> for SheetCells {
    fn from(Sheet { name, hidden, grid }: Sheet) -> Self {
        let row = |GridRow { number, hidden, cells, .. }: GridRow| RowCells { number, hidden, cells };
        Self {
            name,
            hidden,
            hidden_columns: grid.hidden_columns,
            columns: grid.columns,
            rows: grid.rows.into_iter().map(row).collect(),
            cut: u32::try_from(grid.long_cells.len()).unwrap_or(u32::MAX),
        }
    }
}
