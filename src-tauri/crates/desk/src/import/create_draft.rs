//! Creates a draft from a file that was read. Its rows are stored in the ledger and checked at the same time, which
//! takes most of the time of opening a long payroll. Nobody can see, change or pay the draft before the ledger has
//! stored it.
//!
//! Not part of this module: reading the file (`mapping`), and every later operation on the draft (`check`).

use std::{
    path::Path,
    sync::{Arc, Mutex},
};

use jiff::{Timestamp, tz::TimeZone};
use paysheet_domain::{SourceRow, period::period_in};
use paysheet_draft::{ColumnMapping, DraftHead, FileNotes, UnsavedDraft};
use paysheet_ledger::{LedgerError, NewPayroll, SourceFile, stored_source};
use paysheet_sheet::SheetFile;
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

use crate::{
    blocking::blocking,
    desk::Desk,
    directory::{draft_banks, lists::ListPurpose},
    drafts::find_previous::{self, PayrollMatchKey},
    error::DeskError,
    state::session::settings,
};

/// Creates a new draft from a file that was read.
pub(crate) async fn store_sheet(desk: &Desk, path: &Path, mut sheet: SheetFile) -> Result<u32, DeskError> {
    let rows = std::mem::take(&mut sheet.rows);
    let (stored, rows) = blocking(move || Ok((stored_rows(&rows)?, rows))).await?;
    let file_name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let now = desk.now();
    // A month that neither says is asked for: the clock says when it is paid, not for which month.
    let period = period_in(&file_name).or_else(|| period_in(&sheet.sheet)).unwrap_or_default();
    let notes = FileNotes::from(&sheet);
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let reading = ColumnMapping::of(&sheet.decision);
    let new = NewPayroll {
        name: salaries(&period),
        period,
        file_name,
        file_sha256: sheet.file.sha256,
        sheet: sheet.sheet,
        country: sheet.country,
        currency: sheet.currency,
        convention: sheet.convention,
        skipped_json: serde_json::to_string(&notes)?,
        copied_from: None,
        layout: sheet.decision.layout,
        reading_json: Some(serde_json::to_string(&reading)?),
        source: Some(SourceFile { path, header_row: sheet.header_row }),
        at: now,
    };
    let checked = check_unsaved(desk, &new, notes, reading, rows);
    let ledger = desk.ledger_for_user();
    let kept = ledger.create_payroll_of(new.clone(), &stored);
    let (id, unkept) = tokio::join!(kept, checked);
    let (id, unkept) = (id?.0, unkept?);
    let draft = Arc::new(Mutex::new(unkept.saved_as(id)));
    draft_banks::take_listed_banks(desk, &draft, ListPurpose::InPassing).await?;
    desk.drafts.open(id, draft);
    shorten_log_in_background(desk);
    Ok(id)
}

/// Shortens the ledger's log in the background. A long payroll's rows are durable but still in the log, and later
/// rows would have to wait for that.
fn shorten_log_in_background(desk: &Desk) {
    let ledger = desk.ledger.clone();
    tokio::spawn(async move {
        if let Err(error) = ledger.shorten_log().await {
            tracing::warn!(%error, "the ledger's log stays as long as it is");
        }
    });
}

/// Checks rows without edits, while the ledger stores them.
async fn check_unsaved(
    desk: &Desk,
    new: &NewPayroll,
    notes: FileNotes,
    reading: ColumnMapping,
    rows: Vec<SourceRow>,
) -> Result<UnsavedDraft, DeskError> {
    let before = find_previous::find_previous(desk, &PayrollMatchKey::from(new)).await?.map(Arc::new);
    let directory = draft_banks::directory(desk, &[new.country].into(), ListPurpose::InPassing).await;
    let head = DraftHead {
        id: UnsavedDraft::ID,
        name: new.name.clone(),
        period: new.period.clone(),
        file_name: new.file_name.clone(),
        sheet: new.sheet.clone(),
        country: new.country,
        currency: new.currency,
        convention: new.convention,
        skipped: notes.skipped,
        file_problems: notes.problems,
        reading: Some(reading),
        before,
        refusal: None,
        narration_chars_max: desk.profile().settings.narration_chars_max,
        are_details_sent: desk.profile().settings.recipient_extras,
        sent_columns: settings::sent_columns(&desk.profile().settings),
    };
    blocking(move || Ok(UnsavedDraft::new(head, rows, directory))).await
}

/// Returns the rows in the ledger's format, in their order. All processors share the work.
fn stored_rows(rows: &[SourceRow]) -> Result<Vec<String>, LedgerError> {
    let stored: Option<Vec<String>> = rows.par_iter().map(stored_source).collect();
    stored.ok_or(LedgerError::Unreadable { column: "rows_json" })
}

/// Returns the month of a payroll that is made now without a file, on this computer's calendar.
pub(crate) fn period_of(now: Timestamp) -> String {
    now.to_zoned(TimeZone::system()).strftime("%Y-%m").to_string()
}

/// Returns the name of a payroll until the user gives another. `period` is empty while it is not known.
pub(crate) fn salaries(period: &str) -> String {
    let first = jiff::civil::Date::strptime("%Y-%m-%d", format!("{period}-01"));
    first.map_or_else(|_| "Salaries".to_owned(), |day| format!("{} salaries", day.strftime("%B %Y")))
}
