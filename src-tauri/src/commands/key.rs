//! The profile key: backed up under a passphrase, and imported again. Passphrases go in and never come out.

use std::path::PathBuf;

use paysheet_desk::{
    ListWords,
    view::{KeyBackupForm, KeyBackupSource, KeyBackupView, KeyImport, KeyView},
};
use secrecy::SecretString;

use super::TheOffice;
use crate::error::{Answer, told, unforeseen};

#[tauri::command]
#[specta::specta]
pub async fn profile_key(office: TheOffice<'_>) -> Answer<KeyView> {
    office.desk().await?.key_view().await.map_err(told)
}

#[tauri::command]
#[specta::specta]
pub async fn seal_profile_key(office: TheOffice<'_>, passphrase: String, repeated: String) -> Answer<()> {
    let (passphrase, repeated) = (SecretString::from(passphrase), SecretString::from(repeated));
    office.desk().await?.seal_key(passphrase, repeated).await.map_err(told)
}

/// Lets the user say where what was sealed goes; none when they change their mind.
#[tauri::command]
#[specta::specta]
pub async fn choose_key_backup_destination(
    office: TheOffice<'_>,
    form: KeyBackupForm,
) -> Answer<Option<String>> {
    let name = office.desk().await?.key_backup_name(form);
    let choice = office.desktop().choose_copy_destination(office.documents(), name);
    choice.await.map_err(|error| unforeseen(&error))
}

#[tauri::command]
#[specta::specta]
pub async fn save_key_backup(
    office: TheOffice<'_>,
    form: KeyBackupForm,
    words: ListWords,
    path: PathBuf,
) -> Answer<KeyView> {
    let desk = office.desk().await?;
    desk.save_key_backup(form, words, &path).await.map_err(told)?;
    desk.key_view().await.map_err(told)
}

/// Lets the user choose a backup's file; none when they change their mind.
#[tauri::command]
#[specta::specta]
pub async fn choose_key_backup(office: TheOffice<'_>) -> Answer<Option<String>> {
    office.desktop().choose_key_backup().await.map_err(|error| unforeseen(&error))
}

#[tauri::command]
#[specta::specta]
pub async fn look_at_key_backup(office: TheOffice<'_>, source: KeyBackupSource) -> Answer<KeyBackupView> {
    office.desk().await?.look_at_key_backup(source).await.map_err(told)
}

#[tauri::command]
#[specta::specta]
pub async fn import_profile_key(
    office: TheOffice<'_>,
    source: KeyBackupSource,
    passphrase: String,
    replace: bool,
) -> Answer<KeyImport> {
    let passphrase = SecretString::from(passphrase);
    office.desk().await?.import_key(source, passphrase, replace).await.map_err(told)
}
