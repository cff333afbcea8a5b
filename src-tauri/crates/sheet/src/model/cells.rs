//! All cells of a file, whatever they contain. A new workbook is written from them if the file's own format cannot be
//! written.

use paysheet_domain::CellValue;
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SheetCells {
    pub name: String,
    pub hidden: bool,
    /// Columns from 0.
    pub hidden_columns: Vec<u16>,
    /// Number of columns up to the last one that contains something.
    pub columns: u32,
    pub rows: Vec<RowCells>,
    /// Number of cells that were longer than the limit and are truncated.
    pub cut: u32,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RowCells {
    /// Row number in the file, from 1.
    pub number: u32,
    pub hidden: bool,
    /// By column from 0, ascending.
    pub cells: Vec<(u16, CellValue)>,
}
