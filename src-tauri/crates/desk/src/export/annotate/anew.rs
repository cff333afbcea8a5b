//! Creates a new workbook from the cells of a file whose format has no writer (.xls, .xlsb), with the added columns.
//! Values, sheets and hidden parts are preserved; formulas are replaced by their values, and formatting is lost.

use paysheet_document::write_text;
use paysheet_domain::CellValue;
use paysheet_sheet::{SheetCells, copy::Added};
use rust_xlsxwriter::{ExcelDateTime, Format, Formula, Workbook, Worksheet, XlsxError};

/// Maximum number of cells of all sheets, since a new workbook is made in memory.
pub(super) const CELLS_MAX: usize = 5_000_000;

/// All errors that a cell can contain. Anything else is foreign text.
const ERRORS: [&str; 7] = ["#NULL!", "#DIV/0!", "#VALUE!", "#REF!", "#NAME?", "#NUM!", "#N/A"];

/// The formats of values that are not plain numbers.
struct Formats {
    day: Format,
    moment: Format,
    time: Format,
    percent: Format,
}

impl Formats {
    fn new() -> Self {
        let shown = |format| Format::new().set_num_format(format);
        Self {
            day: shown("yyyy-mm-dd"),
            moment: shown("yyyy-mm-dd hh:mm:ss"),
            time: shown("hh:mm:ss"),
            percent: shown("0.##%"),
        }
    }
}

/// Returns the workbook's bytes.
///
/// # Errors
/// Fails if the writer refuses a cell.
pub(super) fn workbook(sheets: &[SheetCells], added: &Added) -> Result<Vec<u8>, XlsxError> {
    let mut workbook = Workbook::new();
    let formats = Formats::new();
    for cells in sheets {
        let sheet = workbook.add_worksheet();
        // A name that is not valid in this format is replaced by a generated one.
        let _named = sheet.set_name(&cells.name);
        sheet.set_hidden(cells.hidden);
        for column in &cells.hidden_columns {
            sheet.set_column_hidden(*column)?;
        }
        write(sheet, cells, &formats)?;
        if cells.name == added.sheet {
            add(sheet, cells.columns, added)?;
            sheet.set_active(true);
        }
    }
    workbook.save_to_buffer()
}

fn write(sheet: &mut Worksheet, cells: &SheetCells, formats: &Formats) -> Result<(), XlsxError> {
    for row in &cells.rows {
        let line = row.number.saturating_sub(1);
        if row.hidden {
            sheet.set_row_hidden(line)?;
        }
        for (column, value) in &row.cells {
            write_value(sheet, (line, *column), value, formats)?;
        }
    }
    Ok(())
}

fn write_value(
    sheet: &mut Worksheet,
    (row, column): (u32, u16),
    value: &CellValue,
    formats: &Formats,
) -> Result<(), XlsxError> {
    match value {
        CellValue::Number(text) => match text.parse::<f64>() {
            Ok(number) if number.is_finite() => drop(sheet.write_number(row, column, number)?),
            Ok(_) | Err(_) => drop(sheet.write_string(row, column, text)?),
        },
        CellValue::Percent(text) => match text.parse::<f64>() {
            Ok(number) if number.is_finite() => {
                sheet.write_number_with_format(row, column, number, &formats.percent)?;
            }
            Ok(_) | Err(_) => drop(sheet.write_string(row, column, text)?),
        },
        CellValue::Bool(value) => drop(sheet.write_boolean(row, column, *value)?),
        CellValue::Date(text) => write_date(sheet, (row, column), text, formats)?,
        CellValue::Error(text) if ERRORS.contains(&text.as_str()) => {
            // In this format an error can only be the result of a formula.
            sheet.write_formula(row, column, Formula::new(text).set_result(text))?;
        }
        CellValue::Text(text) | CellValue::Error(text) => write_text(sheet, row, column, text)?,
        CellValue::FormulaWithoutValue => {}
    }
    Ok(())
}

/// Writes a day, a time or both. A date that the format cannot represent (before 1900) stays text.
fn write_date(
    sheet: &mut Worksheet,
    (row, column): (u32, u16),
    text: &str,
    formats: &Formats,
) -> Result<(), XlsxError> {
    let format = match (text.contains('-'), text.contains(':')) {
        (true, true) => &formats.moment,
        (true, false) => &formats.day,
        (false, _) => &formats.time,
    };
    match ExcelDateTime::parse_from_str(text) {
        Ok(moment) => drop(sheet.write_datetime_with_format(row, column, &moment, format)?),
        Err(_) => drop(sheet.write_string(row, column, text)?),
    }
    Ok(())
}

fn add(sheet: &mut Worksheet, columns: u32, added: &Added) -> Result<(), XlsxError> {
    let first = u16::try_from(columns).unwrap_or(u16::MAX);
    let heads = added.header_row.map(|row| (row, &added.heads));
    for (row, texts) in added.rows.iter().map(|(row, texts)| (*row, texts)).chain(heads) {
        for (column, text) in (first..).zip(texts) {
            write_text(sheet, row.saturating_sub(1), column, text)?;
        }
    }
    Ok(())
}
