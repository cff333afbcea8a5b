//! Restoring rows that the importer skipped.

use crate::{check::edit, context::Context, error::DeskError, view::DraftView};

/// Restores skipped rows as people, by their numbers in the file.
///
/// # Errors
/// `Ledger`.
pub async fn put_back(context: &Context, id: u32, rows: Vec<u32>) -> Result<DraftView, DeskError> {
    edit::change(context, id, "skipped rows put back", move |draft| draft.put_back(&rows)).await
}
