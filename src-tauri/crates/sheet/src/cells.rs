//! All cells of a file, whatever they contain. A new workbook is written from them if the file's own format cannot be
//! written.

use paysheet_domain::CellValue;
use serde::{Deserialize, Serialize};

use crate::grid::{GridRow, Sheet};

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
