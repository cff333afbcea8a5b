//! The content of a file before it is checked: cells as they were typed, and the fields of their columns. The sheet
//! crate reads files; `checks` interprets rows.

use serde::{Deserialize, Serialize};
use strum::{Display, EnumIter, EnumString, IntoStaticStr};

use crate::rows::column::Column;

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
