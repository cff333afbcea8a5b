//! Everything that differs from the file, value by value.

use paysheet_domain::Field;
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
    /// A row that reading took for nobody, and the user for a person.
    PutBack,
    /// Spaces, signs and characters nobody sees were left out on reading.
    Cleaned,
    /// The bank that the file calls otherwise.
    BankRecognised,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct RepairView {
    pub position: u32,
    /// Row in the file, from 1; 0 for a row added here.
    pub row: u32,
    pub name: String,
    /// `D17`; none where the file has no such cell.
    pub cell: Option<String>,
    /// None for the row itself.
    pub field: Option<Field>,
    /// What the file says; for a row that was put back why it had been skipped, as a code.
    pub from: String,
    pub to: String,
    pub why: RepairWhy,
}

/// A copy of the user's file as it was written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct CopyMade {
    pub path: String,
    /// The format of the original (`.xls`), where nobody can write it and the copy is a new .xlsx.
    pub made_anew_from: Option<String>,
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
    /// Those that the filter lets through.
    pub total: u32,
    pub offset: u32,
    pub repairs: Vec<RepairView>,
}
