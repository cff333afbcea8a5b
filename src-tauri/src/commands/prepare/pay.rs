//! Commands of the Pay screen: choosing a file, the sample, an earlier payroll.

use std::path::PathBuf;

use paysheet_app::{ChosenFile, CommandResult, FileHandle, FileKind, OpenedFile, SavedFile, app_error};
use paysheet_desk::Desk;
use paysheet_domain::Country;

use crate::commands::ManagedState;

/// Lets the user choose a file; none when they change their mind.
#[tauri::command]
#[specta::specta]
pub async fn choose_file(app_state: ManagedState<'_>) -> CommandResult<Option<ChosenFile>> {
    app_state.choose_file(FileKind::Payroll).await
}

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

/// Lets the user say where a country's template goes; none when they change their mind.
#[tauri::command]
#[specta::specta]
pub async fn choose_template(
    app_state: ManagedState<'_>,
    country: Country,
) -> CommandResult<Option<ChosenFile>> {
    app_state.choose_destination(SavedFile::Template(country)).await
}

/// Writes a workbook to type a country's payroll into.
#[tauri::command]
#[specta::specta]
pub async fn save_template(
    app_state: ManagedState<'_>,
    country: Country,
    file: FileHandle,
) -> CommandResult<ChosenFile> {
    let write = |desk: Desk, path: PathBuf| async move { desk.save_template(country, &path).await };
    app_state.save(&file, SavedFile::Template(country), write).await
}
