//! Restores a backup of the live ledger: the desk is closed, the file is exchanged, the desk is opened again.

use std::path::{Path, PathBuf};

use jiff::Timestamp;
use paysheet_desk::{
    AppError, Desk,
    profile::KeyHome,
    view::{BackupPreview, BackupsView, Mode, SessionView},
};
use serde::{Deserialize, Serialize};

use crate::state::{
    app_state::AppState,
    chosen_files::{FileHandle, Purpose},
    desktop::FileToOpen,
    error::{CommandResult, app_error},
    keychain::{LIVE_PROFILE, open_vault},
};

/// Where a backup of the ledger comes from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(tag = "kind", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub enum BackupSource {
    /// One of the live desk's list, by its name there: what is restored replaces the live ledger.
    Listed { file_name: String },
    /// A file that the user chose.
    Chosen { file: FileHandle },
}

impl AppState {
    /// Returns what a backup contains, and what it would replace.
    ///
    /// # Errors
    /// `file_not_chosen` if the user did not choose it, `not_found` if it is not in the list; if the file is no backup, or
    /// the keychain is locked or absent.
    pub async fn preview_backup(&self, source: &BackupSource) -> CommandResult<BackupPreview> {
        self.preview(&self.backup_path(source).await?).await
    }

    async fn backup_path(&self, source: &BackupSource) -> CommandResult<PathBuf> {
        match source {
            BackupSource::Chosen { file } => self.files.path(file, &Purpose::Open(FileToOpen::LedgerBackup)),
            BackupSource::Listed { file_name } => {
                let listed = self.live_desk().await?.backups().await.map_err(app_error)?.entries;
                let entry = listed.into_iter().find(|entry| entry.file_name == *file_name);
                entry.map(|entry| entry.path).ok_or(AppError::NotFound)
            }
        }
    }

    async fn preview(&self, path: &Path) -> CommandResult<BackupPreview> {
        let vault = open_vault(&self.paths).await?;
        // The ledger is not opened for this: a backup is restored because its ledger cannot be opened.
        let live = {
            let open = self.open.lock().await;
            open.as_ref().filter(|open| open.mode == Mode::Live).map(|open| open.desk.clone())
        };
        let home = (KeyHome::Keychain(vault), LIVE_PROFILE);
        let preview = paysheet_desk::preview_backup(path, live.as_ref(), home).await.map_err(app_error)?;
        Ok(BackupPreview { replaces: self.paths.live_ledger().exists(), ..preview })
    }

    /// Replaces the live ledger with a backup, and opens it, locked. The card window of another desk is closed.
    ///
    /// # Errors
    /// Those of [`Self::preview_backup`], and of exchanging and opening the ledger. The desk that was open is then open
    /// again.
    pub async fn restore_backup(&self, source: &BackupSource) -> CommandResult<SessionView> {
        self.close_card();
        // No desk is closed if the file is no backup, or if there is no keychain to open the ledger with.
        let path = self.backup_path(source).await?;
        self.preview(&path).await?;
        {
            let mut open = self.open.lock().await;
            self.close_desk(open.take()).await;
            let ledger = self.paths.live_ledger();
            let restored = paysheet_desk::restore(&path, &ledger, Timestamp::now()).await;
            // If this fails, the next call opens the desk that was open before.
            let aside = restored.map_err(app_error)?;
            tracing::info!(set_aside = ?aside, "a backup was restored");
            *open = Some(self.open_live().await?);
            self.remember_mode(Mode::Live)?;
        }
        if let BackupSource::Chosen { file } = source {
            self.used_up(file, FileToOpen::LedgerBackup);
        }
        self.session().await
    }

    /// Makes backups in a folder that the user chose from now on; none for the folder beside the ledger.
    ///
    /// # Errors
    /// `file_not_chosen` if the user did not choose it; those of `Desk::set_backup_folder`.
    pub async fn set_backup_folder(&self, folder: Option<&FileHandle>) -> CommandResult<BackupsView> {
        let Some(folder) = folder else {
            return self.desk().await?.set_backup_folder(None).await.map_err(app_error);
        };
        let set = |desk: Desk, path: PathBuf| async move { desk.set_backup_folder(Some(&path)).await };
        self.finish_with(folder, FileToOpen::BackupFolder, set).await
    }
}
