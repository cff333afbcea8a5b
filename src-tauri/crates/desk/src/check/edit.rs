//! From a file to a draft that can be approved: opening, reading, fixing, excluding. Every change is checked, stored
//! in the ledger, and can be undone.

use paysheet_domain::{Country, Currency, Field, ProblemCode};
use paysheet_draft::{Changed, Draft, RowState};
use paysheet_ledger::{PayrollId, decision_reason};
use serde::{Deserialize, Serialize};

use super::remap;
use crate::{
    app_error::AppError,
    blocking::blocking,
    check::queries,
    desk::Desk,
    directory::{draft_banks, lists::ListPurpose},
    drafts,
    error::DeskError,
    mutex::lock,
    view::DraftView,
};

/// Makes a change, stores it, and returns the new head with the rows that changed.
pub(crate) async fn change<C: Into<Changed> + Send + 'static>(
    desk: &Desk,
    id: u32,
    what: &str,
    change: impl FnOnce(&mut Draft) -> C + Send + 'static,
) -> Result<DraftView, DeskError> {
    let positions = drafts::change(desk, id, what, change).await?;
    queries::draft_with(desk, id, &positions).await
}

impl Desk {
    /// Sets a field of a row to the value that the user typed.
    pub async fn edit_cell(
        &self,
        id: u32,
        position: u32,
        field: Field,
        value: String,
    ) -> Result<DraftView, DeskError> {
        change(self, id, "edited", move |draft| draft.edit(&[position], field, &value)).await
    }

    /// Edits every row that is alike in that field: the file has the same value and the edits are the same.
    pub async fn edit_alike(
        &self,
        id: u32,
        position: u32,
        field: Field,
        value: String,
    ) -> Result<DraftView, DeskError> {
        change(self, id, "edited alike", move |draft| {
            let alike = draft.alike(position, field);
            draft.edit(&alike, field, &value)
        })
        .await
    }

    /// Accepts the suggestion of a problem.
    pub async fn accept_suggestion(
        &self,
        id: u32,
        position: u32,
        code: ProblemCode,
    ) -> Result<DraftView, DeskError> {
        change(self, id, "suggestion accepted", move |draft| draft.accept_suggestion(&[position], code)).await
    }

    /// Accepts the suggestion of a problem in every row where it keeps what the file says, or names the bank that took over
    /// the row's own.
    pub async fn accept_suggestion_alike(&self, id: u32, code: ProblemCode) -> Result<DraftView, DeskError> {
        change(self, id, "suggestions accepted", move |draft| {
            let all = draft.with_suggestion(code);
            draft.accept_suggestion(&all, code)
        })
        .await
    }

    /// Records the user's decision to pay a row as it is, with the reason.
    ///
    /// # Errors
    /// `Ledger`, with `NoReason` without a reason.
    pub async fn accept_warning(
        &self,
        id: u32,
        position: u32,
        code: ProblemCode,
        reason: &str,
    ) -> Result<DraftView, DeskError> {
        let reason = decision_reason(reason)?.to_owned();
        let accept = move |draft: &mut Draft| draft.accept_warning(&[position], code, &reason);
        change(self, id, "warning accepted", accept).await
    }
}

/// The rows that the user was shown before a decision about all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct ShownRows {
    pub count: u32,
    /// Position of the row that they are like; none for all rows with the warning.
    pub like: Option<u32>,
}

impl Desk {
    /// Records the same decision for every row with this warning. If `shown` is another number of rows by now, because the
    /// bank answered meanwhile, nothing is accepted.
    ///
    /// # Errors
    /// As [`Self::accept_warning`]; `RowsDiffer`.
    pub async fn accept_warning_alike(
        &self,
        id: u32,
        code: ProblemCode,
        reason: &str,
        shown: Option<ShownRows>,
    ) -> Result<DraftView, DeskError> {
        let reason = decision_reason(reason)?.to_owned();
        let accepted = drafts::change(self, id, "warnings accepted", move |draft| {
            let all = draft.with_warning(code, shown.and_then(|shown| shown.like));
            if shown.is_some_and(|shown| u32::try_from(all.len()) != Ok(shown.count)) {
                return Vec::new();
            }
            draft.accept_warning(&all, code, &reason)
        })
        .await?;
        if shown.is_some() && accepted.is_empty() {
            return Err(AppError::RowsDiffer.into());
        }
        queries::draft_with(self, id, &accepted).await
    }
}

