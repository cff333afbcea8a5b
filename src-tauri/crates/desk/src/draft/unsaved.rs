//! A draft that is being checked while the ledger does not have it yet.

use std::sync::Arc;

use paysheet_domain::{BankDirectory, SourceRow};

use super::{Draft, DraftHead};

/// Rows with what the checks found, and nothing that could show, change or pay them: that takes the number under which
/// the ledger has them.
#[derive(Debug)]
pub struct UnsavedDraft(Draft);

impl UnsavedDraft {
    /// No payroll has it: the ledger counts from 1.
    pub const ID: u32 = 0;

    #[must_use]
    pub fn new(head: DraftHead, rows: Vec<SourceRow>, directory: Arc<BankDirectory>) -> Self {
        Self(Draft::of_file(head, rows, directory))
    }

    /// The draft that the ledger has under this number.
    #[must_use]
    pub fn saved_as(self, id: u32) -> Draft {
        let Self(mut draft) = self;
        draft.head.id = id;
        draft
    }
}
