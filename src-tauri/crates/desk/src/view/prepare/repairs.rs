//! Everything that differs from the file, value by value.

use std::path::PathBuf;

use paysheet_domain::Field;
use paysheet_sheet::{FileKind, SkipReason};
use serde::{Deserialize, Serialize};

/// Why a value is not the one in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[derive(Serialize, Deserialize, specta::Type, strum::Display, strum::EnumIter)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum RepairWhy {
    /// Typed, pasted, filled or accepted here.
    Edited,
    ZeroAdded,
    BankChosen,
    /// In a row that is in no file.
    Added,
    /// A row that was skipped when the file was read and restored by the user.
    PutBack,
    /// Spaces, signs and invisible characters were removed when the file was read.
    Cleaned,
    /// The file has another name for the bank.
    BankRecognised,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct RepairView {
    pub position: u32,
    /// Row in the file, from 1; none for a row that was added in Paysheet.
    pub row: Option<u32>,
    pub name: String,
    /// `D17`; none if the file has no such cell.
    pub cell: Option<String>,
    /// None for the row itself.
    pub field: Option<Field>,
    /// Why the row was skipped; only for a restored row, which has no value before and after.
    pub skipped_as: Option<SkipReason>,
    /// The value in the file.
    pub from: String,
    pub to: String,
    pub why: RepairWhy,
}

/// A copy of the user's file as it was written. It has a path, which the window never gets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CopyMade {
    pub path: PathBuf,
    /// The format of the original if it cannot be written and the copy is a new .xlsx.
    pub made_anew_from: Option<FileKind>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase", default)]
pub struct RepairFilter {
    pub why: Option<RepairWhy>,
    /// Part of a name, a cell or a value; case does not count.
    pub text: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct RepairCount {
    pub why: RepairWhy,
    pub count: u32,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct RepairWindow {
    /// Of all, whatever the filter.
    pub counts: Vec<RepairCount>,
    /// Those that match the filter.
    pub total: u32,
    pub offset: u32,
    pub repairs: Vec<RepairView>,
}
