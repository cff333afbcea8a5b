//! Restoring rows that the importer skipped.

use crate::{check::edit, desk::Desk, error::DeskError, view::DraftView};

impl Desk {
    /// Restores skipped rows as people, by their numbers in the file.
    pub async fn restore_skipped(&self, id: u32, rows: Vec<u32>) -> Result<DraftView, DeskError> {
        edit::change(self, id, "skipped rows put back", move |draft| draft.restore_skipped(&rows)).await
    }
}
