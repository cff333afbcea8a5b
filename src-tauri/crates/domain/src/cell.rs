//! The content of a file before it is checked: cells as they were typed, by the field of their column. The sheet
//! crate reads files; `checks` interprets rows.

use serde::{Deserialize, Serialize};
use strum::{Display, EnumIter, EnumString, IntoStaticStr};

use crate::{cells::Cells, column::Column};

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[derive(Serialize, Deserialize, specta::Type, Display, EnumIter, EnumString, IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Field {
    Name,
    AccountNumber,
    BankName,
    BankCode,
    BranchCode,
    BranchName,
    Amount,
    Currency,
    Country,
    Narration,
    Reference,
    EmployeeId,
    PayDate,
    /// Of the person who is paid. Sent only where the profile sends further details of recipients.
    Email,
    /// A telephone that is not the account. Sent like the e-mail address.
    Phone,
}

impl Field {
    /// Whether the field names the bank: by its name or by its code.
    #[must_use]
    pub const fn is_bank(self) -> bool {
        matches!(self, Self::BankName | Self::BankCode)
    }

    /// Whether the field names the branch: by its name or by its code.
    #[must_use]
    pub const fn is_branch(self) -> bool {
        matches!(self, Self::BranchName | Self::BranchCode)
    }
}

/// The text of a cell. Up to 15 bytes are stored in the value itself, as most cells of a payroll have: a hundred thousand
/// rows need no memory of their own for each.
pub type CellText = ecow::EcoString;

/// A cell's value, lossless. A number is stored as the shortest decimal text that parses to the same number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", content = "value", rename_all = "snake_case")]
pub enum CellValue {
    Text(CellText),
    /// Shortest round-trip decimal text, possibly with an exponent (`3.2E+15`).
    Number(CellText),
    Bool(bool),
    /// ISO 8601 date, time or both.
    Date(CellText),
    /// A number that is displayed as a percentage, as its own text (`0.05`).
    Percent(CellText),
    /// A spreadsheet error such as `#REF!`.
    Error(CellText),
    FormulaWithoutValue,
}

impl CellValue {
    /// Returns the value as the grid shows it.
    #[must_use]
    pub fn text(&self) -> &str {
        match self {
            Self::Text(text)
            | Self::Number(text)
            | Self::Date(text)
            | Self::Percent(text)
            | Self::Error(text) => text.as_str(),
            Self::Bool(true) => "TRUE",
            Self::Bool(false) => "FALSE",
            Self::FormulaWithoutValue => "",
        }
    }

    /// Returns [`CellValue::text`] as an owned string.
    #[must_use]
    pub fn shown(&self) -> String {
        self.text().to_owned()
    }
}

/// A cell and its column.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cell {
    /// The column in the file; none for a value that was typed in Paysheet.
    pub column: Option<Column>,
    pub value: CellValue,
}

impl Cell {
    #[must_use]
    pub fn typed(text: &str) -> Self {
        Self { column: None, value: CellValue::Text(text.into()) }
    }
}

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
