//! Where the readers of all formats send the sheets that they read. Rows are sent as soon as they are read, so that
//! they can be processed while the rest of the file is still being read.

use std::io;

use paysheet_domain::RowMark;
use serde::{Deserialize, Serialize};

use crate::{
    error::FileError,
    formats::{
        grid::{Grid, GridRow, LongCell, MergedRows, Sheet},
        grid_builder::Kind,
    },
};

/// Receives the sheets of a file, one after the other.
pub(crate) trait SheetSink {
    /// # Errors
    /// Errors of the stream, as for all methods here.
    fn begin_sheet(&mut self, start: &SheetStart) -> io::Result<()>;

    /// Begins a row by its number, with the number of cells of its line if the format has lines. Its cells follow.
    fn row(&mut self, number: u32, width: Option<u32>) -> io::Result<()>;

    /// Adds a cell to the current row, by its column from 0.
    fn cell(&mut self, column: u16, kind: Kind, text: &str) -> io::Result<()>;

    fn end_sheet(&mut self, end: &SheetEnd) -> io::Result<()>;

    /// Sends a sheet that is already in memory. Each row is dropped after it is sent.
    fn sheet(&mut self, sheet: Sheet) -> io::Result<()> {
        self.begin_sheet(&SheetStart { name: sheet.name, hidden: sheet.hidden })?;
        let end = SheetEnd::of(&sheet.grid);
        for GridRow { number, cells, width, .. } in sheet.grid.rows {
            self.row(number, width)?;
            for (column, value) in &cells {
                let (kind, text) = Kind::of(value);
                self.cell(*column, kind, text)?;
            }
        }
        self.end_sheet(&end)
    }
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct SheetStart {
    pub name: String,
    pub hidden: bool,
}

/// The facts of a sheet that are available only after all its rows were read.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct SheetEnd {
    /// The sheet cannot be read and is left empty.
    pub void: bool,
    pub filtered: bool,
    /// Columns from 0, ascending.
    pub hidden_columns: Vec<u16>,
    /// Row numbers from 1.
    pub hidden_rows: Vec<u32>,
    /// Formulas without a value, by row and column from 0.
    pub without_value: Vec<(u32, u32)>,
    /// Error values that are sent apart from the cells, by row and column from 0.
    pub errors: Vec<(u32, u32, String)>,
    pub long_cells: Vec<LongCell>,
    /// Marks of rows by their numbers.
    pub marks: Vec<(u32, RowMark)>,
    /// Cells of one column that are merged over several rows.
    pub merged: Vec<MergedRows>,
}

impl SheetEnd {
    fn of(grid: &Grid) -> Self {
        Self {
            void: false,
            filtered: grid.filtered,
            hidden_columns: grid.hidden_columns.clone(),
            hidden_rows: grid.rows.iter().filter(|row| row.hidden).map(|row| row.number).collect(),
            without_value: Vec::new(),
            errors: Vec::new(),
            long_cells: grid.long_cells.clone(),
            marks: grid.marks.clone(),
            merged: grid.merged.clone(),
        }
    }
}

/// Why reading a file stops before its end.
#[derive(Debug)]
pub(crate) enum Stop {
    Refused(FileError),
    /// The other end of the pipe is closed.
    Pipe(io::Error),
}

impl From<FileError> for Stop {
    fn from(error: FileError) -> Self {
        Self::Refused(error)
    }
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Self {
        Self::Pipe(error)
    }
}
