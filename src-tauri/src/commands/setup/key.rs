//! The profile key: backed up under a passphrase, and imported again. Passphrases go in and never come out.

use paysheet_app::{CommandResult, KeyBackupInput, app_error};
use paysheet_desk::view::{KeyBackupView, KeyImport, KeyView};
use secrecy::SecretString;

use crate::commands::ManagedState;

#[tauri::command]
#[specta::specta]
pub async fn profile_key(app_state: ManagedState<'_>) -> CommandResult<KeyView> {
    app_state.desk().await?.key_view().await.map_err(app_error)
}

#[tauri::command]
#[specta::specta]
pub async fn seal_profile_key(
    app_state: ManagedState<'_>,
    passphrase: String,
    repeated: String,
) -> CommandResult<()> {
    let (passphrase, repeated) = (SecretString::from(passphrase), SecretString::from(repeated));
    app_state.desk().await?.seal_key(passphrase, repeated).await.map_err(app_error)
}

#[tauri::command]
#[specta::specta]
pub async fn preview_key_backup(
    app_state: ManagedState<'_>,
    source: KeyBackupInput,
) -> CommandResult<KeyBackupView> {
    app_state.preview_key_backup(source).await
}

#[tauri::command]
#[specta::specta]
pub async fn import_profile_key(
    app_state: ManagedState<'_>,
    source: KeyBackupInput,
    passphrase: String,
    replace: bool,
) -> CommandResult<KeyImport> {
    let passphrase = SecretString::from(passphrase);
    app_state.import_key(source, passphrase, replace).await
}
