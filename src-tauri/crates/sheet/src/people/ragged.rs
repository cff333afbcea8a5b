//! Lines of text files that have more or fewer cells than their header, and amounts cut at their own comma.

use paysheet_domain::{CellValue, Field};

use super::Reader;
use crate::grid::{Grid, GridRow};

/// An unquoted `1,250.00` in a comma file falls into cells of at most this and exactly this many digits.
const GROUP_DIGITS: usize = 3;
/// And `1250,50` into one of at most this many: what a narration of digits alone is.
const CENTS_DIGITS: usize = 2;

impl Reader {
    /// The number of cells of a line that has more or fewer than the header, or an amount cut at its comma.
    pub(super) fn ragged(&self, row: &GridRow) -> Option<u32> {
        let width = row.width?;
        let (least, most) = self.widths?;
        let past = row.cells.last().is_some_and(|(at, _)| u32::from(*at) >= most);
        (width < least || past || self.amount_is_cut(row)).then_some(width)
    }

    fn amount_is_cut(&self, row: &GridRow) -> bool {
        let Some(at) = self.table.column_of(Field::Amount).filter(|_| self.splits_at_commas) else {
            return false;
        };
        let next = self.table.columns.iter().find(|column| column.at == at + 1);
        let used = next.and_then(|column| column.used).map(|(used, _)| used.field());
        let (Some(CellValue::Text(head)), Some(CellValue::Text(tail))) = (row.cell(at), row.cell(at + 1))
        else {
            return false;
        };
        let digits = |text: &str| text.chars().all(|c| c.is_ascii_digit());
        let head = head.trim();
        let (group, cents) = tail.trim().split_once('.').unwrap_or((tail.trim(), ""));
        let is_group =
            head.len() <= GROUP_DIGITS && digits(head) && group.len() == GROUP_DIGITS && digits(group);
        match used {
            // Where digits belong in the next column they say nothing, unless they have cents.
            None => is_group && next.is_none_or(|column| column.header.is_empty()),
            Some(Field::Name | Field::BankName) => is_group,
            Some(Field::Narration) => {
                is_group || (digits(head) && group.len() == CENTS_DIGITS && digits(group) && cents.is_empty())
            }
            Some(_) => is_group && cents.len() == CENTS_DIGITS && digits(cents),
        }
    }
}

/// The cells of a line: up to the last header at least, as the header's line has at most; without a header what
/// most lines have.
pub(super) fn widths(grid: &Grid, header: Option<&GridRow>) -> Option<(u32, u32)> {
    if let Some(header) = header {
        let least = header.cells.last().map_or(0, |(at, _)| u32::from(*at) + 1);
        return Some((least, header.width?));
    }
    let mut counts = std::collections::BTreeMap::new();
    for width in grid.rows.iter().filter(|row| !row.cells.is_empty()).filter_map(|row| row.width) {
        *counts.entry(width).or_insert(0_usize) += 1;
    }
    counts.into_iter().max_by_key(|(_, count)| *count).map(|(width, _)| (width, width))
}
