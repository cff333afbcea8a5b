//! Backups, and a ledger that may be older than what was sent.

use std::path::Path;

use paysheet_ledger::BlockReason;

use crate::{
    desk::Desk,
    error::DeskError,
    recovery::{self, anchor},
    state::session::profile::KeyHome,
    view::{self, BackupPreview, BackupsView},
};

impl Desk {
    /// Returns why nothing is approved or sent; none if nothing blocks it.
    #[must_use]
    pub fn block(&self) -> Option<BlockReason> {
        anchor::block(&self.context)
    }

    /// Returns why sending is blocked, and which payrolls may have been sent since; none if it is not blocked.
    pub async fn sending_block(&self) -> Result<Option<view::SendingBlock>, DeskError> {
        anchor::sending_block(&self.context).await
    }

    /// Allows sending again.
    pub async fn unblock_sending(&self, reason: &str, checked: &[String]) -> Result<(), DeskError> {
        anchor::unblock_sending(&self.context, reason, checked).await
    }

    /// Returns the backups of the ledger, and their folder.
    pub async fn backups(&self) -> Result<BackupsView, DeskError> {
        recovery::backups::backups(&self.context).await
    }

    /// Makes a backup now.
    pub async fn back_up_now(&self) -> Result<BackupsView, DeskError> {
        recovery::backups::back_up_now(&self.context).await
    }

    /// Sets the folder in which backups are made from now on; none for the folder beside the ledger.
    pub async fn set_backup_folder(&self, folder: Option<&Path>) -> Result<BackupsView, DeskError> {
        recovery::backups::set_backup_folder(&self.context, folder).await
    }

    /// Makes a backup of each day on which something changed, for as long as the desk is open.
    pub fn watch_backups(&self) {
        recovery::backups::watch_backups(&self.context)
    }

    /// Makes a backup if the newest one is of an earlier day and something changed since.
    pub async fn back_up_if_due(&self) -> Result<(), DeskError> {
        recovery::backups::back_up_if_due(&self.context).await
    }
}

/// Returns the content of a backup, and the effect of restoring it in place of the ledger of `replaced`.
///
/// # Errors
/// `Ledger` with `Backup` if it is no backup; `Io`, `Vault` if the profile key cannot be searched for.
pub async fn look_at_backup(
    path: &Path,
    replaced: Option<&Desk>,
    key: (KeyHome, &str),
) -> Result<BackupPreview, DeskError> {
    recovery::backups::look_at_backup(path, replaced.map(|desk| &desk.context), key).await
}
