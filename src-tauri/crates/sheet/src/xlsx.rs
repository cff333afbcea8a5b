//! Excel workbooks (.xlsx, .xlsm) to grids. Cells come one by one from calamine's streaming reader; its
//! `worksheet_range` is never called, since two cells far apart make it ask for hundreds of gigabytes.
//! What calamine does not tell (hidden rows and columns, filters, formulas without a value) is in `parts`.

mod parts;

use std::{io::Cursor, thread};

use calamine::{DataRef, ExcelDateTime, Reader, SheetType, SheetVisible, Xlsx, XlsxError};
use paysheet_domain::CellValue;

use self::parts::{Extras, sheet_extras};
pub(crate) use self::parts::{Package, preflight};
use crate::{
    error::{FileError, Part},
    grid::{Grid, GridRow, Sheet},
    limits::{COLUMNS_MAX, ROWS_MAX},
};

type Archive<'a> = Cursor<&'a [u8]>;

/// Reads all sheets. A hidden sheet past a limit is left empty, a visible one is an error: it may be the payroll.
pub(crate) fn read(bytes: &[u8]) -> Result<Vec<Sheet>, FileError> {
    // Two walks over the same XML, each as long as the other: side by side.
    let (sheets, extras) = thread::scope(|scope| {
        let extras = scope.spawn(|| sheet_extras(bytes));
        (read_sheets(bytes), extras.join().unwrap_or_default())
    });
    let mut sheets = sheets?;
    for sheet in &mut sheets {
        if let Some(extras) = extras.get(&sheet.name) {
            add_extras(&mut sheet.grid, extras);
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
    let percent: Vec<bool> = cells
        .styles()
        .iter()
        .map(|style| style.number_format.as_ref().is_some_and(|format| is_percent(&format.format_code)))
        .collect();
    let mut grid = Grid::default();
    let mut filled: usize = 0;
    while let Some((cell, style)) = cells.next_cell_with_style_id().map_err(corrupt)? {
        let (row, column) = cell.get_position();
        let number = row.saturating_add(1);
        if grid.rows.last().is_none_or(|last| last.number != number) {
            grid.rows.push(GridRow { number, ..GridRow::default() });
        }
        let shown_as_percent = percent.get(style).copied().unwrap_or(false);
        let Some(value) = value_of(cell.get_value(), shown_as_percent) else { continue };
        let column = check_column(column)?;
        grid.columns = grid.columns.max(u32::from(column) + 1);
        let value = cut(&mut grid, value, number, column);
        if let Some(last) = grid.rows.last_mut() {
            filled += usize::from(last.cells.is_empty());
            last.cells.push((column, value));
        }
        check_rows(filled)?;
    }
    put_in_order(&mut grid);
    Ok(grid)
}

/// Puts in what calamine leaves out.
fn add_extras(grid: &mut Grid, extras: &Extras) {
    for (row, column) in &extras.formulas_without_value {
        let number = row.saturating_add(1);
        let Ok(column) = check_column(*column) else { continue };
        let Ok(at) = grid.rows.binary_search_by_key(&number, |row| row.number) else { continue };
        let Some(row) = grid.rows.get_mut(at) else { continue };
        if let Err(place) = row.cells.binary_search_by_key(&column, |(column, _)| *column) {
            row.cells.insert(place, (column, CellValue::FormulaWithoutValue));
            grid.columns = grid.columns.max(u32::from(column) + 1);
        }
    }
    for row in &mut grid.rows {
        row.hidden = extras.hidden_rows.contains(&row.number);
    }
    grid.filtered = extras.filtered;
    grid.hidden_columns = (0..u16::try_from(grid.columns).unwrap_or(u16::MAX))
        .filter(|column| extras.hidden_columns.iter().any(|hidden| hidden.contains(column)))
        .collect();
}

fn check_column(column: u32) -> Result<u16, FileError> {
    let count = u64::from(column) + 1;
    let limit = u64::try_from(COLUMNS_MAX).unwrap_or(u64::MAX);
    if count > limit {
        return Err(FileError::FileTooManyColumns { columns: count, limit });
    }
    u16::try_from(column).map_err(|_| FileError::FileTooManyColumns { columns: count, limit })
}

pub(crate) fn check_rows(rows: usize) -> Result<(), FileError> {
    if rows <= ROWS_MAX {
        return Ok(());
    }
    let as_u64 = |count: usize| u64::try_from(count).unwrap_or(u64::MAX);
    Err(FileError::FileTooManyRows { rows: as_u64(rows), limit: as_u64(ROWS_MAX) })
}

/// Programs other than Excel may write rows and cells in any order, and a cell twice: the last one counts.
fn put_in_order(grid: &mut Grid) {
    let rows_ordered = grid.rows.is_sorted_by(|a, b| a.number < b.number);
    if !rows_ordered {
        grid.rows.sort_by_key(|row| row.number);
        let mut merged: Vec<GridRow> = Vec::with_capacity(grid.rows.len());
        for row in grid.rows.drain(..) {
            match merged.last_mut().filter(|last| last.number == row.number) {
                Some(last) => last.cells.extend(row.cells),
                None => merged.push(row),
            }
        }
        grid.rows = merged;
    }
    for row in &mut grid.rows {
        if !row.cells.is_sorted_by(|a, b| a.0 < b.0) {
            row.cells.reverse();
            row.cells.sort_by_key(|(column, _)| *column);
            row.cells.dedup_by_key(|(column, _)| *column);
        }
    }
}

fn cut(grid: &mut Grid, value: CellValue, row: u32, column: u16) -> CellValue {
    match value {
        CellValue::Text(text) => CellValue::Text(grid.kept(&text, row, column)),
        CellValue::Number(_)
        | CellValue::Bool(_)
        | CellValue::Date(_)
        | CellValue::Percent(_)
        | CellValue::Error(_)
        | CellValue::FormulaWithoutValue => value,
    }
}

fn value_of(value: &DataRef<'_>, shown_as_percent: bool) -> Option<CellValue> {
    let value = match value {
        DataRef::Empty => return None,
        DataRef::String(text) => CellValue::Text(text.clone()),
        DataRef::SharedString(text) => CellValue::Text((*text).to_owned()),
        DataRef::Float(number) if shown_as_percent => CellValue::Percent(shortest(*number)),
        DataRef::Float(number) => CellValue::Number(shortest(*number)),
        DataRef::Int(number) if shown_as_percent => CellValue::Percent(number.to_string()),
        DataRef::Int(number) => CellValue::Number(number.to_string()),
        DataRef::Bool(value) => CellValue::Bool(*value),
        DataRef::DateTime(date) => CellValue::Date(iso(*date)),
        DataRef::DateTimeIso(text) | DataRef::DurationIso(text) => CellValue::Date(text.clone()),
        DataRef::Error(error) => CellValue::Error(error.to_string()),
    };
    let blank = matches!(&value, CellValue::Text(text) if text.is_empty());
    (!blank).then_some(value)
}

/// Largest number written without an exponent.
const PLAIN_NUMBER_MAX: f64 = 1e21;
/// Smallest number but zero written without an exponent.
const PLAIN_NUMBER_MIN: f64 = 1e-7;

/// The shortest decimal text that reads back as the same number.
fn shortest(number: f64) -> String {
    let size = number.abs();
    let plain = size < PLAIN_NUMBER_MAX && (size >= PLAIN_NUMBER_MIN || size == 0.0);
    if plain { format!("{number}") } else { format!("{number:E}") }
}

fn iso(date: ExcelDateTime) -> String {
    let (year, month, day, hour, minute, second, _) = date.to_ymd_hms_milli();
    if date.is_duration() || date.as_f64() < 1.0 {
        return format!("{hour:02}:{minute:02}:{second:02}");
    }
    let day = format!("{year:04}-{month:02}-{day:02}");
    if (hour, minute, second) == (0, 0, 0) { day } else { format!("{day}T{hour:02}:{minute:02}:{second:02}") }
}

/// Whether a number format shows hundredths: a per cent sign outside quoted text.
fn is_percent(format: &str) -> bool {
    let mut quoted = false;
    let mut escaped = false;
    format.chars().any(|c| {
        let plain = !quoted && !escaped;
        quoted ^= c == '"' && !escaped;
        escaped = c == '\\' && !escaped;
        c == '%' && plain
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_keep_their_shortest_text() {
        for (number, expected) in [
            (1234.1, "1234.1"),
            (123_456_789.0, "123456789"),
            (3.2e15, "3200000000000000"),
            (1e22, "1E22"),
            (0.0, "0"),
            (-12.5, "-12.5"),
            (1e-9, "1E-9"),
        ] {
            assert_eq!(shortest(number), expected);
        }
    }

    #[test]
    fn a_per_cent_sign_counts_outside_quotes() {
        for (format, expected) in
            [("0%", true), ("0.00%", true), ("0\"%\"", false), ("0\\%", false), ("#,##0", false)]
        {
            assert_eq!(is_percent(format), expected, "{format}");
        }
    }
}
