//! Registers of many columns: a person's names, bank and pay items over a long row, as payroll programs export them.
//! Only some headings are known, no heading names the bank, and nothing but the banks tells the country (Kenya).

use std::{
    fs::File,
    io::{BufWriter, Write},
    path::Path,
};

use rust_xlsxwriter::{Workbook, Worksheet};

use crate::{FAMILY, GIVEN, WriteError};

const HEADER: [&str; 8] =
    ["Staff No", "Employee Name", "Department", "Account Number", "Paid via", "Grade", "Net Pay", "Remarks"];
const DEPARTMENTS: [&str; 5] = ["Accounts", "Human Resources", "Stores", "Field Work", "Security"];
const ITEMS: [&str; 6] = ["Housing", "Transport", "Overtime", "Leave Allowance", "Union Dues", "Loan"];

const BANKS: [&str; 3] = ["Equity Bank", "KCB Bank", "Co-operative Bank"];

/// What a cell of a register contains.
enum Value {
    Blank,
    Number(f64),
    Text(String),
}

/// The columns repeat in groups of eight: numbers mostly, with texts, codes and blanks among them.
fn value(sheet: u16, row: u32, column: u16) -> Value {
    let person = row + 7 * u32::from(sheet);
    let number = || f64::from(1_000 + person * 37 % 90_000 + u32::from(column));
    match (column, column % 8) {
        (0, _) => Value::Text(format!("E{person:05}")),
        (1, _) => Value::Text(name(person, row)),
        (2, _) => Value::Text(pick(&DEPARTMENTS, person).to_owned()),
        (3, _) => Value::Text(format!("{:010}", u64::from(person) * 3_701 + 1_000_000)),
        (4, _) => Value::Text(pick(&BANKS, person).to_owned()),
        (_, 1) => Value::Text(format!("{} {}", pick(&DEPARTMENTS, person), column / 8)),
        (_, 3) => Value::Text(format!("Ref {sheet}-{person}-{column}")),
        (_, 5) if !row.is_multiple_of(3) => Value::Blank,
        (_, 5) => Value::Text(name(person + u32::from(column), row)),
        (_, 7) => Value::Text(format!("{:04}", person % 900)),
        _ => Value::Number(number()),
    }
}

fn name(person: u32, row: u32) -> String {
    format!("{} {} {}", pick(&GIVEN, person), pick(&FAMILY, person / 7), pick(&FAMILY, row))
}

fn pick<'a>(from: &[&'a str], at: u32) -> &'a str {
    let at = usize::try_from(at).unwrap_or(0) % from.len();
    from.get(at).copied().unwrap_or_default()
}

fn heading(column: u16) -> String {
    let known = HEADER.get(usize::from(column)).map(|known| (*known).to_owned());
    known.unwrap_or_else(|| format!("{} {}", pick(&ITEMS, u32::from(column)), column / 6))
}

pub fn xlsx(file: &Path, sheets: u16, rows: u32, columns: u16) -> Result<(), WriteError> {
    let mut book = Workbook::new();
    for sheet in 0..sheets {
        let page = book.add_worksheet();
        page.set_name(format!("Month {}", sheet + 1))?;
        for column in 0..columns {
            page.write_string(0, column, heading(column))?;
            for row in 1..=rows {
                write(page, row, column, value(sheet, row, column))?;
            }
        }
    }
    Ok(book.save(file)?)
}

fn write(page: &mut Worksheet, row: u32, column: u16, value: Value) -> Result<(), WriteError> {
    match value {
        Value::Blank => {}
        Value::Number(number) => {
            page.write_number(row, column, number)?;
        }
        Value::Text(text) => {
            page.write_string(row, column, text)?;
        }
    }
    Ok(())
}

pub fn csv(file: &Path, rows: u32, columns: u16) -> Result<(), WriteError> {
    let mut out = BufWriter::new(File::create(file)?);
    let header: Vec<String> = (0..columns).map(heading).collect();
    writeln!(out, "{}", header.join(","))?;
    for row in 1..=rows {
        let cells = (0..columns).map(|column| match value(0, row, column) {
            Value::Blank => String::new(),
            Value::Number(number) => number.to_string(),
            Value::Text(text) => text,
        });
        writeln!(out, "{}", cells.collect::<Vec<_>>().join(","))?;
    }
    Ok(out.flush()?)
}
