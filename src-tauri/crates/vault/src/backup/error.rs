//! Why a backup cannot be made, read or opened.

use super::layout::LINES;

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BackupError {
    #[error("this is no backup of a profile key")]
    NotABackup,
    #[error("the backup is damaged")]
    Damaged,
    #[error("the backup is of version {version}, which this program does not read")]
    NewerVersion { version: u32 },
    /// More work than any backup of Paysheet requires.
    #[error("the backup asks for more memory or time than allowed")]
    TooDemanding,
    #[error("{found} of {LINES} lines are there")]
    LinesMissing { found: usize },
    /// Lines are numbered from 1.
    #[error("these lines are mistyped: {lines:?}")]
    LinesMistyped { lines: Vec<usize> },
    /// A wrong passphrase cannot be distinguished from a backup that was altered with care.
    #[error("the passphrase does not open the backup")]
    NotOpened,
    #[error("there is not enough memory for this backup")]
    NoMemory,
    #[error("the system gave no random bytes")]
    NoRandomness,
}
