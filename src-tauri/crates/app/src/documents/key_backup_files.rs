//! Backups of the profile key that the user chose or typed.

use paysheet_desk::view::{KeyBackupSource, KeyBackupView, KeyImport};
use secrecy::SecretString;
use serde::{Deserialize, Serialize};

use crate::state::{
    app_state::AppState,
    chosen_files::{FileHandle, Purpose},
    desktop::FileToOpen,
    error::{CommandResult, app_error},
};

/// Where a backup comes from, as the page says it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum KeyBackupInput {
    File {
        file: FileHandle,
    },
    /// The lines of a sheet, as somebody typed them.
    Typed {
        text: String,
    },
}

impl AppState {
    /// Returns the content of a backup of the profile key, and the effect of importing it.
    ///
    /// # Errors
    /// `file_not_chosen`; those of `Desk::preview_key_backup`.
    pub async fn preview_key_backup(&self, input: KeyBackupInput) -> CommandResult<KeyBackupView> {
        let source = self.key_backup_source(&input)?;
        self.desk().await?.preview_key_backup(source).await.map_err(app_error)
    }

    /// Opens a backup and makes its key this profile's. `replace` allows the replacement of another key that is stored on
    /// this computer. The handle of its file is used up if this succeeds; until then a passphrase may be mistyped.
    ///
    /// # Errors
    /// `file_not_chosen`; those of `Desk::import_key`.
    pub async fn import_key(
        &self,
        input: KeyBackupInput,
        passphrase: SecretString,
        replace: bool,
    ) -> CommandResult<KeyImport> {
        let source = self.key_backup_source(&input)?;
        let import = self.desk().await?.import_key(source, passphrase, replace).await.map_err(app_error)?;
        if let KeyBackupInput::File { file } = &input {
            self.used_up(file, FileToOpen::KeyBackup);
        }
        Ok(import)
    }

    fn key_backup_source(&self, input: &KeyBackupInput) -> CommandResult<KeyBackupSource> {
        Ok(match input {
            KeyBackupInput::Typed { text } => KeyBackupSource::Typed { text: text.clone() },
            KeyBackupInput::File { file } => {
                KeyBackupSource::File { path: self.files.path(file, &Purpose::Open(FileToOpen::KeyBackup))? }
            }
        })
    }
}
