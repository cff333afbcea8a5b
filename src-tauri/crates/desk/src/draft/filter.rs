//! Which rows the grid shows, in the order of the file.

use super::{Draft, Entry, count};
use crate::view::{RowFilter, RowGroup, RowState, RowWindow};

/// Rows in one window at the most.
pub const WINDOW_ROWS_MAX: u32 = 500;

impl Draft {
    /// A window of the rows that the filter lets through.
    #[must_use]
    pub fn window(&self, filter: &RowFilter, offset: u32, limit: u32) -> RowWindow {
        let text =
            filter.text.as_deref().map(str::trim).filter(|text| !text.is_empty()).map(str::to_lowercase);
        let through = || self.entries.iter().filter(|entry| lets_through(entry, filter, text.as_deref()));
        let (skip, take) = (widen(offset), widen(limit.min(WINDOW_ROWS_MAX)));
        RowWindow {
            total: count(through()),
            offset,
            rows: through().skip(skip).take(take).map(|entry| self.look(entry)).collect(),
        }
    }

    /// Positions of rows that ask for something, in order.
    #[must_use]
    pub fn open_positions(&self) -> Vec<u32> {
        let open = self.entries.iter().filter(|entry| is_open(entry));
        open.map(|entry| entry.row.position).collect()
    }
}

fn widen(figure: u32) -> usize {
    usize::try_from(figure).unwrap_or(usize::MAX)
}

fn is_open(entry: &Entry) -> bool {
    matches!(entry.state(), RowState::ToFix | RowState::ToDecide)
}

fn lets_through(entry: &Entry, filter: &RowFilter, text: Option<&str>) -> bool {
    filter.problem.is_none_or(|code| entry.has_open(code))
        && filter.group.is_none_or(|group| belongs(entry, group))
        && text.is_none_or(|text| mentions(entry, text))
}

fn belongs(entry: &Entry, group: RowGroup) -> bool {
    match group {
        RowGroup::ToFix => entry.state() == RowState::ToFix,
        RowGroup::ToDecide => entry.state() == RowState::ToDecide,
        RowGroup::Open => is_open(entry),
        RowGroup::Excluded => entry.row.excluded,
        RowGroup::Edited => !entry.row.excluded && !entry.row.edits.is_empty(),
        RowGroup::Accepted => entry.is_accepted(),
    }
}

fn mentions(entry: &Entry, text: &str) -> bool {
    let recipient = &entry.recipient;
    [&recipient.name, &recipient.account_number, &recipient.bank_name, &recipient.narration]
        .into_iter()
        .flatten()
        .any(|value| value.to_lowercase().contains(text))
}
