//! Shows what the app would see in a file, without a window and without the network: the table, the rows with
//! their problems, and what can be paid. Bank names are matched against the embedded directory.
//!
//! Status 0 where the file could be read, whatever its rows' problems; 2 with one line on standard error else.

use std::{
    collections::BTreeMap,
    io::{self, Write},
    path::PathBuf,
    process::ExitCode,
    str::FromStr,
};

use clap::Parser;
use paysheet_domain::{
    BankDirectory, CheckContext, CheckedRow, Country, Currency, Field, Money, MoneyError, Problem, Severity,
    SourceRow, check_row, check_together, checks::cleaned_text,
};
use paysheet_sheet::{FileError, ReadOptions, SheetFile};
use serde_json::{Value, json};

/// The file could not be read.
const STATUS_UNREADABLE: u8 = 2;

#[derive(Debug, Parser)]
#[command(about = "Shows what Paysheet sees in a payroll file")]
struct Arguments {
    /// One JSON object instead of a summary.
    #[arg(long)]
    json: bool,
    /// Country of rows that name none, by the service's tag.
    #[arg(long, value_parser = Country::from_str)]
    country: Option<Country>,
    /// Currency of rows that name none.
    #[arg(long, value_parser = Currency::from_str)]
    currency: Option<Currency>,
    file: PathBuf,
}

