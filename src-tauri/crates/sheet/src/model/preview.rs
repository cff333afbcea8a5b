//! The preview of a file for the mapping screen: its sheets, the rows near the top, and every column with sample
//! values and possible fields.

use paysheet_domain::{Country, Currency, SourceRow, checks::DecimalConvention};
use serde::{Deserialize, Serialize};

use super::{
    file::{FileFacts, FileProblem, SheetFacts},
    mapping::{Decision, Guess},
};

/// The preview of a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FilePreview {
    pub file: FileFacts,
    pub sheets: Vec<SheetFacts>,
    pub decision: Decision,
    /// Columns of the table, from left to right.
    pub columns: Vec<ColumnPreview>,
    /// The first rows of the sheet that contain something.
    pub head: Vec<HeadRow>,
    pub country: Country,
    pub currency: Currency,
    pub convention: DecimalConvention,
    pub people: u32,
    /// The first people, as they would be read.
    pub first: Vec<SourceRow>,
    pub skipped: u32,
    pub problems: Vec<FileProblem>,
}

/// A column for the user to say what it holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct ColumnPreview {
    /// The column's letters (`D`).
    pub column: String,
    /// As in the file; empty where the table has no header.
    pub header: String,
    /// The first values under it, as a person would read them.
    pub samples: Vec<String>,
    /// What it was taken for is in the decision; here is what it could be.
    pub guesses: Vec<Guess>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct HeadRow {
    /// Row number in the file.
    pub row: u32,
    /// Cells from column A on; empty where there is nothing.
    pub cells: Vec<String>,
}
