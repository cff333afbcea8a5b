//! One row of a payroll as it is in the file, before it is checked: its cells, and what the file says about the row.

mod cells;

use serde::{Deserialize, Serialize};

pub use self::cells::Cells;
use crate::rows::cell::{Cell, CellText, Field};

/// Why a row is not visible when the file is opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HiddenBy {
    Hand,
    /// The sheet has a filter with conditions. The file does not record which of its hidden rows were hidden by hand.
    Filter,
}

/// How the file marks a row by its look, or what a comment says about it. The person may not be meant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RowMark {
    /// One of its cells is struck through.
    Struck,
    /// It is filled in grey or red, unlike the other rows.
    Filled,
    Comment(String),
    /// The file says that its amounts are in thousands; its words (`Amounts in N'000`).
    InThousands(String),
}

/// Where a row of a payroll comes from. It is stored as a number: the row's number in the file, 0 for an added row. Rows
/// of the file sort before added rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(from = "u32", into = "u32")]
pub enum RowOrigin {
    /// The row's number in the file, from 1.
    File(u32),
    /// Typed or pasted in Paysheet; in no file.
    #[default]
    Added,
}

impl RowOrigin {
    /// Returns the row's number in the file, from 1; none for an added row.
    #[must_use]
    pub const fn number(self) -> Option<u32> {
        match self {
            Self::File(number) => Some(number),
            Self::Added => None,
        }
    }
}

impl From<u32> for RowOrigin {
    /// Converts from the stored form.
    fn from(stored: u32) -> Self {
        if stored == 0 { Self::Added } else { Self::File(stored) }
    }
}

impl From<RowOrigin> for u32 {
    /// Converts to the stored form.
    fn from(origin: RowOrigin) -> Self {
        origin.number().unwrap_or(0)
    }
}

impl From<Option<u32>> for RowOrigin {
    /// Converts a row's number in the file, if it has one.
    fn from(number: Option<u32>) -> Self {
        number.map_or(Self::Added, Self::File)
    }
}

/// One row of the payroll as it is in the file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SourceRow {
    #[serde(rename = "row")]
    pub origin: RowOrigin,
    pub cells: Cells,
    /// The number of cells, if the line has more or fewer than the header (CSV).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ragged: Option<u32>,
    /// The file hides the row: its person may not be meant.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hidden: Option<HiddenBy>,
    /// What the file says in this row of not paying the person: the words, and where they are (`SUSPENDED`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub not_to_pay: Option<Box<Cell>>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<RowMark>,
    /// The bank that a title or the sheet's name gives to a row without one. It may be the employer's, so that it is only
    /// suggested.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub likely_bank: Option<Box<CellText>>,
}

impl SourceRow {
    #[must_use]
    pub fn text(&self, field: Field) -> Option<String> {
        self.cells.get(&field).map(|cell| cell.value.shown())
    }

    /// Returns the cell's address in the file, such as `D17`.
    #[must_use]
    pub fn address(&self, field: Field) -> Option<String> {
        let column = self.cells.get(&field)?.column?;
        Some(format!("{column}{}", self.origin.number()?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_is_stored_with_its_number_in_the_file_and_an_added_one_with_0() {
        for (stored, origin) in
            [(r#"{"row":17,"cells":{}}"#, RowOrigin::File(17)), (r#"{"row":0,"cells":{}}"#, RowOrigin::Added)]
        {
            let row: SourceRow = serde_json::from_str(stored).unwrap();
            assert_eq!(row.origin, origin, "{stored}");
            assert_eq!(serde_json::to_string(&row).unwrap(), stored);
        }
    }

    #[test]
    fn rows_of_the_file_sort_before_added_ones() {
        assert!(RowOrigin::File(1) < RowOrigin::File(2));
        assert!(RowOrigin::File(u32::MAX) < RowOrigin::Added);
    }
}
