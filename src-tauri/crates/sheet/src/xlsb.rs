//! Binary Excel workbooks (.xlsb) to grids. Cells come one by one from calamine's reader; what it does not tell
//! is in `parts`.

mod parts;

use std::io::Cursor;

use calamine::{Reader, SheetType, SheetVisible, Xlsb, XlsbError};

use self::parts::sheet_extras;
use crate::{
    error::{FileError, Part},
    gather::{Gather, Shown, value_of},
    grid::{Grid, Sheet},
};

type Archive<'a> = Cursor<&'a [u8]>;

/// Reads all sheets. A hidden sheet past a limit is left empty, a visible one is an error: it may be the payroll.
///
/// # Errors
/// `FileCorrupt`, and past the limits. (A password makes the file another container: it does not come here.)
pub(crate) fn read(bytes: &[u8]) -> Result<Vec<Sheet>, FileError> {
    let corrupt = |_: XlsbError| FileError::FileCorrupt { part: Part::Workbook };
    let mut book: Xlsb<Archive<'_>> = Xlsb::new(Cursor::new(bytes)).map_err(corrupt)?;
    let mut extras = sheet_extras(bytes)?;
    let listed = book.sheets_metadata().to_vec();
    let mut sheets = Vec::new();
    for sheet in listed.into_iter().filter(|sheet| sheet.typ == SheetType::WorkSheet) {
        let hidden = sheet.visible != SheetVisible::Visible;
        let mut grid = match read_grid(&mut book, &sheet.name) {
            Err(_) if hidden => Grid::default(),
            other => other?,
        };
        if let Some(extras) = extras.remove(&sheet.name) {
            extras.put_into(&mut grid);
        }
        sheets.push(Sheet { name: sheet.name, hidden, grid });
    }
    Ok(sheets)
}

fn read_grid(book: &mut Xlsb<Archive<'_>>, name: &str) -> Result<Grid, FileError> {
    let corrupt = |_: XlsbError| FileError::FileCorrupt { part: Part::Cells };
    let mut cells = book.worksheet_cells_reader(name).map_err(corrupt)?;
    let mut gather = Gather::default();
    while let Some(cell) = cells.next_cell().map_err(corrupt)? {
        let (row, column) = cell.get_position();
        gather.take(row, column, value_of(cell.get_value(), Shown::Plain))?;
    }
    Ok(gather.finish())
}
