//! The ledger's file: the reason why nothing is sent from it, and its backups.

use paysheet_app::{BackupSource, CommandResult, FileHandle, app_error};
use paysheet_desk::view::{BackupPreview, BackupsView, SendingBlock, SessionView};

use crate::commands::ManagedState;

#[tauri::command]
#[specta::specta]
pub async fn sending_block(app_state: ManagedState<'_>) -> CommandResult<Option<SendingBlock>> {
    app_state.desk().await?.sending_block().await.map_err(app_error)
}

#[tauri::command]
#[specta::specta]
pub async fn unblock_sending(
    app_state: ManagedState<'_>,
    reason: String,
    checked: Vec<String>,
) -> CommandResult<SessionView> {
    app_state.unblock_sending(&reason, &checked).await
}

#[tauri::command]
#[specta::specta]
pub async fn backups(app_state: ManagedState<'_>) -> CommandResult<BackupsView> {
    app_state.desk().await?.backups().await.map_err(app_error)
}

#[tauri::command]
#[specta::specta]
pub async fn back_up_now(app_state: ManagedState<'_>) -> CommandResult<BackupsView> {
    app_state.desk().await?.back_up_now().await.map_err(app_error)
}

/// Backups are made there from now on; none for the folder beside the ledger.
#[tauri::command]
#[specta::specta]
pub async fn set_backup_folder(
    app_state: ManagedState<'_>,
    folder: Option<FileHandle>,
) -> CommandResult<BackupsView> {
    app_state.set_backup_folder(folder.as_ref()).await
}

#[tauri::command]
#[specta::specta]
pub async fn preview_backup(
    app_state: ManagedState<'_>,
    source: BackupSource,
) -> CommandResult<BackupPreview> {
    app_state.preview_backup(&source).await
}

/// Puts a backup in the place of the live ledger, and opens it, locked.
#[tauri::command]
#[specta::specta]
pub async fn restore_backup(app_state: ManagedState<'_>, source: BackupSource) -> CommandResult<SessionView> {
    app_state.restore_backup(&source).await
}
