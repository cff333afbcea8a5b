//! A sheet as a sparse grid of lossless cells, whatever format it came from.

use paysheet_domain::CellValue;

use crate::limits::CELL_BYTES_MAX;

/// One row of a sheet: the cells with something in them, by column from 0, ascending.
#[derive(Clone, Debug, Default)]
pub(crate) struct GridRow {
    /// Row number in the file, from 1.
    pub number: u32,
    pub cells: Vec<(u16, CellValue)>,
    /// Cells of the line, where the format has lines (CSV).
    pub width: Option<u32>,
    pub hidden: bool,
}

impl GridRow {
    pub fn cell(&self, column: u16) -> Option<&CellValue> {
        let at = self.cells.binary_search_by_key(&column, |(column, _)| *column).ok()?;
        self.cells.get(at).map(|(_, value)| value)
    }

    /// What stands in the row, cells apart by ` | `.
    pub fn shown(&self, chars_max: usize) -> String {
        let shown = self.cells.iter().map(|(_, value)| value.shown());
        let texts: Vec<String> = shown.filter(|text| !text.trim().is_empty()).collect();
        texts.join(" | ").chars().take(chars_max).collect()
    }
}

/// A cell longer than a cell may be, already cut.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LongCell {
    pub row: u32,
    pub column: u16,
    pub bytes: usize,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Grid {
    /// Ascending by number; rows without any cell are there where the file has them.
    pub rows: Vec<GridRow>,
    /// Columns up to the last one with something in it.
    pub columns: u32,
    pub hidden_columns: Vec<u16>,
    /// A filter with conditions is set, so that hidden rows are filtered ones.
    pub filtered: bool,
    pub long_cells: Vec<LongCell>,
}

impl Grid {
    pub const NOTHING: Self = Self {
        rows: Vec::new(),
        columns: 0,
        hidden_columns: Vec::new(),
        filtered: false,
        long_cells: Vec::new(),
    };

    /// The last row with something in it.
    pub fn last_row(&self) -> u32 {
        self.rows.iter().rev().find(|row| !row.cells.is_empty()).map_or(0, |row| row.number)
    }

    /// A text as it is kept: cut at the limit, and noted where it was.
    pub fn kept(&mut self, mut text: String, row: u32, column: u16) -> String {
        if text.len() > CELL_BYTES_MAX {
            self.long_cells.push(LongCell { row, column, bytes: text.len() });
            text.truncate(text.floor_char_boundary(CELL_BYTES_MAX));
            text.shrink_to_fit();
        }
        text
    }
}

/// A named sheet of a file.
#[derive(Clone, Debug)]
pub(crate) struct Sheet {
    pub name: String,
    pub hidden: bool,
    pub grid: Grid,
}

/// A column's letters: 0 is `A`, 26 is `AA`.
pub(crate) fn letters(column: u16) -> String {
    let mut left = u32::from(column) + 1;
    let mut letters = Vec::new();
    while left > 0 {
        let at = (left - 1) % 26;
        letters.push(char::from(b'A' + u8::try_from(at).unwrap_or(0)));
        left = (left - 1) / 26;
    }
    letters.iter().rev().collect()
}

/// The column of letters, from 0; none where they are no column's.
pub(crate) fn column_of(letters: &str) -> Option<u16> {
    let mut number: u32 = 0;
    for letter in letters.bytes() {
        let place =
            letter.is_ascii_alphabetic().then(|| u32::from(letter.to_ascii_uppercase() - b'A') + 1)?;
        number = number.checked_mul(26)?.checked_add(place)?;
    }
    u16::try_from(number.checked_sub(1)?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_have_letters() {
        for (column, expected) in
            [(0, "A"), (25, "Z"), (26, "AA"), (701, "ZZ"), (702, "AAA"), (16_383, "XFD")]
        {
            assert_eq!(letters(column), expected);
            assert_eq!(column_of(expected), Some(column));
        }
        for no_column in ["", "4", "A1", "ZZZZZZZZ"] {
            assert_eq!(column_of(no_column), None, "{no_column}");
        }
    }
}
