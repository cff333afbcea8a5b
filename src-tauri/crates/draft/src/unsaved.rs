//! A draft that is checked while the ledger is still storing it.

use std::sync::Arc;

use paysheet_domain::{BankDirectory, SourceRow};

use crate::model::{draft::Draft, head::DraftHead};

/// Rows with the results of their checks. Nothing can show, change or pay them: that requires the number under which
/// the ledger stores them.
#[derive(Debug)]
pub struct UnsavedDraft(Draft);

impl UnsavedDraft {
    /// The id of no payroll: the ledger counts from 1.
    pub const ID: u32 = 0;

    #[must_use]
    pub fn new(head: DraftHead, rows: Vec<SourceRow>, directory: Arc<BankDirectory>) -> Self {
        Self(Draft::of_file(head, rows, directory))
    }

    /// Converts it to the draft that the ledger stores under this number.
    #[must_use]
    pub fn saved_as(self, id: u32) -> Draft {
        let Self(mut draft) = self;
        draft.head.id = id;
        draft
    }
}
