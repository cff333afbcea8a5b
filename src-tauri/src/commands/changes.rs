//! What changed since the file and since the last payroll, and exports of these lists.

use std::path::PathBuf;

use paysheet_app::{CommandResult, SavedFile, app_error};
use paysheet_desk::{
    ListKind, ListWords,
    view::{ComparisonView, CopyMade, RepairFilter, RepairWindow},
};

use super::ManagedState;

#[tauri::command]
#[specta::specta]
pub async fn repairs(
    app_state: ManagedState<'_>,
    id: u32,
    filter: RepairFilter,
    offset: u32,
    limit: u32,
) -> CommandResult<RepairWindow> {
    app_state.desk().await?.repairs(id, filter, offset, limit).await.map_err(app_error)
}

#[tauri::command]
#[specta::specta]
pub async fn comparison(app_state: ManagedState<'_>, id: u32) -> CommandResult<ComparisonView> {
    app_state.desk().await?.comparison(id).await.map_err(app_error)
}

/// Lets the user say where a list goes; none when they change their mind.
#[tauri::command]
#[specta::specta]
pub async fn choose_list(
    app_state: ManagedState<'_>,
    id: u32,
    list: ListKind,
) -> CommandResult<Option<String>> {
    app_state.choose_destination(SavedFile::List(id, list)).await
}

#[tauri::command]
#[specta::specta]
pub async fn export_list(
    app_state: ManagedState<'_>,
    id: u32,
    list: ListKind,
    words: ListWords,
    path: PathBuf,
) -> CommandResult<()> {
    app_state.desk().await?.export_list(id, list, words, &path).await.map_err(app_error)?;
    Ok(())
}

/// Lets the user say where the copy of their own file goes; none when they change their mind.
#[tauri::command]
#[specta::specta]
pub async fn choose_copy(app_state: ManagedState<'_>, id: u32) -> CommandResult<Option<String>> {
    app_state.choose_destination(SavedFile::Copy(id)).await
}

#[tauri::command]
#[specta::specta]
pub async fn export_copy(
    app_state: ManagedState<'_>,
    id: u32,
    words: ListWords,
    path: PathBuf,
) -> CommandResult<CopyMade> {
    app_state.desk().await?.export_copy(id, words, &path).await.map_err(app_error)
}
