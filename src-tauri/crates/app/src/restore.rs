//! Restores a backup of the live ledger: the desk is closed, the file is exchanged, the desk is opened again.

use std::path::Path;

use jiff::Timestamp;
use paysheet_desk::{
    profile::KeyHome,
    view::{BackupPreview, Mode, SessionView},
};
use paysheet_vault::Vault;

use crate::{
    app_state::AppState,
    error::{CommandResult, app_error},
    keychain::{LIVE_PROFILE, blocking_vault},
    open_desk::close,
};

impl AppState {
    /// Returns what a backup contains, and what it would replace.
    ///
    /// # Errors
    /// If the file is no backup, or the keychain is locked or absent.
    pub async fn look_at_backup(&self, path: &Path) -> CommandResult<BackupPreview> {
        let vault = blocking_vault(Vault::open).await?;
        // The ledger is not opened for this: a backup is restored because its ledger cannot be opened.
        let live = {
            let open = self.open.lock().await;
            open.as_ref().filter(|open| open.mode == Mode::Live).map(|open| open.desk.clone())
        };
        let home = (KeyHome::Keychain(vault), LIVE_PROFILE);
        let preview = paysheet_desk::look_at_backup(path, live.as_ref(), home).await.map_err(app_error)?;
        Ok(BackupPreview { replaces: self.paths.live_ledger().exists(), ..preview })
    }

    /// Replaces the live ledger with a backup, and opens it, locked. The card window of another desk is closed.
    ///
    /// # Errors
    /// Those of [`Self::look_at_backup`], and of exchanging and opening the ledger. The desk that was open is then open
    /// again.
    pub async fn restore_backup(&self, path: &Path) -> CommandResult<SessionView> {
        self.close_card();
        // No desk is closed if the file is no backup, or if there is no keychain to open the ledger with.
        self.look_at_backup(path).await?;
        {
            let mut open = self.open.lock().await;
            close(open.take()).await;
            let ledger = self.paths.live_ledger();
            let restored = paysheet_desk::restore(path, &ledger, Timestamp::now()).await;
            // If this fails, the next call opens the desk that was open before.
            let aside = restored.map_err(app_error)?;
            tracing::info!(set_aside = ?aside, "a backup was restored");
            *open = Some(self.open_live().await?);
            self.remember_mode(Mode::Live)?;
        }
        self.session().await
    }
}
