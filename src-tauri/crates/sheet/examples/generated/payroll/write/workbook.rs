//! Workbooks of Excel.

use rust_xlsxwriter::{Format, Formula, Workbook, Worksheet, XlsxError, utility::row_col_to_cell};

use super::super::cells::{Cell, Sheet, Style, fraction};

pub fn bytes(sheets: &[Sheet], style: Style) -> Result<Vec<u8>, XlsxError> {
    let mut workbook = Workbook::new();
    let active = sheets.iter().position(|sheet| !sheet.is_hidden);
    for (at, sheet) in sheets.iter().enumerate() {
        let page = workbook.add_worksheet();
        page.set_name(&sheet.name)?.set_hidden(sheet.is_hidden);
        page.set_active(active == Some(at));
        for (row, cells) in (0..).zip(&sheet.rows) {
            for (column, cell) in (0..).zip(cells) {
                write(page, (row, column), cell, style)?;
            }
        }
        for row in &sheet.hidden_rows {
            page.set_row_hidden(u32::try_from(*row).unwrap_or(0))?;
        }
        for column in &sheet.hidden_columns {
            page.set_column_hidden(u16::try_from(*column).unwrap_or(0))?;
        }
    }
    workbook.save_to_buffer()
}

fn write(
    page: &mut Worksheet,
    (row, column): (u32, u16),
    cell: &Cell,
    style: Style,
) -> Result<(), XlsxError> {
    let decimal = |minor: u64| style.plain(minor).parse::<f64>().unwrap_or(0.0);
    match cell {
        Cell::Empty => {}
        Cell::Text(text) | Cell::Digits(text) => {
            page.write(row, column, text.as_str())?;
        }
        Cell::Number(text) => {
            page.write(row, column, text.parse::<f64>().unwrap_or(0.0))?;
        }
        Cell::Amount(_) | Cell::Sum(..) if style.as_text => {
            page.write(row, column, cell.shown(style))?;
        }
        Cell::Amount(minor) => {
            page.write(row, column, decimal(*minor))?;
        }
        Cell::Sum(minor, from, to) => {
            let at = |row: usize| row_col_to_cell(u32::try_from(row).unwrap_or(0), column);
            let formula = Formula::new(format!("=SUM({}:{})", at(*from), at(to.saturating_sub(1))));
            page.write(row, column, formula.set_result(style.plain(*minor)))?;
        }
        Cell::Share(percent) => {
            let format = Format::new().set_num_format("0%");
            page.write_with_format(row, column, fraction(*percent).parse::<f64>().unwrap_or(0.0), &format)?;
        }
        Cell::Day(day, month, year) => {
            let format = Format::new().set_num_format("dd/mm/yyyy");
            let date = rust_xlsxwriter::ExcelDateTime::from_ymd(*year, *month, *day)?;
            page.write_with_format(row, column, &date, &format)?;
        }
    }
    Ok(())
}
