//! The profile key: backed up under a passphrase, and imported again. Passphrases go in and never come out.

use std::path::PathBuf;

use paysheet_app::{CommandResult, FileKind, SavedFile, app_error};
use paysheet_desk::{
    ListWords,
    view::{KeyBackupForm, KeyBackupSource, KeyBackupView, KeyImport, KeyView},
};
use secrecy::SecretString;

use super::ManagedState;

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

/// Lets the user say where what was sealed goes; none when they change their mind.
#[tauri::command]
#[specta::specta]
pub async fn choose_key_backup_destination(
    app_state: ManagedState<'_>,
    form: KeyBackupForm,
) -> CommandResult<Option<String>> {
    app_state.choose_destination(SavedFile::KeyBackup(form)).await
}

#[tauri::command]
#[specta::specta]
pub async fn save_key_backup(
    app_state: ManagedState<'_>,
    form: KeyBackupForm,
    words: ListWords,
    path: PathBuf,
) -> CommandResult<KeyView> {
    let desk = app_state.desk().await?;
    desk.save_key_backup(form, words, &path).await.map_err(app_error)?;
    desk.key_view().await.map_err(app_error)
}

/// Lets the user choose a backup's file; none when they change their mind.
#[tauri::command]
#[specta::specta]
pub async fn choose_key_backup(app_state: ManagedState<'_>) -> CommandResult<Option<String>> {
    app_state.choose_file(FileKind::KeyBackup).await
}

#[tauri::command]
#[specta::specta]
pub async fn look_at_key_backup(
    app_state: ManagedState<'_>,
    source: KeyBackupSource,
) -> CommandResult<KeyBackupView> {
    app_state.desk().await?.look_at_key_backup(source).await.map_err(app_error)
}

#[tauri::command]
#[specta::specta]
pub async fn import_profile_key(
    app_state: ManagedState<'_>,
    source: KeyBackupSource,
    passphrase: String,
    replace: bool,
) -> CommandResult<KeyImport> {
    let passphrase = SecretString::from(passphrase);
    app_state.desk().await?.import_key(source, passphrase, replace).await.map_err(app_error)
}
