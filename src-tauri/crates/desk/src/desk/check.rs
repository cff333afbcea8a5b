//! A draft is checked and corrected.

use paysheet_domain::{Country, Currency, Field, ProblemCode};

use crate::{
    check::{
        self,
        account_names::{self, NameCheckRequest},
        bulk_edit,
        draft_change::{self, DraftChange},
        edit::{self, ShownRows},
        queries,
    },
    desk::Desk,
    drafts,
    error::DeskError,
    view::{
        Block, BlockView, ComparisonView, DraftOpening, DraftView, RepairFilter, RepairWindow, RowDetail,
        RowFilter, RowWindow,
    },
};

impl Desk {
    /// Starts, stops or pauses the check of account names.
    pub async fn request_name_check(&self, id: u32, request: NameCheckRequest) -> Result<(), DeskError> {
        account_names::request(&self.context, id, request).await
    }

    /// Starts to check every account that was not checked yet.
    pub async fn check_names(&self, id: u32) -> Result<(), DeskError> {
        account_names::check_names(&self.context, id).await
    }

    /// Asks about the accounts of these rows again.
    pub async fn check_names_of(&self, id: u32, positions: &[u32]) -> Result<(), DeskError> {
        account_names::check_names_of(&self.context, id, positions).await
    }

    /// Stops the check.
    pub fn stop_names(&self, id: u32) {
        account_names::stop_names(&self.context, id)
    }

    /// Pauses a running check, or lets it go on.
    pub fn pause_names(&self, id: u32, paused: bool) {
        account_names::pause_names(&self.context, id, paused)
    }

    /// Returns the index of a row under a filter, from 0; none if the filter hides it.
    pub async fn row_index(
        &self,
        id: u32,
        filter: &RowFilter,
        position: u32,
    ) -> Result<Option<u32>, DeskError> {
        bulk_edit::row_index(&self.context, id, filter, position).await
    }

    /// Returns the positions of all rows under a filter, in its order.
    pub async fn row_positions(&self, id: u32, filter: &RowFilter) -> Result<Vec<u32>, DeskError> {
        bulk_edit::row_positions(&self.context, id, filter).await
    }

    /// Sets a field to one value in these rows, as one step.
    pub async fn edit_rows(
        &self,
        id: u32,
        positions: Vec<u32>,
        field: Field,
        value: String,
    ) -> Result<DraftView, DeskError> {
        bulk_edit::edit_rows(&self.context, id, positions, field, value).await
    }

    /// Returns the position of the row after this one under a filter; after the last one, the first.
    pub async fn row_after(
        &self,
        id: u32,
        filter: &RowFilter,
        position: u32,
    ) -> Result<Option<u32>, DeskError> {
        bulk_edit::row_after(&self.context, id, filter, position).await
    }

    /// Returns what pasting a block would change.
    pub async fn look_at_block(&self, id: u32, block: Block) -> Result<BlockView, DeskError> {
        bulk_edit::look_at_block(&self.context, id, block).await
    }

    /// Pastes a block, as one step.
    pub async fn paste_block(&self, id: u32, block: Block) -> Result<DraftView, DeskError> {
        bulk_edit::paste_block(&self.context, id, block).await
    }

    /// Sets a field to one value in every row under the filter, as one step.
    pub async fn fill(
        &self,
        id: u32,
        filter: RowFilter,
        field: Field,
        value: String,
    ) -> Result<DraftView, DeskError> {
        bulk_edit::fill(&self.context, id, filter, field, value).await
    }

    /// Adds an empty row at the end, as one step.
    pub async fn add_row(&self, id: u32) -> Result<DraftView, DeskError> {
        bulk_edit::add_row(&self.context, id).await
    }

    /// Splits a payment above the limit of a wallet into several, as one step.
    pub async fn split_payment(&self, id: u32, position: u32) -> Result<DraftView, DeskError> {
        bulk_edit::split_payment(&self.context, id, position).await
    }

    /// Makes a change of a draft.
    pub async fn change_draft(&self, id: u32, change: DraftChange) -> Result<DraftView, DeskError> {
        draft_change::change_draft(&self.context, id, change).await
    }

    /// Deletes a draft that was never sent.
    pub async fn discard_draft(&self, id: u32) -> Result<(), DeskError> {
        drafts::discard_draft(&self.context, id).await
    }

    /// Sets a field of a row to the value that the user typed.
    pub async fn edit_cell(
        &self,
        id: u32,
        position: u32,
        field: Field,
        value: String,
    ) -> Result<DraftView, DeskError> {
        edit::edit_cell(&self.context, id, position, field, value).await
    }

    /// Edits every row that is alike in that field: the file has the same value and the edits are the same.
    pub async fn edit_alike(
        &self,
        id: u32,
        position: u32,
        field: Field,
        value: String,
    ) -> Result<DraftView, DeskError> {
        edit::edit_alike(&self.context, id, position, field, value).await
    }

