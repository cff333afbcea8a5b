//! Operations of the grid on many rows at once: finding a row under a filter, pasting a block, filling a column,
//! adding rows by hand. The rules are in `draft`; here they are called, and changes are stored and reported.

use paysheet_domain::Field;
use paysheet_draft::{BLOCK_BYTES_MAX, Entry};
use serde::{Deserialize, Serialize};

use crate::{
    app_error::{AppError, Setting},
    blocking::blocking,
    check::{edit, queries},
    desk::Desk,
    drafts,
    error::DeskError,
    mutex::lock,
    view::{Block, BlockView, DraftView, RowFilter},
};

/// What is asked about a row under a filter. The row is identified by its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum RowToFind {
    /// Its index, from 0; none if the filter hides it.
    IndexOf { position: u32 },
    /// The position of the row after it; after the last one, the first. None if there is no row at all.
    PositionAfter { position: u32 },
}

impl Desk {
    /// Returns the index or the position that is asked for.
    pub async fn find_row(
        &self,
        id: u32,
        filter: &RowFilter,
        row: RowToFind,
    ) -> Result<Option<u32>, DeskError> {
        match row {
            RowToFind::IndexOf { position } => self.row_index(id, filter, position).await,
            RowToFind::PositionAfter { position } => self.row_after(id, filter, position).await,
        }
    }

    /// Returns the index of a row under a filter, from 0; none if the filter hides it.
    pub async fn row_index(
        &self,
        id: u32,
        filter: &RowFilter,
        position: u32,
    ) -> Result<Option<u32>, DeskError> {
        let draft = queries::filtered(self, id, filter).await?;
        let index = lock(&draft).index_of(filter, position);
        Ok(index)
    }

    /// Returns the position of the row after this one under a filter; after the last one, the first. None if there is
    /// no row at all.
    pub async fn row_after(
        &self,
        id: u32,
        filter: &RowFilter,
        position: u32,
    ) -> Result<Option<u32>, DeskError> {
        let draft = queries::filtered(self, id, filter).await?;
        let after = lock(&draft).position_after(filter, position);
        Ok(after)
    }

    /// Returns the positions of all rows under a filter, in its order.
    pub async fn row_positions(&self, id: u32, filter: &RowFilter) -> Result<Vec<u32>, DeskError> {
        let draft = queries::filtered(self, id, filter).await?;
        let positions = lock(&draft).list(filter).to_vec();
        Ok(positions)
    }

    /// Returns what pasting a block would change.
    ///
    /// # Errors
    /// `ValueInvalid` if the block is larger than a payroll can be.
    pub async fn preview_block(&self, id: u32, block: Block) -> Result<BlockView, DeskError> {
        refuse_too_large(&block)?;
        let draft = drafts::loaded(self, id).await?;
        blocking(move || Ok(lock(&draft).block_view(&block))).await
    }

    /// Pastes a block, as one step.
    ///
    /// # Errors
    /// As [`Self::preview_block`].
    pub async fn paste_block(&self, id: u32, block: Block) -> Result<DraftView, DeskError> {
        refuse_too_large(&block)?;
        edit::change(self, id, "block pasted", move |draft| draft.paste(&block)).await
    }

    /// Sets a field to one value in every row under the filter, as one step.
    ///
    /// # Errors
    /// `ValueInvalid` for account numbers: paying everybody into one account is never intended.
    pub async fn fill(
        &self,
        id: u32,
        filter: RowFilter,
        field: Field,
        value: String,
    ) -> Result<DraftView, DeskError> {
        require_shared(field)?;
        queries::filtered(self, id, &filter).await?;
        edit::change(self, id, "filled", move |draft| draft.fill(&filter, field, &value)).await
    }

    /// Sets a field to one value in these rows, as one step. Excluded rows do not change: nobody sees what is typed there.
    ///
    /// # Errors
    /// As [`Self::fill`].
    pub async fn edit_rows(
        &self,
        id: u32,
        positions: Vec<u32>,
        field: Field,
        value: String,
    ) -> Result<DraftView, DeskError> {
        require_shared(field)?;
        edit::change(self, id, "selected rows edited", move |draft| {
            let is_meant = |entry: &Entry| !entry.row.excluded && draft.may_share(entry, field);
            let is_included = |position: &u32| draft.get(*position).is_some_and(is_meant);
            let included: Vec<u32> = positions.into_iter().filter(is_included).collect();
            draft.edit(&included, field, &value)
        })
        .await
    }
}

/// Succeeds if many people may share a value of the field.
fn require_shared(field: Field) -> Result<(), DeskError> {
    if field == Field::AccountNumber { Err(AppError::invalid(Setting::Filled).into()) } else { Ok(()) }
}

impl Desk {
    /// Adds an empty row at the end, as one step.
    pub async fn add_row(&self, id: u32) -> Result<DraftView, DeskError> {
        edit::change(self, id, "row added", paysheet_draft::Draft::add_row).await
    }

    /// Splits a payment above the limit of a wallet into several, as one step.
    pub async fn split_payment(&self, id: u32, position: u32) -> Result<DraftView, DeskError> {
        edit::change(self, id, "payment split", move |draft| draft.split(position)).await
    }
}

fn refuse_too_large(block: &Block) -> Result<(), DeskError> {
    if block.text.len() > BLOCK_BYTES_MAX {
        return Err(AppError::invalid(Setting::Block).into());
    }
    Ok(())
}
