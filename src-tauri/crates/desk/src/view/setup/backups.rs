//! Backups of the ledger, as Settings and the restore dialog show them.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::app_error::AppError;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct BackupsView {
    pub folder: String,
    pub is_default_folder: bool,
    /// Newest first.
    pub entries: Vec<BackupEntry>,
    /// Why the last one could not be made.
    pub failed: Option<AppError>,
    /// RFC 3339; when it failed.
    pub failed_at: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct BackupEntry {
    /// Not for the window, which names a backup of the list by its file name.
    #[serde(skip)]
    pub path: PathBuf,
    pub file_name: String,
    /// RFC 3339.
    pub made_at: String,
    pub payrolls: u32,
    pub payouts: u32,
    /// Decimal digits.
    pub bytes: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct NamedPayroll {
    pub name: String,
    /// `2026-11`.
    pub period: String,
}

/// What a backup contains, before it is restored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct BackupPreview {
    pub file_name: String,
    /// RFC 3339.
    pub made_at: String,
    pub payrolls: u32,
    pub payouts: u32,
    /// The payroll that changed last.
    pub last_payroll: Option<NamedPayroll>,
    /// Whether a ledger would be replaced.
    pub replaces: bool,
    /// Payrolls of the ledger that would be replaced; none where it is not open.
    pub replaced_payrolls: Option<u32>,
    /// Whether the profile key of the backup is on this computer.
    pub key_is_here: bool,
}
