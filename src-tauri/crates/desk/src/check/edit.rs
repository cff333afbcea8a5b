//! From a file to a draft that can be approved: opening, reading, fixing, excluding. Every change is checked, stored
//! in the ledger, and can be undone.

use std::{
    path::Path,
    sync::{Arc, Mutex},
};

use jiff::{Timestamp, tz::TimeZone};
use paysheet_domain::{Country, Currency, Field, Problem, ProblemCode, period::period_after};
use paysheet_ledger::{NewPayroll, PayrollId};
use paysheet_sheet::{ReadOptions, SheetFile};
use serde::{Deserialize, Serialize};

use crate::{
    approve::decision_reason::decision_reason,
    blocking::blocking,
    check::previous_payroll::PayrollMatchKey,
    desk::Desk,
    draft::{Changed, Draft, DraftHead, RowState, StoredSkippedRow},
    error::DeskError,
    event::DeskEvent,
    mutex::lock,
    view::DraftView,
};

/// The facts about its file that are stored with a draft, besides the rows.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct FileNotes {
    pub skipped: Vec<StoredSkippedRow>,
    pub problems: Vec<Problem>,
}

impl Desk {
    /// Reads a payroll file into a new draft, by the layout that was confirmed for its headings if there is one, and
    /// by the most likely columns otherwise.
    ///
    /// # Errors
    /// `File` if it is no payroll, `Ledger`.
    pub async fn open_file(&self, path: &Path, options: ReadOptions) -> Result<u32, DeskError> {
        let request = self.request(options).await?;
        let read = self.read_file(path, request).await?;
        self.keep_sheet(path, read).await
    }

    /// Creates a new draft from the people of an earlier payroll: for this month, or for the month after the earlier
    /// one's if that is this month or later, so that nobody is paid twice for one month by a click.
    ///
    /// # Errors
    /// `Ledger`.
    pub async fn pay_again(&self, from: u32) -> Result<u32, DeskError> {
        let ledger = &self.inner.ledger;
        let earlier = ledger.payroll(PayrollId(from)).await?;
        let mut rows = ledger.draft_rows(PayrollId(from)).await?;
        for row in &mut rows {
            row.accepted.clear();
        }
        let now = self.now();
        let this = period_of(now);
        let period = if earlier.period < this { this } else { period_after(&earlier.period).unwrap_or(this) };
        let new = NewPayroll {
            name: salaries(&period),
            period,
            file_name: earlier.file_name,
            file_sha256: earlier.file_sha256,
            sheet: earlier.sheet,
            country: earlier.country,
            currency: earlier.currency,
            convention: earlier.convention,
            skipped_json: earlier.skipped_json,
            copied_from: Some(earlier.id),
            layout: earlier.layout,
            reading_json: None,
            // Its rows are those of the same file, as long as the file is present.
            source: self.source_file(from).await.ok(),
            at: now,
        };
        Ok(ledger.create_payroll(new, &rows).await?.0)
    }

    /// Deletes a draft that was never sent.
    ///
    /// # Errors
    /// `Ledger` if any of it was sent.
    pub async fn discard_draft(&self, id: u32) -> Result<(), DeskError> {
        self.inner.ledger.delete_draft(PayrollId(id), self.now()).await?;
        self.close_draft(id);
        self.tell(DeskEvent::PayrollChanged { id });
        Ok(())
    }

    /// Returns the draft in memory. The first call reads it from the ledger.
    pub(crate) async fn loaded(&self, id: u32) -> Result<Arc<Mutex<Draft>>, DeskError> {
        if let Some(draft) = self.inner.drafts.get(id) {
            return Ok(draft);
        }
        self.read_draft(id).await
    }

    /// Reads a draft from the ledger into memory.
    async fn read_draft(&self, id: u32) -> Result<Arc<Mutex<Draft>>, DeskError> {
        let record = self.inner.ledger.payroll(PayrollId(id)).await?;
        let notes: FileNotes = serde_json::from_str(&record.skipped_json)?;
        let before = self.before(&PayrollMatchKey::from(&record)).await?.map(Arc::new);
        let directory = self.directory(record.country).await;
        // Read last, so that no change made during the call to the service is missed.
        let rows = self.inner.ledger.draft_rows(PayrollId(id)).await?;
        let head = DraftHead {
            id,
            name: record.name,
            period: record.period,
            file_name: record.file_name,
            sheet: record.sheet,
            country: record.country,
            currency: record.currency,
            convention: record.convention,
            skipped: notes.skipped,
            file_problems: notes.problems,
            reading: record.reading_json.as_deref().map(serde_json::from_str).transpose()?,
            before,
        };
        let draft = blocking(move || Ok(Arc::new(Mutex::new(Draft::new(head, rows, directory))))).await?;
        self.take_listed_banks(&draft).await?;
        Ok(self.inner.drafts.open(id, draft))
    }

