//! The protocol by which the reading process sends a file: a start marker, blocks, and a last block that reports how
//! reading ended. Rows are sent as soon as they are read, so that the program can process them while the reading
//! process continues. They have a compact binary form, because JSON would take longer than reading the workbook. A
//! stream that ends before its last block is not a result.

mod reading;
mod writing;

use serde::{Deserialize, Serialize};

pub(crate) use self::{
    reading::{Hear, read},
    writing::{Stop, Writer},
};
use crate::{
    grid::{Grid, LongCell},
    grid_builder::Kind,
};

/// Marker before the first block. Bytes before it on the same stream are ignored.
const START: &[u8] = b"\0paysheet reading 3\n";
/// Rows are sent together once they reach this many bytes.
const BLOCK_BYTES: usize = 64 * 1024;
/// Size in bytes of the length field before each block (little endian).
const LENGTH_BYTES: usize = 4;

/// The type of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
enum Block {
    /// [`SheetStart`] in JSON.
    Sheet = 1,
    /// Rows of the sheet that was started last.
    Rows = 2,
    /// [`SheetEnd`] in JSON.
    SheetEnd = 3,
    /// The last block after success: [`crate::book::BookFacts`] in JSON.
    End = 4,
    /// The last block after an error: [`crate::FileError`] in JSON.
    Refused = 5,
}

impl Block {
    const ALL: [Self; 5] = [Self::Sheet, Self::Rows, Self::SheetEnd, Self::End, Self::Refused];

    fn of(byte: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|block| *block as u8 == byte)
    }
}

/// Marks the beginning of a row among the cells of a block. The row's number and width follow, then its cells.
const ROW: u8 = 0xFF;

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
        }
    }
}

const KINDS: [Kind; 8] = [
    Kind::Text,
    Kind::Number,
    Kind::False,
    Kind::True,
    Kind::Date,
    Kind::Percent,
    Kind::Error,
    Kind::FormulaWithoutValue,
];

#[cfg(test)]
mod tests;
