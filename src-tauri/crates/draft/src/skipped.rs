//! Rows of a file that the importer skipped (totals, notes, repeated headers). They are stored with the draft so that
//! the user can restore one that is a person. A restored row is one more row of the draft, with the file's own cells
//! and row number. Nothing else records that it was restored, so that undo, a restart and a crash cannot disagree.

use std::collections::{BTreeMap, BTreeSet};

use paysheet_domain::DraftRow;
use paysheet_sheet::SkipReason;

use crate::model::{cells::Changed, draft::Draft, entry::count, skipped_row::StoredSkippedRow};

impl Draft {
    /// Restores skipped rows, by their numbers in the file, as one step that can be undone. Numbers of rows that were
    /// not skipped, that are already restored or that are blank change nothing.
    pub fn restore_skipped(&mut self, rows: &[u32]) -> Changed {
        let rows: BTreeSet<u32> = rows.iter().copied().collect();
        let back = self.back();
        let skipped = self.head.skipped.iter();
        let sources = skipped
            .filter(|skipped| rows.contains(&skipped.row) && !back.contains(&skipped.row))
            .filter_map(|skipped| skipped.source.clone());
        let first = count(self.entries.iter());
        let added = (first..).zip(sources).map(|(position, source)| DraftRow::new(position, source));
        let added = added.collect();
        self.take(added)
    }

    /// Rows that are still skipped.
    pub fn skipped(&self) -> impl Iterator<Item = &StoredSkippedRow> {
        let back = self.back();
        self.head.skipped.iter().filter(move |skipped| !back.contains(&skipped.row))
    }

    /// Returns why the restored rows had been skipped, by their numbers in the file.
    #[must_use]
    pub fn restored_reasons(&self) -> BTreeMap<u32, SkipReason> {
        let back = self.back();
        let skipped = self.head.skipped.iter().filter(|skipped| back.contains(&skipped.row));
        skipped.map(|skipped| (skipped.row, skipped.reason)).collect()
    }

    /// Returns the numbers of the restored rows.
    fn back(&self) -> BTreeSet<u32> {
        let can_be: BTreeSet<u32> = self
            .head
            .skipped
            .iter()
            .filter(|skipped| skipped.source.is_some())
            .map(|skipped| skipped.row)
            .collect();
        let rows = self.entries.iter().filter_map(|entry| entry.row.source.origin.number());
        rows.filter(|row| can_be.contains(row)).collect()
    }
}
