//! Reports of a payroll for filing, as .pdf and .xlsx. All figures are computed once, in [`totals`]; both writers show
//! the same [`Document`](document::Document), so they cannot differ.

mod document;
mod payroll_report;
mod pdf;
#[cfg(test)]
mod tests;
mod totals;
mod workbook;

use std::path::{Path, PathBuf};

use jiff::tz::TimeZone;
use paysheet_ledger::PayrollId;

use crate::{
    blocking::blocking,
    context::Context,
    error::DeskError,
    export::{
        atomic_write::{save, save_workbook},
        list_words::ListWords,
        results::plain_name,
    },
    pay::tracking,
};

/// Returns a file name for the report, which contains the payroll's name.
///
/// # Errors
/// `Ledger`.
pub async fn report_name(context: &Context, id: u32, words: &ListWords) -> Result<String, DeskError> {
    let record = context.ledger.payroll(PayrollId(id)).await?;
    let title = words.report("title", "Payroll report");
    Ok(format!("{} {}.pdf", plain_name(&record.name), plain_name(&title).to_lowercase()))
}

/// Writes the report of a payroll to a file. The file's ending selects .xlsx or .pdf.
///
/// # Errors
/// `Ledger`, `Export`, `PdfNotMade`; `NotWritable`, `FileInUse` and `SaveDiskFull` if the file cannot be written.
pub async fn export_report(
    context: &Context,
    id: u32,
    words: ListWords,
    path: &Path,
) -> Result<PathBuf, DeskError> {
    let ledger = &context.ledger;
    let sources = payroll_report::Sources {
        payouts: ledger.all_payouts(PayrollId(id)).await?,
        track: tracking::payroll(context, id).await?,
        events: ledger.events(PayrollId(id)).await?,
        zone: TimeZone::system(),
        now: context.now(),
    };
    let mut path = path.to_owned();
    if path.extension().is_none() {
        path.set_extension("pdf");
    }
    blocking(move || {
        let document = payroll_report::document(&sources, &words)?;
        if path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("xlsx")) {
            save_workbook(&path, &mut workbook::of(&document)?)?;
        } else {
            save(&path, &pdf::of(&document, &words)?)?;
        }
        Ok(path)
    })
    .await
}