    /// Makes a change, stores it, and returns the new head with the rows that changed.
    pub(crate) async fn change<C: Into<Changed> + Send + 'static>(
        &self,
        id: u32,
        what: &str,
        change: impl FnOnce(&mut Draft) -> C + Send + 'static,
    ) -> Result<DraftView, DeskError> {
        // Reading it may take a while; other changes need not wait for that.
        self.loaded(id).await?;
        let guard = self.inner.drafts.change_guard().await;
        // Only under the guard is this certainly the draft that all callers share.
        let draft = self.loaded(id).await?;
        let unstored = UnstoredChange { desk: self, id };
        let changed: Changed = blocking(move || Ok(change(&mut lock(&draft)).into())).await?;
        self.store_changed(id, &changed, what).await?;
        unstored.stored();
        drop(guard);
        if !changed.is_empty() {
            self.tell_draft_changed(id);
        }
        let positions: Vec<u32> = changed.rows.iter().map(|row| row.position).collect();
        self.draft_with(id, &positions).await
    }

    /// Stores what changed; the caller holds the change guard.
    async fn store_changed(&self, id: u32, changed: &Changed, what: &str) -> Result<(), DeskError> {
        if changed.is_empty() {
            return Ok(());
        }
        let (ledger, id, now) = (&self.inner.ledger, PayrollId(id), self.now());
        match changed.length {
            None => ledger.save_rows(id, &changed.rows, what, now).await?,
            Some(length) => ledger.save_rows_up_to(id, (&changed.rows, length), what, now).await?,
        }
        Ok(())
    }

    /// Sets a field of a row to the value that the user typed.
    ///
    /// # Errors
    /// `Ledger`.
    pub async fn edit_cell(
        &self,
        id: u32,
        position: u32,
        field: Field,
        value: String,
    ) -> Result<DraftView, DeskError> {
        self.change(id, "edited", move |draft| draft.edit(&[position], field, &value)).await
    }

    /// Edits every row that is alike in that field: the file has the same value and the edits are the same.
    ///
    /// # Errors
    /// `Ledger`.
    pub async fn edit_alike(
        &self,
        id: u32,
        position: u32,
        field: Field,
        value: String,
    ) -> Result<DraftView, DeskError> {
        self.change(id, "edited alike", move |draft| {
            let alike = draft.alike(position, field);
            draft.edit(&alike, field, &value)
        })
        .await
    }

    /// Accepts the suggestion of a problem.
    ///
    /// # Errors
    /// `Ledger`.
    pub async fn accept_suggestion(
        &self,
        id: u32,
        position: u32,
        code: ProblemCode,
    ) -> Result<DraftView, DeskError> {
        self.change(id, "suggestion accepted", move |draft| draft.accept_suggestion(&[position], code)).await
    }

    /// Accepts the suggestion of a problem in every row that has one.
    ///
    /// # Errors
    /// `Ledger`.
    pub async fn accept_suggestion_alike(&self, id: u32, code: ProblemCode) -> Result<DraftView, DeskError> {
        self.change(id, "suggestions accepted", move |draft| {
            let all = draft.with_suggestion(code);
            draft.accept_suggestion(&all, code)
        })
        .await
    }

    /// Records the user's decision to pay a row as it is, with the reason.
    ///
    /// # Errors
    /// `ValueInvalid` without a reason, `Ledger`.
    pub async fn accept_warning(
        &self,
        id: u32,
        position: u32,
        code: ProblemCode,
        reason: &str,
    ) -> Result<DraftView, DeskError> {
        let reason = decision_reason(reason)?.to_owned();
        let accept = move |draft: &mut Draft| draft.accept_warning(&[position], code, &reason);
        self.change(id, "warning accepted", accept).await
    }

    /// Records the same decision for every row with this warning.
    ///
    /// # Errors
    /// As [`Desk::accept_warning`].
    pub async fn accept_warning_alike(
        &self,
        id: u32,
        code: ProblemCode,
        reason: &str,
    ) -> Result<DraftView, DeskError> {
        let reason = decision_reason(reason)?.to_owned();
        self.change(id, "warnings accepted", move |draft| {
            let all = draft.with_warning(code);
            draft.accept_warning(&all, code, &reason)
        })
        .await
    }

    /// Excludes rows from the payroll.
    ///
    /// # Errors
    /// `Ledger`.
    pub async fn exclude(&self, id: u32, positions: Vec<u32>) -> Result<DraftView, DeskError> {
        self.change(id, "excluded", move |draft| draft.exclude(&positions)).await
    }

    /// Excludes every row that has an error.
    ///
    /// # Errors
    /// `Ledger`.
    pub async fn exclude_errors(&self, id: u32) -> Result<DraftView, DeskError> {
        self.change(id, "rows with errors excluded", |draft| {
            let erroneous = draft.entries().iter().filter(|e| e.state() == RowState::ToFix);
            let positions: Vec<u32> = erroneous.map(|entry| entry.row.position).collect();
            draft.exclude(&positions)
        })
        .await
    }

    /// Includes excluded rows again.
    ///
    /// # Errors
    /// `Ledger`.
    pub async fn restore(&self, id: u32, positions: Vec<u32>) -> Result<DraftView, DeskError> {
        self.change(id, "restored", move |draft| draft.restore(&positions)).await
    }

    /// Undoes the last change, or the last reading of the file by other columns.
    ///
    /// # Errors
    /// `Ledger`.
    pub async fn undo(&self, id: u32) -> Result<DraftView, DeskError> {
        if self.undo_reading(id).await? {
            return self.draft(id).await;
        }
        self.change(id, "undone", Draft::undo).await
    }

    /// Repeats the change that was undone last.
    ///
    /// # Errors
    /// `Ledger`.
    pub async fn redo(&self, id: u32) -> Result<DraftView, DeskError> {
        self.change(id, "redone", Draft::redo).await
    }

    /// Checks the whole draft for another country and currency.
    ///
    /// # Errors
    /// `Ledger`.
    pub async fn set_destination(
        &self,
        id: u32,
        country: Country,
        currency: Currency,
    ) -> Result<DraftView, DeskError> {
        let directory = self.directory(country).await;
        let guard = self.inner.drafts.change_guard().await;
        let draft = self.loaded(id).await?;
        self.inner.ledger.set_destination(PayrollId(id), country, currency, self.now()).await?;
        let unstored = UnstoredChange { desk: self, id };
        let withdrawn = blocking(move || {
            let mut draft = lock(&draft);
            draft.set_directory(directory);
            Ok(draft.set_destination(country, currency))
        })
        .await?;
        // Earlier readings were checked for the previous country.
        self.inner.earlier_readings.forget(id);
        self.store_changed(id, &withdrawn.into(), "acceptances withdrawn").await?;
        unstored.stored();
        drop(guard);
        self.tell_draft_changed(id);
        self.draft(id).await
    }
}

