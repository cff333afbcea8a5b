//! Commands of the Pay screen: choosing a file, the sample, an earlier payroll.

use std::path::PathBuf;

use paysheet_app::{CommandResult, FileKind, SaveFormat, app_error, unexpected};
use paysheet_desk::{ReadOptions, prepare_to_read, view::Opened};
use paysheet_domain::Country;

use super::ManagedState;

/// Lets the user choose a file; none when they change their mind.
#[tauri::command]
#[specta::specta]
pub async fn choose_file(app_state: ManagedState<'_>) -> CommandResult<Option<String>> {
    prepare_to_read();
    app_state.desktop().choose_file(FileKind::Payroll).await.map_err(|error| unexpected(&error))
}

#[tauri::command]
#[specta::specta]
pub async fn open_file(app_state: ManagedState<'_>, path: PathBuf) -> CommandResult<Opened> {
    app_state.desk().await?.open_or_ask(&path, ReadOptions::default()).await.map_err(app_error)
}

#[tauri::command]
#[specta::specta]
pub async fn open_sample(app_state: ManagedState<'_>) -> CommandResult<Opened> {
    let sample = app_state.sample().await?;
    app_state.desk().await?.open_or_ask(&sample, ReadOptions::default()).await.map_err(app_error)
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
    let name = app_state.desk().await?.template_name(country);
    let choice = app_state.desktop().choose_destination(app_state.documents(), name, SaveFormat::Workbook);
    choice.await.map_err(|error| unexpected(&error))
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
