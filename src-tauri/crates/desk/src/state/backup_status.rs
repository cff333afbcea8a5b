//! The backup that is being made, and why the last one could not be.

use std::sync::Mutex;

use jiff::Timestamp;

use crate::app_error::AppError;

/// The backups of one ledger.
#[derive(Default)]
pub(crate) struct BackupStatus {
    /// Why the last backup could not be made, and when.
    pub failed: Mutex<Option<(AppError, Timestamp)>>,
    /// Locked while a backup is made.
    pub making: tokio::sync::Mutex<()>,
}
