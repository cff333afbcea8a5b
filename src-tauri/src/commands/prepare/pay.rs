//! Commands of the Pay screen: opening a file, the sample, an earlier payroll.

use paysheet_app::{CommandResult, FileHandle, OpenedFile, app_error};

use crate::commands::ManagedState;

#[tauri::command]
#[specta::specta]
pub async fn open_file(app_state: ManagedState<'_>, file: FileHandle) -> CommandResult<OpenedFile> {
    app_state.open_payroll(file).await
}

#[tauri::command]
#[specta::specta]
pub async fn open_sample(app_state: ManagedState<'_>) -> CommandResult<OpenedFile> {
    app_state.open_sample().await
}

#[tauri::command]
#[specta::specta]
pub async fn pay_again(app_state: ManagedState<'_>, payroll: u32) -> CommandResult<u32> {
    app_state.desk().await?.pay_again(payroll).await.map_err(app_error)
}

#[tauri::command]
#[specta::specta]
pub async fn discard_draft(app_state: ManagedState<'_>, id: u32) -> CommandResult<()> {
    app_state.desk().await?.discard_draft(id).await.map_err(app_error)
}
