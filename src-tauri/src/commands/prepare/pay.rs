//! Commands of the Pay screen: opening a file, the sample, and payrolls without a file.

use paysheet_app::{CommandResult, FileHandle, OpenedFile, app_error};
use paysheet_desk::PayrollSource;

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

/// Creates a draft without reading a file, and returns its id.
#[tauri::command]
#[specta::specta]
pub async fn create_payroll(app_state: ManagedState<'_>, source: PayrollSource) -> CommandResult<u32> {
    app_state.desk().await?.create_payroll(source).await.map_err(app_error)
}

#[tauri::command]
#[specta::specta]
pub async fn discard_draft(app_state: ManagedState<'_>, id: u32) -> CommandResult<()> {
    app_state.desk().await?.discard_draft(id).await.map_err(app_error)
}
