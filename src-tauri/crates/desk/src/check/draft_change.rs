//! The changes that the user can make on the Check screen, as the window sends them.

use paysheet_domain::{Country, Currency, Field, ProblemCode};
use serde::{Deserialize, Serialize};

use crate::{
    check::{
        bulk_edit,
        edit::{self, ShownRows},
        remap, skipped,
    },
    context::Context,
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

/// Makes a change, stores it, and returns the new head with the rows that changed.
///
/// # Errors
/// Those of the function that makes the change.
pub async fn change_draft(context: &Context, id: u32, change: DraftChange) -> Result<DraftView, DeskError> {
    use DraftChange as Change;
    match change {
        Change::EditCell { position, field, value } => {
            edit::edit_cell(context, id, position, field, value).await
        }
        Change::EditAlike { position, field, value } => {
            edit::edit_alike(context, id, position, field, value).await
        }
        Change::EditRows { positions, field, value } => {
            bulk_edit::edit_rows(context, id, positions, field, value).await
        }
        Change::Fill { filter, field, value } => bulk_edit::fill(context, id, filter, field, value).await,
        Change::PasteBlock { block } => bulk_edit::paste_block(context, id, block).await,
        Change::AddRow => bulk_edit::add_row(context, id).await,
        Change::SplitPayment { position } => bulk_edit::split_payment(context, id, position).await,
        Change::AcceptSuggestion { position, code } => {
            edit::accept_suggestion(context, id, position, code).await
        }
        Change::AcceptSuggestionAlike { code } => edit::accept_suggestion_alike(context, id, code).await,
        Change::AcceptWarning { position, code, reason } => {
            edit::accept_warning(context, id, position, code, &reason).await
        }
        Change::AcceptWarningAlike { code, reason, shown } => {
            edit::accept_warning_alike(context, id, code, &reason, Some(shown)).await
        }
        Change::Exclude { positions } => edit::exclude(context, id, positions).await,
        Change::ExcludeAlike { code, like } => edit::exclude_alike(context, id, code, like).await,
        Change::ExcludeErrors => edit::exclude_errors(context, id).await,
        Change::Restore { positions } => edit::restore(context, id, positions).await,
        Change::IncludeSkipped { rows } => skipped::put_back(context, id, rows).await,
        Change::Revert { positions } => edit::revert(context, id, positions).await,
        Change::SetDestination { country, currency } => {
            edit::set_destination(context, id, country, currency).await
        }
        Change::Remap { answer } => remap::remap(context, id, answer).await,
        Change::Undo => edit::undo(context, id).await,
        Change::Redo => edit::redo(context, id).await,
    }
}