/// Excludes rows from the payroll.
pub async fn exclude(desk: &Desk, id: u32, positions: Vec<u32>) -> Result<DraftView, DeskError> {
    change(desk, id, "excluded", move |draft| draft.exclude(&positions)).await
}

impl Desk {
    /// Excludes rows from the payroll.
    pub async fn exclude(&self, id: u32, positions: Vec<u32>) -> Result<DraftView, DeskError> {
        exclude(self, id, positions).await
    }
}

impl Desk {
    /// Excludes every row that has this warning open, as one step: with the position of a row, those that are like it.
    pub async fn exclude_alike(
        &self,
        id: u32,
        code: ProblemCode,
        like: Option<u32>,
    ) -> Result<DraftView, DeskError> {
        change(self, id, "alike excluded", move |draft| {
            let positions = draft.with_warning(code, like);
            draft.exclude(&positions)
        })
        .await
    }

    /// Excludes every row that has an error.
    pub async fn exclude_errors(&self, id: u32) -> Result<DraftView, DeskError> {
        change(self, id, "rows with errors excluded", |draft| {
            let erroneous = draft.entries().iter().filter(|e| e.state() == RowState::ToFix);
            let positions: Vec<u32> = erroneous.map(|entry| entry.row.position).collect();
            draft.exclude(&positions)
        })
        .await
    }

    /// Withdraws every edit of the rows.
    pub async fn revert(&self, id: u32, positions: Vec<u32>) -> Result<DraftView, DeskError> {
        change(self, id, "edits withdrawn", move |draft| draft.revert(&positions)).await
    }

    /// Includes excluded rows again.
    pub async fn restore(&self, id: u32, positions: Vec<u32>) -> Result<DraftView, DeskError> {
        change(self, id, "restored", move |draft| draft.restore(&positions)).await
    }

    /// Undoes the last change, or the last reading of the file by other columns.
    pub async fn undo(&self, id: u32) -> Result<DraftView, DeskError> {
        if remap::undo_reading(self, id).await? {
            return self.draft(id).await;
        }
        change(self, id, "undone", Draft::undo).await
    }

    /// Repeats the change that was undone last.
    pub async fn redo(&self, id: u32) -> Result<DraftView, DeskError> {
        change(self, id, "redone", Draft::redo).await
    }

    /// Checks the whole draft for another country and currency.
    pub async fn set_destination(
        &self,
        id: u32,
        country: Country,
        currency: Currency,
    ) -> Result<DraftView, DeskError> {
        let directory = draft_banks::directory(self, &[country].into(), ListPurpose::ByTheUser).await;
        let guard = self.drafts.change_guard().await;
        let draft = drafts::loaded(self, id).await?;
        self.ledger_for_user().set_destination(PayrollId(id), country, currency, self.now()).await?;
        let unstored = drafts::UnstoredChange { desk: self, id };
        let withdrawn = blocking(move || {
            let mut draft = lock(&draft);
            draft.set_directory(directory);
            Ok(draft.set_destination(country, currency))
        })
        .await?;
        // Earlier readings were checked for the previous country.
        self.earlier_readings.forget(id);
        drafts::store_changed(self, id, &withdrawn.into(), "acceptances withdrawn").await?;
        unstored.stored();
        drop(guard);
        self.emit_draft_changed(id);
        self.draft(id).await
    }
}

#[cfg(test)]
mod tests;
