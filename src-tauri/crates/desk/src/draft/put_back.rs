//! Rows that reading took for nobody (totals, notes, repeated headers) and the user for a person. A row that is put
//! back is one more row of the draft, with the file's own cells and its number; nothing else says that it was put
//! back, so that undoing it, a restart and a crash cannot tell two stories.

use std::collections::{BTreeMap, BTreeSet};

use paysheet_domain::DraftRow;

use super::{Changed, Draft, count};
use crate::{check::skipped::KeptSkipped, view::SkippedRow};

impl Draft {
    /// Puts skipped rows back, by their numbers in the file, as one step that can be undone. Numbers of rows that
    /// were not skipped, that are back already or that have nothing in them change nothing.
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
    #[must_use]
    pub fn skipped(&self) -> Vec<SkippedRow> {
        let back = self.back();
        self.head
            .skipped
            .iter()
            .filter(|skipped| !back.contains(&skipped.row))
            .map(KeptSkipped::view)
            .collect()
    }

    /// Why the rows that were put back had been skipped, by their numbers in the file.
    #[must_use]
    pub fn put_back_reasons(&self) -> BTreeMap<u32, &str> {
        let back = self.back();
        let skipped = self.head.skipped.iter().filter(|skipped| back.contains(&skipped.row));
        skipped.map(|skipped| (skipped.row, skipped.reason.as_str())).collect()
    }

    /// Numbers of the rows that were put back.
    fn back(&self) -> BTreeSet<u32> {
        let can_be: BTreeSet<u32> = self
            .head
            .skipped
            .iter()
            .filter(|skipped| skipped.source.is_some())
            .map(|skipped| skipped.row)
            .collect();
        let rows = self.entries.iter().map(|entry| entry.row.source.row);
        rows.filter(|row| can_be.contains(row)).collect()
    }
}
