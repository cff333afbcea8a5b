//! Excel workbooks (.xlsx, .xlsm) to grids. Cells come one by one from calamine's streaming reader; its
//! `worksheet_range` is never called, since two cells far apart make it ask for hundreds of gigabytes.
//! What calamine does not tell (hidden rows and columns, filters, formulas without a value) is in `parts`.

mod parts;

use std::{io::Cursor, thread};

use calamine::{Reader, SheetType, SheetVisible, Xlsx, XlsxError};

use self::parts::sheet_extras;
pub(crate) use self::parts::{Package, attribute, plain_attribute, preflight, relations};
use crate::{
    error::{FileError, Part},
    gather::{Gather, Shown, is_percent, value_of},
    grid::{Grid, Sheet},
};

type Archive<'a> = Cursor<&'a [u8]>;

/// Reads all sheets. A hidden sheet past a limit is left empty, a visible one is an error: it may be the payroll.
pub(crate) fn read(bytes: &[u8]) -> Result<Vec<Sheet>, FileError> {
    // Two walks over the same XML, each as long as the other: side by side.
    let (sheets, extras) = thread::scope(|scope| {
        let extras = scope.spawn(|| sheet_extras(bytes));
        (read_sheets(bytes), extras.join().unwrap_or_default())
    });
    let (mut sheets, mut extras) = (sheets?, extras);
    for sheet in &mut sheets {
        if let Some(extras) = extras.remove(&sheet.name) {
            extras.put_into(&mut sheet.grid);
        }
    }
    Ok(sheets)
}

fn read_sheets(bytes: &[u8]) -> Result<Vec<Sheet>, FileError> {
    let mut book: Xlsx<Archive<'_>> = Xlsx::new(Cursor::new(bytes))
        .map_err(|_: XlsxError| FileError::FileCorrupt { part: Part::Workbook })?;
    let listed = book.sheets_metadata().to_vec();
    let mut sheets = Vec::new();
    for sheet in listed.into_iter().filter(|sheet| sheet.typ == SheetType::WorkSheet) {
        let hidden = sheet.visible != SheetVisible::Visible;
        let grid = match read_grid(&mut book, &sheet.name) {
            Err(_) if hidden => Grid::default(),
            other => other?,
        };
        sheets.push(Sheet { name: sheet.name, hidden, grid });
    }
    Ok(sheets)
}

fn read_grid(book: &mut Xlsx<Archive<'_>>, name: &str) -> Result<Grid, FileError> {
    let corrupt = |_| FileError::FileCorrupt { part: Part::Cells };
    let mut cells = book.worksheet_cells_reader(name).map_err(corrupt)?;
    let shown: Vec<Shown> = cells
        .styles()
        .iter()
        .map(|style| {
            let percent = style.number_format.as_ref().is_some_and(|format| is_percent(&format.format_code));
            if percent { Shown::Percent } else { Shown::Plain }
        })
        .collect();
    let mut gather = Gather::default();
    while let Some((cell, style)) = cells.next_cell_with_style_id().map_err(corrupt)? {
        let (row, column) = cell.get_position();
        let shown = shown.get(style).copied().unwrap_or_default();
        gather.take(row, column, value_of(cell.get_value(), shown))?;
    }
    Ok(gather.finish())
}
