//! Restoring a backup of the live ledger: the desk is closed, the file exchanged, the desk opened again.

use std::path::Path;

use jiff::Timestamp;
use paysheet_desk::{
    profile::KeyHome,
    view::{BackupPreview, Mode, SessionView},
};
use paysheet_vault::Vault;

use super::{AppState, blocking_vault, close, opening::LIVE_PROFILE};
use crate::error::{CommandResult, app_error};

impl AppState {
    /// What a backup contains, and what it would replace.
    pub async fn look_at_backup(&self, path: &Path) -> CommandResult<BackupPreview> {
        let vault = blocking_vault(Vault::open).await?;
        // Not opened for this: a ledger that cannot be opened is why one is restored.
        let live = {
            let open = self.open.lock().await;
            open.as_ref().filter(|open| open.mode == Mode::Live).map(|open| open.desk.clone())
        };
        let home = (KeyHome::Keychain(vault), LIVE_PROFILE);
        let preview = paysheet_desk::look_at_backup(path, live.as_ref(), home).await.map_err(app_error)?;
        Ok(BackupPreview { replaces: self.paths.live_ledger().exists(), ..preview })
    }

    /// Puts a backup in the place of the live ledger. What was open is open again where that fails.
    pub async fn restore_backup(&self, path: &Path) -> CommandResult<SessionView> {
        // Nothing is closed for a file that is no backup, nor where there is no keychain to open the ledger with.
        self.look_at_backup(path).await?;
        {
            let mut open = self.open.lock().await;
            close(open.take()).await;
            let ledger = self.paths.live_ledger();
            let restored = paysheet_desk::restore(path, &ledger, Timestamp::now()).await;
            // The next call opens what was open before, where this fails.
            let aside = restored.map_err(app_error)?;
            tracing::info!(set_aside = ?aside, "a backup was restored");
            *open = Some(self.open_live(None).await?);
            self.remember(|preferences| preferences.mode = Mode::Live)?;
        }
        self.session().await
    }
}
