//! The mapping screen: a file's columns and their fields, and stored layouts.

use paysheet_domain::{Country, Currency, Field};
use paysheet_ledger::LayoutKind;
use paysheet_sheet::{ColumnPreview, Decision, HeadRow, ListColumnFacts, MappedColumn, Mapping, TableChoice};
use serde::{Deserialize, Serialize};

use super::{check::RowView, outcome_reading::WordReading};
pub use paysheet_draft::RemapEffect;

/// The result of opening a file. It has a path, which the window never gets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Opened {
    /// Nothing is in doubt: a draft to be checked.
    Draft { id: u32 },
    /// The user must assign the columns of this file.
    Asks { path: String },
}

/// How a file is previewed. What is not given stays as it was, or is detected.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase", default)]
pub struct MappingQuestion {
    pub table: Option<TableChoice>,
    pub mapping: Option<Mapping>,
    pub country: Option<Country>,
    pub currency: Option<Currency>,
}

/// What the user confirmed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct MappingAnswer {
    /// Of the previewed file: no other file is read by it.
    pub sha256: String,
    pub mapping: Mapping,
    pub country: Option<Country>,
    pub currency: Option<Currency>,
    /// Code of the bank of rows that name none.
    #[serde(default)]
    pub bank: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct SheetView {
    /// Empty for a text file's only one.
    pub name: String,
    pub hidden: bool,
    /// Last row with something in it.
    pub rows: u32,
}

/// A file read by certain columns.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct MappingView {
    pub file_name: String,
    pub sha256: String,
    pub sheets: Vec<SheetView>,
    pub decision: Decision,
    pub columns: Vec<ColumnPreview>,
    /// The first rows of the sheet, to choose the one with the headings.
    pub head: Vec<HeadRow>,
    pub country: Country,
    pub currency: Currency,
    /// Rows that would be people, and rows that would be skipped.
    pub people: u32,
    pub skipped: u32,
    /// The first people as they would be read.
    pub first: Vec<RowView>,
    /// The row taken for the headings is a person, who would not be paid.
    pub headed_by_a_person: bool,
    /// The name of the layout by which it is read, if that is stored.
    pub layout_name: Option<String>,
}

/// A column of a stored layout.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct LayoutColumn {
    /// The column's letters (`D`).
    pub column: String,
    pub header: String,
    /// None if it is not used.
    pub field: Option<Field>,
}

impl LayoutColumn {
    #[must_use]
    pub fn mapped(&self) -> Option<MappedColumn> {
        Some(MappedColumn { column: self.column.clone(), field: self.field? })
    }
}

/// A change of a stored layout.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum LayoutChange {
    /// Renames it.
    Rename { name: String },
    /// Changes the meaning of its columns, for files that are read from now on.
    Columns { columns: Vec<MappedColumn> },
    /// Deletes it.
    Forget,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct LayoutView {
    pub fingerprint: String,
    pub kind: LayoutKind,
    pub name: String,
    /// Of a payroll.
    pub columns: Vec<LayoutColumn>,
    /// Of a list of results or a statement; empty if its headings say what they hold.
    pub list_columns: Vec<ListColumnFacts>,
    /// What the status words of a list of results mean.
    pub words: Vec<WordReading>,
    pub kept_at: String,
    /// When a file was last read by it.
    pub used_at: String,
}