#[derive(Debug, thiserror::Error)]
enum InspectError {
    #[error(transparent)]
    File(#[from] FileError),
    #[error("the answer could not be written: {0}")]
    Output(#[from] io::Error),
    #[error("the amounts do not add up: {0}")]
    Sum(#[from] MoneyError),
    #[error("the answer could not be put into JSON: {0}")]
    Json(#[from] serde_json::Error),
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    match inspect(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // With standard error gone there is nobody left to tell.
            let _ = writeln!(io::stderr().lock(), "{error}");
            ExitCode::from(STATUS_UNREADABLE)
        }
    }
}

fn inspect(arguments: &Arguments) -> Result<(), InspectError> {
    let options = ReadOptions { country: arguments.country, currency: arguments.currency };
    let sheet = paysheet_sheet::read(&arguments.file, &options)?;
    let checked = check(&sheet);
    let totals = totals(&checked)?;
    let mut out = io::BufWriter::new(io::stdout().lock());
    if arguments.json {
        serde_json::to_writer_pretty(&mut out, &answer(&sheet, &checked, &totals)?)?;
        writeln!(out)?;
    } else {
        summarise(&mut out, &sheet, &checked, &totals)?;
    }
    Ok(out.flush()?)
}

/// Every row by itself, then all of them together.
fn check(sheet: &SheetFile) -> Vec<CheckedRow> {
    let context = CheckContext {
        country: sheet.country,
        currency: sheet.currency,
        directory: BankDirectory::embedded(),
        convention: sheet.convention,
    };
    let mut checked: Vec<CheckedRow> = sheet.rows.iter().map(|row| check_row(row, &context)).collect();
    let rows = sheet.rows.iter().zip(&checked).enumerate();
    let together = check_together(rows.map(|(index, (row, checked))| (index, row.row, &checked.recipient)));
    for (index, problem) in together {
        if let Some(row) = checked.get_mut(index) {
            row.problems.push(problem);
        }
    }
    checked
}

type Totals = BTreeMap<Currency, (usize, Money)>;

/// Counts and sums of the rows without an error, by currency.
fn totals(checked: &[CheckedRow]) -> Result<Totals, MoneyError> {
    let mut totals = Totals::new();
    for row in checked.iter().filter(|row| row.problems.iter().all(|p| p.severity != Severity::Error)) {
        if let Some(amount) = row.recipient.amount {
            let currency = amount.currency();
            let (count, sum) = totals.entry(currency).or_insert_with(|| (0, Money::zero(currency)));
            *count += 1;
            *sum = sum.checked_add(amount)?;
        }
    }
    Ok(totals)
}

fn answer(sheet: &SheetFile, checked: &[CheckedRow], totals: &Totals) -> Result<Value, InspectError> {
    let columns: Result<Vec<Value>, InspectError> = sheet.columns.iter().map(column_json).collect();
    let rows: Vec<Value> =
        sheet.rows.iter().zip(checked).map(|(row, checked)| row_json(row, checked)).collect();
    let sheets = sheet.sheets.iter();
    let totals = totals.iter().map(|(currency, (count, sum))| {
        (currency.to_string(), json!({ "count": count, "sum": sum.digits() }))
    });
    Ok(json!({
        "file": { "kind": sheet.file.kind, "bytes": sheet.file.bytes, "sha256": sheet.file.sha256 },
        "sheets": sheets
            .map(|s| json!({ "name": s.name, "hidden": s.hidden, "rows": s.rows, "columns": s.columns }))
            .collect::<Vec<_>>(),
        "sheet": sheet.sheet,
        "headerRow": sheet.header_row,
        "columns": columns?,
        "country": sheet.country,
        "currency": sheet.currency,
        "convention": sheet.convention,
        "rows": rows,
        "skipped": sheet
            .skipped
            .iter()
            .map(|s| json!({ "row": s.row, "reason": s.reason, "text": s.text }))
            .collect::<Vec<_>>(),
        "problems": sheet
            .problems
            .iter()
            .map(|p| json!({ "cell": p.cell, "code": p.code, "severity": p.severity, "value": p.value }))
            .collect::<Vec<_>>(),
        "totals": totals.collect::<serde_json::Map<String, Value>>(),
    }))
}

fn column_json(column: &paysheet_sheet::ColumnFacts) -> Result<Value, InspectError> {
    let (whole, hundredths) = (column.confidence / 100, column.confidence % 100);
    let confidence: serde_json::Number = serde_json::from_str(&format!("{whole}.{hundredths:02}"))?;
    Ok(json!({
        "column": column.column, "header": column.header, "field": column.field, "confidence": confidence,
    }))
}

/// The file's own values, cleaned, before any suggestion; what only the directory knows fills gaps.
fn row_json(row: &SourceRow, checked: &CheckedRow) -> Value {
    let own = |field| cleaned_text(row, field);
    let recipient = &checked.recipient;
    let problems: Vec<Value> = checked.problems.iter().map(|problem| problem_json(row, problem)).collect();
    json!({
        "row": row.row,
        "name": recipient.name,
        "accountNumber": recipient.account_number,
        "bankName": own(Field::BankName).or_else(|| recipient.bank_name.clone()),
        "bankCode": recipient.bank_code.clone().or_else(|| own(Field::BankCode)),
        "branchCode": recipient.branch_code,
        "amount": recipient.amount.map(Money::digits),
        "currency": recipient.currency,
        "country": recipient.country,
        "narration": recipient.narration,
        "reference": recipient.reference,
        "employeeId": recipient.employee_id,
        "problems": problems,
    })
}

fn problem_json(row: &SourceRow, problem: &Problem) -> Value {
    let mut json = json!({
        "cell": problem.field.and_then(|field| row.address(field)),
        "code": problem.code,
        "severity": problem.severity,
        "value": problem.value,
        "suggestion": problem.suggestion,
    });
    if !problem.rows.is_empty()
        && let Some(object) = json.as_object_mut()
    {
        object.insert("rows".to_owned(), json!(problem.rows));
    }
    json
}

fn summarise(
    out: &mut impl Write,
    sheet: &SheetFile,
    checked: &[CheckedRow],
    totals: &Totals,
) -> Result<(), InspectError> {
    let header =
        sheet.header_row.map_or_else(|| "no header".to_owned(), |row| format!("header in row {row}"));
    let (kind, bytes) = (sheet.file.kind, sheet.file.bytes);
    writeln!(
        out,
        "{kind}, {bytes} bytes; sheet {:?}, {header}; {} {}",
        sheet.sheet, sheet.country, sheet.currency
    )?;
    for column in &sheet.columns {
        let field =
            column.field.map_or_else(|| "-".to_owned(), |field| format!("{field} ({} %)", column.confidence));
        writeln!(out, "  {:>3}  {:<30} {field}", column.column, column.header)?;
    }
    for problem in &sheet.problems {
        let (severity, code) = (problem.severity, problem.code);
        writeln!(out, "{severity}: {code} {}", problem.value.as_deref().unwrap_or(""))?;
    }
    writeln!(out, "{} rows, {} skipped", sheet.rows.len(), sheet.skipped.len())?;
    let mut codes: BTreeMap<(Severity, String), usize> = BTreeMap::new();
    for problem in checked.iter().flat_map(|row| &row.problems) {
        *codes.entry((problem.severity, problem.code.to_string())).or_default() += 1;
    }
    for ((severity, code), count) in codes {
        writeln!(out, "  {count:>6}  {severity} {code}")?;
    }
    for (currency, (count, sum)) in totals {
        writeln!(out, "can be paid: {count} people, {currency} {}", sum.digits())?;
    }
    Ok(())
}
