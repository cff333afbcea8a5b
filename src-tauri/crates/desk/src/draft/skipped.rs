//! Rows of a file that the importer skipped (totals, notes, repeated headers). They are stored with the draft so that
//! the user can restore one that is a person. A restored row is one more row of the draft, with the file's own cells
//! and row number. Nothing else records that it was restored, so that undo, a restart and a crash cannot disagree.

use std::collections::{BTreeMap, BTreeSet};

use paysheet_domain::{DraftRow, SourceRow};
use paysheet_sheet::{SkipReason, Skipped};
use serde::{Deserialize, Serialize};

use super::{Changed, Draft, count};

/// Maximum number of characters of a skipped row that are stored for display.
const TEXT_CHARS_MAX: usize = 120;

/// A row of the file that the importer skipped, as it is stored with the draft.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct StoredSkippedRow {
    pub row: u32,
    pub reason: SkipReason,
    /// The row's text, shortened.
    pub text: String,
    /// None for a blank row, and in drafts from before rows could be restored.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<SourceRow>,
}

impl From<&Skipped> for StoredSkippedRow {
    fn from(skipped: &Skipped) -> Self {
        Self {
            row: skipped.row,
            reason: skipped.reason,
            text: skipped.text.chars().take(TEXT_CHARS_MAX).collect(),
            source: skipped.source.clone(),
        }
    }
}

impl Draft {
    /// Restores skipped rows, by their numbers in the file, as one step that can be undone. Numbers of rows that were
    /// not skipped, that are already restored or that are blank change nothing.
    pub fn put_back(&mut self, rows: &[u32]) -> Changed {
        let wanted: BTreeSet<u32> = rows.iter().copied().collect();
        let back = self.back();
        let skipped = self.head.skipped.iter();
        let sources = skipped
            .filter(|skipped| wanted.contains(&skipped.row) && !back.contains(&skipped.row))
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
    pub fn put_back_reasons(&self) -> BTreeMap<u32, SkipReason> {
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
