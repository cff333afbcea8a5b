//! The row and the column in the address of a cell (`D5`).

use crate::formats::grid::MergedRows;

/// Returns the row of a cell's address, from 1: `D5` is 5.
pub(super) fn row_of(address: &str) -> Option<u32> {
    address.trim_start_matches(|c: char| c.is_ascii_alphabetic() || c == '$').parse().ok()
}

/// Returns the column of a cell's address, from 0: `D5` is 3.
pub(super) fn column_of(address: &str) -> Option<u32> {
    let letters = address.bytes().take_while(u8::is_ascii_alphabetic);
    let number = letters.fold(0_u32, |sum, letter| {
        let place = u32::from(letter.to_ascii_uppercase() - b'A') + 1;
        sum.saturating_mul(26).saturating_add(place)
    });
    number.checked_sub(1)
}

/// Returns the cells of one column over several rows that a range is: `C2:C5`.
pub(super) fn merged_rows(range: &str) -> Option<MergedRows> {
    let (from, to) = range.split_once(':')?;
    let (column, first, last) = (column_of(from)?, row_of(from)?, row_of(to)?);
    let is_column = column_of(to) == Some(column) && first < last;
    is_column.then_some(MergedRows { column: u16::try_from(column).ok()?, first, last })
}
