//! The ledger's file: why nothing is sent from it, and its backups.

use std::path::PathBuf;

use paysheet_desk::view::{BackupPreview, BackupsView, SendingBlock, SessionView};

use super::TheOffice;
use crate::error::{Answer, told, unforeseen};

#[tauri::command]
#[specta::specta]
pub async fn sending_block(office: TheOffice<'_>) -> Answer<Option<SendingBlock>> {
    office.desk().await?.sending_block().await.map_err(told)
}

#[tauri::command]
#[specta::specta]
pub async fn unblock_sending(
    office: TheOffice<'_>,
    reason: String,
    checked: Vec<String>,
) -> Answer<SessionView> {
    office.desk().await?.unblock_sending(&reason, &checked).await.map_err(told)?;
    office.session().await
}

#[tauri::command]
#[specta::specta]
pub async fn backups(office: TheOffice<'_>) -> Answer<BackupsView> {
    office.desk().await?.backups().await.map_err(told)
}

#[tauri::command]
#[specta::specta]
pub async fn back_up_now(office: TheOffice<'_>) -> Answer<BackupsView> {
    office.desk().await?.back_up_now().await.map_err(told)
}

/// Lets the user choose a folder; none when they change their mind.
#[tauri::command]
#[specta::specta]
pub async fn choose_backup_folder(office: TheOffice<'_>) -> Answer<Option<String>> {
    office.desktop().choose_folder().await.map_err(|error| unforeseen(&error))
}

/// Backups are made there from now on; none for the folder beside the ledger.
#[tauri::command]
#[specta::specta]
pub async fn set_backup_folder(office: TheOffice<'_>, folder: Option<PathBuf>) -> Answer<BackupsView> {
    office.desk().await?.set_backup_folder(folder.as_deref()).await.map_err(told)
}

/// Lets the user choose a backup's file; none when they change their mind.
#[tauri::command]
#[specta::specta]
pub async fn choose_backup(office: TheOffice<'_>) -> Answer<Option<String>> {
    office.desktop().choose_backup().await.map_err(|error| unforeseen(&error))
}

#[tauri::command]
#[specta::specta]
pub async fn look_at_backup(office: TheOffice<'_>, path: PathBuf) -> Answer<BackupPreview> {
    office.look_at_backup(&path).await
}

/// Puts a backup in the place of the live ledger, and opens it, locked.
#[tauri::command]
#[specta::specta]
pub async fn restore_backup(office: TheOffice<'_>, path: PathBuf) -> Answer<SessionView> {
    office.desktop().close_card();
    office.restore_backup(&path).await
}
