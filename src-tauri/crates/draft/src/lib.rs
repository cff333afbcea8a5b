//! A payroll on the Check screen: all its rows in memory, checked, with undo. All rows stay in this process; the
//! window receives ranges of them. The caller stores changes: every change returns the rows that must be stored.

mod edits;
mod file_notes;
mod filter;
mod model;
mod skipped;
mod spellings;
#[cfg(test)]
mod tests;
mod unsaved;

pub use edits::{
    bulk::BulkCounts,
    merge_edits::{Amounts, Numbering, RemapEffect, ReparsedFile, merge_edits},
    paste::{BLOCK_BYTES_MAX, Block, BlockView},
};
pub use file_notes::FileNotes;
pub use model::{
    cells::{CellChange, Changed},
    column_mapping::ColumnMapping,
    draft::Draft,
    entry::{Entry, RowState, SentColumn, count, finding},
    head::DraftHead,
    previous_payroll::{
        Earlier, PaidPerson, PreviousPayroll, account_key, name_key, recipient_key, unnamed_key,
    },
    refusal::Refusal,
    row_filter::{Direction, OpenPlace, PaidBefore, RowFilter, RowGroup, RowSort, SortBy},
    skipped_row::StoredSkippedRow,
    tally::BankTotal,
};
pub use unsaved::UnsavedDraft;
