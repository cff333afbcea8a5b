//! Commands of the Pay screen: choosing a file, the sample, an earlier payroll.

use std::path::PathBuf;

use paysheet_app::{CommandResult, FileKind, SavedFile, app_error};
use paysheet_desk::{ReadOptions, view::Opened};
use paysheet_domain::Country;

use super::ManagedState;

/// Lets the user choose a file; none when they change their mind.
#[tauri::command]
#[specta::specta]
pub async fn choose_file(app_state: ManagedState<'_>) -> CommandResult<Option<String>> {
    app_state.choose_file(FileKind::Payroll).await
}

#[tauri::command]
#[specta::specta]
pub async fn open_file(app_state: ManagedState<'_>, path: PathBuf) -> CommandResult<Opened> {
    app_state.desk().await?.open_or_ask(&path, ReadOptions::default()).await.map_err(app_error)
}

#[tauri::command]
#[specta::specta]
pub async fn open_sample(app_state: ManagedState<'_>) -> CommandResult<Opened> {
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
pub async fn choose_template(app_state: ManagedState<'_>, country: Country) -> CommandResult<Option<String>> {
    app_state.choose_destination(SavedFile::Template(country)).await
}

/// Writes a workbook to type a country's payroll into.
#[tauri::command]
#[specta::specta]
pub async fn save_template(
    app_state: ManagedState<'_>,
    country: Country,
    path: PathBuf,
) -> CommandResult<()> {
    app_state.desk().await?.save_template(country, &path).await.map_err(app_error)?;
    Ok(())
}
