//! The profile key, as Settings shows it: never the key itself.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum KeyState {
    /// No payroll of this ledger has references yet.
    Unused,
    InUse,
    /// The ledger's references were made with a key that is not on this computer: nothing is approved or sent.
    Missing,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct KeyView {
    pub state: KeyState,
    /// First characters, of the ledger's key where that is missing; none where nobody wrote them down.
    pub fingerprint: Option<String>,
    /// It came from a backup, so that the payrolls of another computer get the same references here.
    pub imported: bool,
    /// RFC 3339; when a backup of this very key was last saved from here.
    pub backed_up_at: Option<String>,
    pub passphrase_chars_min: u32,
    /// Lines of a recovery sheet.
    pub sheet_lines: u32,
}

/// What a backup is saved as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum KeyBackupForm {
    /// The text file.
    File,
    /// The page to print.
    Sheet,
}

/// Where a backup comes from. It has a path, which no window names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KeyBackupSource {
    File {
        path: PathBuf,
    },
    /// The lines of a sheet, as somebody typed them.
    Typed {
        text: String,
    },
}

/// What an import of this backup would be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum KeyBackupFit {
    /// This very key is in use here.
    SameKey,
    /// The key that this ledger's references were made with.
    MissingKey,
    /// No references here: the key that was made on this computer would be replaced.
    UnusedLedger,
    /// This ledger has references of another key.
    OtherLedger,
}

/// What a backup says before anybody types its passphrase.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct KeyBackupView {
    /// None where it was typed from a sheet.
    pub profile: Option<String>,
    /// `2026-11-22`, where it came as a file.
    pub created: Option<String>,
    pub fingerprint: String,
    pub fit: KeyBackupFit,
    /// Another key is stored on this computer, and would be replaced.
    pub replaces: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum KeyImport {
    /// It was in use already; nothing changed.
    SameKey,
    /// The ledger's own key is back.
    CameBack,
    /// This ledger, which had no references yet, uses it from now on.
    Taken,
}