/// A change of a draft that is in memory and not in the ledger yet. Unless it is stored, the draft is dropped from
/// memory and read from the ledger again: after an error, after a panic half way through the change, or if the caller
/// was cancelled. A view that was built in between contains what is not stored; the event makes the window request it
/// again.
#[must_use]
struct UnstoredChange<'a> {
    desk: &'a Desk,
    id: u32,
}

impl UnstoredChange<'_> {
    fn stored(self) {
        std::mem::forget(self);
    }
}

impl Drop for UnstoredChange<'_> {
    fn drop(&mut self) {
        self.desk.close_draft(self.id);
        self.desk.tell_draft_changed(self.id);
    }
}

pub(crate) fn notes(sheet: &SheetFile) -> FileNotes {
    let skipped = sheet.skipped.iter().map(StoredSkippedRow::from);
    FileNotes { skipped: skipped.collect(), problems: sheet.file_problems() }
}

/// Returns the most likely month of a payroll that is imported now, on this computer's calendar.
pub(crate) fn period_of(now: Timestamp) -> String {
    now.to_zoned(TimeZone::system()).strftime("%Y-%m").to_string()
}

/// Returns the name of a payroll until the user gives another.
pub(crate) fn salaries(period: &str) -> String {
    let first = jiff::civil::Date::strptime("%Y-%m-%d", format!("{period}-01"));
    first.map_or_else(|_| period.to_owned(), |day| format!("{} salaries", day.strftime("%B %Y")))
}

#[cfg(test)]
mod tests;
