//! The changes that the user can make on the Check screen, as the window sends them.

use paysheet_domain::{Country, Currency, Field, ProblemCode};
use serde::{Deserialize, Serialize};

use crate::{
    check::edit::{self, ShownRows},
    desk::Desk,
    error::DeskError,
    view::{Block, DraftView, MappingAnswer, RowFilter},
};

/// A change of a draft. Rows are identified by their positions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum DraftChange {
    /// Sets a field of a row to the value that the user typed.
    EditCell { position: u32, field: Field, value: String },
    /// Edits every row that is alike in that field: the file has the same value and the edits are the same.
    EditAlike { position: u32, field: Field, value: String },
    /// Sets a field to one value in these rows, as one step.
    EditRows { positions: Vec<u32>, field: Field, value: String },
    /// Sets a field to one value in every row under the filter, as one step.
    Fill { filter: RowFilter, field: Field, value: String },
    /// Pastes a block, as one step.
    PasteBlock { block: Block },
    /// Adds an empty row at the end, as one step.
    AddRow,
    /// Splits a payment above the limit of a wallet into several, as one step.
    SplitPayment { position: u32 },
    /// Accepts the suggestion of a problem.
    AcceptSuggestion { position: u32, code: ProblemCode },
    /// Accepts the suggestion of a problem in every row that has one.
    AcceptSuggestionAlike { code: ProblemCode },
    /// Records the user's decision to pay a row as it is, with the reason.
    AcceptWarning { position: u32, code: ProblemCode, reason: String },
    /// Records the same decision for every row with this warning, if they are as many as the user was shown.
    AcceptWarningAlike { code: ProblemCode, reason: String, shown: ShownRows },
    /// Excludes rows from the payroll.
    Exclude { positions: Vec<u32> },
    /// Excludes every row that has this warning open, as one step: with the position of a row, those that are like it.
    ExcludeAlike { code: ProblemCode, like: Option<u32> },
    /// Excludes every row that has an error.
    ExcludeErrors,
    /// Includes excluded rows again.
    Restore { positions: Vec<u32> },
    /// Includes rows that the importer skipped, as people, by their numbers in the file.
    IncludeSkipped { rows: Vec<u32> },
    /// Withdraws every edit of the rows.
    Revert { positions: Vec<u32> },
    /// Checks the whole draft for another country and currency.
    SetDestination { country: Country, currency: Currency },
    /// Reads the draft's file by these columns, stores them as a layout, and keeps the edits that still apply.
    Remap { answer: MappingAnswer },
    /// Undoes the last change, or the last reading of the file by other columns.
    Undo,
    /// Repeats the change that was undone last.
    Redo,
}

impl Desk {
    /// Makes a change, stores it, and returns the new head with the rows that changed.
    ///
    /// # Errors
    /// Those of the function that makes the change.
    pub async fn change_draft(&self, id: u32, change: DraftChange) -> Result<DraftView, DeskError> {
        use DraftChange as Change;
        match change {
            Change::EditCell { position, field, value } => self.edit_cell(id, position, field, value).await,
            Change::EditAlike { position, field, value } => self.edit_alike(id, position, field, value).await,
            Change::EditRows { positions, field, value } => self.edit_rows(id, positions, field, value).await,
            Change::Fill { filter, field, value } => self.fill(id, filter, field, value).await,
            Change::PasteBlock { block } => self.paste_block(id, block).await,
            Change::AddRow => self.add_row(id).await,
            Change::SplitPayment { position } => self.split_payment(id, position).await,
            Change::AcceptSuggestion { position, code } => self.accept_suggestion(id, position, code).await,
            Change::AcceptSuggestionAlike { code } => self.accept_suggestion_alike(id, code).await,
            Change::AcceptWarning { position, code, reason } => {
                self.accept_warning(id, position, code, &reason).await
            }
            Change::AcceptWarningAlike { code, reason, shown } => {
                self.accept_warning_alike(id, code, &reason, Some(shown)).await
            }
            Change::Exclude { positions } => edit::exclude(self, id, positions).await,
            Change::ExcludeAlike { code, like } => self.exclude_alike(id, code, like).await,
            Change::ExcludeErrors => self.exclude_errors(id).await,
            Change::Restore { positions } => self.restore(id, positions).await,
            Change::IncludeSkipped { rows } => self.restore_skipped(id, rows).await,
            Change::Revert { positions } => self.revert(id, positions).await,
            Change::SetDestination { country, currency } => self.set_destination(id, country, currency).await,
            Change::Remap { answer } => self.remap(id, answer).await,
            Change::Undo => self.undo(id).await,
            Change::Redo => self.redo(id).await,
        }
    }
}
