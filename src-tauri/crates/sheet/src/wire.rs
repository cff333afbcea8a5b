//! How the reading process hands a file over: blocks between a mark at the start and a last one that says how it
//! ended. Rows go as soon as they are read, so that one process makes something of them while the other goes on
//! reading; they have a compact form, since JSON would take longer than reading the workbook does. What ends
//! before its last block is no result.

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

/// Before the first block; what stands in front of it on the same stream is not ours.
const START: &[u8] = b"\0paysheet reading 3\n";
/// Rows are sent together up to this.
const BLOCK_BYTES: usize = 64 * 1024;
/// Before each block, its length as a number of this many bytes, little endian.
const LENGTH_BYTES: usize = 4;

/// What a block is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
enum Block {
    /// [`SheetStart`] in JSON.
    Sheet = 1,
    /// Rows of that sheet.
    Rows = 2,
    /// [`SheetEnd`] in JSON.
    SheetEnd = 3,
    /// The last one: [`crate::book::BookFacts`] in JSON.
    End = 4,
    /// The last one: [`crate::FileError`] in JSON.
    Refused = 5,
}

impl Block {
    const ALL: [Self; 5] = [Self::Sheet, Self::Rows, Self::SheetEnd, Self::End, Self::Refused];

    fn of(byte: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|block| *block as u8 == byte)
    }
}

/// Among the cells of a block of rows: a row begins, with its number and its width. The cells that follow are its own.
const ROW: u8 = 0xFF;

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct SheetStart {
    pub name: String,
    pub hidden: bool,
}

/// What is known of a sheet when all its rows are read.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct SheetEnd {
    /// The sheet cannot be read and is left empty.
    pub void: bool,
    pub filtered: bool,
    /// From 0, ascending.
    pub hidden_columns: Vec<u16>,
    /// Row numbers.
    pub hidden_rows: Vec<u32>,
    /// Formulas without a value, by row and column from 0.
    pub without_value: Vec<(u32, u32)>,
    /// Error values that came apart from the cells, by row and column from 0.
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
