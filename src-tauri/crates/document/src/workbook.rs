//! A document as a workbook: the facts on the first sheet, and each table on its own. Text is stored as text.

use rust_xlsxwriter::{Format, FormatAlign, Workbook, Worksheet, XlsxError};

use crate::content::{Align, Block, Cell, Document, Fact, Style, Table};
use crate::{money_cell::write_money, text_cell::write_text};

/// Maximum number of characters of a sheet's name.
const SHEET_NAME_CHARS_MAX: usize = 31;
/// Widths of the two columns of the facts, in characters.
const FACT_WIDTHS: [f64; 2] = [24.0, 48.0];
/// Is written on.
const PLACE_TO_SIGN: &str = "______________________";
/// An amount is a number here, with its currency in the next column.
const CURRENCY_WIDTH: f64 = 9.0;

pub fn of(document: &Document, style: &Style<'_>) -> Result<Workbook, XlsxError> {
    let mut workbook = Workbook::new();
    facts(workbook.add_worksheet(), document, style)?;
    for table in document.tables() {
        write_table(workbook.add_worksheet(), table)?;
    }
    Ok(workbook)
}

fn facts(sheet: &mut Worksheet, document: &Document, style: &Style<'_>) -> Result<(), XlsxError> {
    sheet.set_name(sheet_name(&document.title))?;
    for (column, width) in (0_u16..).zip(FACT_WIDTHS) {
        sheet.set_column_width(column, width)?;
    }
    sheet.write_string_with_format(0, 0, &document.title, &Format::new().set_bold())?;
    write_text(sheet, 1, 0, &document.subtitle)?;
    for (line, (name, value)) in (3_u32..).zip(named_values(document, style)) {
        write_text(sheet, line, 0, &name)?;
        write_text(sheet, line, 1, &value)?;
    }
    Ok(())
}

/// Returns who the document is from, its facts, and the places to sign.
fn named_values(document: &Document, style: &Style<'_>) -> Vec<Fact> {
    let from = document.letterhead.iter().map(|from| (style.words.report("from", "From"), from.clone()));
    let values = document.blocks.iter().flat_map(|block| match block {
        Block::Facts(facts) => facts.clone(),
        Block::Signatures { names, signature, date } => names
            .iter()
            .flat_map(|name| [name.clone(), format!("{name}: {signature}"), format!("{name}: {date}")])
            .map(|name| (name, PLACE_TO_SIGN.to_owned()))
            .collect(),
        Block::Notice(text) => vec![(text.clone(), String::new())],
        Block::Table(_)
        | Block::Slips(_)
        | Block::Text(_)
        | Block::Fitted { .. }
        | Block::Abridged { .. }
        | Block::NextPage => Vec::new(),
    });
    from.chain(values).collect()
}

fn write_table(sheet: &mut Worksheet, table: &Table) -> Result<(), XlsxError> {
    sheet.set_name(sheet_name(&table.title))?;
    sheet.set_freeze_panes(1, 0)?;
    sheet.set_landscape();
    sheet.set_repeat_rows(0, 0)?;
    let bold = Format::new().set_bold();
    let right = bold.clone().set_align(FormatAlign::Right);
    let money = money_columns(table);
    let mut column = 0_u16;
    for (head, is_money) in table.heads.iter().zip(&money) {
        let format = if head.align == Align::Right { &right } else { &bold };
        sheet.write_string_with_format(0, column, &head.text, format)?;
        sheet.set_column_width(column, f64::from(head.width))?;
        column += 1;
        if *is_money {
            sheet.set_column_width(column, CURRENCY_WIDTH)?;
            column += 1;
        }
    }
    for (line, cells) in (1_u32..).zip(table.lines.iter().chain(&table.totals)) {
        write_line(sheet, line, cells, &money)?;
    }
    Ok(())
}

/// Returns which columns contain amounts.
fn money_columns(table: &Table) -> Vec<bool> {
    let is_money = |column: usize| {
        let mut lines = table.lines.iter().chain(&table.totals);
        lines.any(|line| matches!(line.get(column), Some(Cell::Money(_))))
    };
    (0..table.heads.len()).map(is_money).collect()
}

fn write_line(sheet: &mut Worksheet, line: u32, cells: &[Cell], money: &[bool]) -> Result<(), XlsxError> {
    let mut column = 0_u16;
    for (cell, is_money) in cells.iter().zip(money) {
        match cell {
            Cell::Text(text) => write_text(sheet, line, column, text)?,
            Cell::Count(count) => drop(sheet.write_number(line, column, *count)?),
            Cell::Money(amount) => {
                write_money(sheet, line, column, *amount)?;
                sheet.write_string(line, column + 1, amount.currency().to_string())?;
            }
        }
        column += if *is_money { 2 } else { 1 };
    }
    Ok(())
}

/// Returns a name that the format accepts.
fn sheet_name(title: &str) -> String {
    let plain = title.chars().map(|c| if "[]:*?/\\'".contains(c) { ' ' } else { c });
    plain.take(SHEET_NAME_CHARS_MAX).collect()
}
