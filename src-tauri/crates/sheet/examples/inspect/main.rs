//! Shows what the app would see in a file, without a window and without the network: the table, the rows with
//! their problems, and what can be paid. Bank names are matched against the embedded directory.
//!
//! Status 0 where the file could be read, whatever its rows' problems; 2 with one line on standard error else.

mod answer;

use std::{
    collections::BTreeMap,
    io::{self, Write},
    mem,
    path::PathBuf,
    process::ExitCode,
    str::FromStr,
};

use clap::Parser;
use paysheet_domain::{CheckedRow, Country, Currency, Severity};
use paysheet_sheet::{FileError, ReadOptions, SheetFile};

use crate::answer::{AnswerError, Totals, answer, check_all, totals};

/// As in the application: millions of small texts are made and let go.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

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
    #[error(transparent)]
    Answer(#[from] AnswerError),
    #[error("the answer could not be put into JSON: {0}")]
    Json(#[from] serde_json::Error),
}

fn main() -> ExitCode {
    if let Some(end) = paysheet_sheet::serve_if_asked() {
        return end;
    }
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
    let sheet = paysheet_sheet::read(&arguments.file, options)?;
    let checked = check_all(&sheet);
    let totals = totals(&checked)?;
    let mut out = io::BufWriter::new(io::stdout().lock());
    if arguments.json {
        serde_json::to_writer_pretty(&mut out, &answer(&sheet, &checked, &totals)?)?;
        writeln!(out)?;
    } else {
        summarise(&mut out, &sheet, &checked, &totals)?;
    }
    out.flush()?;
    // The process ends here and its memory with it: letting go of every text by itself would only take time.
    mem::forget((sheet, checked));
    Ok(())
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
    for question in answer::questions(&sheet.decision) {
        writeln!(out, "question: {question}")?;
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