    /// Accepts the suggestion of a problem.
    pub async fn accept_suggestion(
        &self,
        id: u32,
        position: u32,
        code: ProblemCode,
    ) -> Result<DraftView, DeskError> {
        edit::accept_suggestion(&self.context, id, position, code).await
    }

    /// Accepts the suggestion of a problem in every row that has one.
    pub async fn accept_suggestion_alike(&self, id: u32, code: ProblemCode) -> Result<DraftView, DeskError> {
        edit::accept_suggestion_alike(&self.context, id, code).await
    }

    /// Records the user's decision to pay a row as it is, with the reason.
    pub async fn accept_warning(
        &self,
        id: u32,
        position: u32,
        code: ProblemCode,
        reason: &str,
    ) -> Result<DraftView, DeskError> {
        edit::accept_warning(&self.context, id, position, code, reason).await
    }

    /// Records the same decision for every row with this warning.
    pub async fn accept_warning_alike(
        &self,
        id: u32,
        code: ProblemCode,
        reason: &str,
        shown: Option<ShownRows>,
    ) -> Result<DraftView, DeskError> {
        edit::accept_warning_alike(&self.context, id, code, reason, shown).await
    }

    /// Excludes rows from the payroll.
    pub async fn exclude(&self, id: u32, positions: Vec<u32>) -> Result<DraftView, DeskError> {
        edit::exclude(&self.context, id, positions).await
    }

    /// Excludes every row that has this warning open, as one step: with the position of a row, those that are like it.
    pub async fn exclude_alike(
        &self,
        id: u32,
        code: ProblemCode,
        like: Option<u32>,
    ) -> Result<DraftView, DeskError> {
        edit::exclude_alike(&self.context, id, code, like).await
    }

    /// Excludes every row that has an error.
    pub async fn exclude_errors(&self, id: u32) -> Result<DraftView, DeskError> {
        edit::exclude_errors(&self.context, id).await
    }

    /// Withdraws every edit of the rows.
    pub async fn revert(&self, id: u32, positions: Vec<u32>) -> Result<DraftView, DeskError> {
        edit::revert(&self.context, id, positions).await
    }

    /// Includes excluded rows again.
    pub async fn restore(&self, id: u32, positions: Vec<u32>) -> Result<DraftView, DeskError> {
        edit::restore(&self.context, id, positions).await
    }

    /// Undoes the last change, or the last reading of the file by other columns.
    pub async fn undo(&self, id: u32) -> Result<DraftView, DeskError> {
        edit::undo(&self.context, id).await
    }

    /// Repeats the change that was undone last.
    pub async fn redo(&self, id: u32) -> Result<DraftView, DeskError> {
        edit::redo(&self.context, id).await
    }

    /// Checks the whole draft for another country and currency.
    pub async fn set_destination(
        &self,
        id: u32,
        country: Country,
        currency: Currency,
    ) -> Result<DraftView, DeskError> {
        edit::set_destination(&self.context, id, country, currency).await
    }

    /// Returns the differences from the last similar payroll.
    pub async fn comparison(&self, id: u32) -> Result<ComparisonView, DeskError> {
        check::comparison::comparison(&self.context, id).await
    }

    /// Returns the data of the first frame of the Check screen: the first row to fix, or else the first to decide, with
    /// the rows around it.
    pub async fn draft_opening(&self, id: u32, window: u32) -> Result<DraftOpening, DeskError> {
        queries::draft_opening(&self.context, id, window).await
    }

    /// Returns the head of the Check screen.
    pub async fn draft(&self, id: u32) -> Result<DraftView, DeskError> {
        queries::draft(&self.context, id).await
    }

    /// Returns a window of rows.
    pub async fn draft_rows(
        &self,
        id: u32,
        filter: &RowFilter,
        offset: u32,
        limit: u32,
    ) -> Result<RowWindow, DeskError> {
        queries::draft_rows(&self.context, id, filter, offset, limit).await
    }

    /// Returns the selected row.
    pub async fn row_detail(&self, id: u32, position: u32) -> Result<RowDetail, DeskError> {
        queries::row_detail(&self.context, id, position).await
    }

    /// Returns a window of the changes since the file.
    pub async fn repairs(
        &self,
        id: u32,
        filter: RepairFilter,
        offset: u32,
        limit: u32,
    ) -> Result<RepairWindow, DeskError> {
        check::repairs::repairs(&self.context, id, filter, offset, limit).await
    }

    /// Restores skipped rows as people, by their numbers in the file.
    pub async fn put_back(&self, id: u32, rows: Vec<u32>) -> Result<DraftView, DeskError> {
        check::skipped::put_back(&self.context, id, rows).await
    }
}
