//! What changed since the file and since the last payroll, and exports of these lists.

use std::path::PathBuf;

use paysheet_app::{ChosenFile, CommandResult, FileHandle, SavedCopy, SavedFile, app_error};
use paysheet_desk::{
    Desk, ListKind, ListWords,
    view::{ComparisonView, RepairFilter, RepairWindow},
};

use crate::commands::ManagedState;

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
pub async fn changed_file(app_state: ManagedState<'_>, id: u32) -> CommandResult<Option<ChosenFile>> {
    app_state.changed_file(id).await
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
) -> CommandResult<Option<ChosenFile>> {
    app_state.choose_destination(SavedFile::List(id, list)).await
}

#[tauri::command]
#[specta::specta]
pub async fn export_list(
    app_state: ManagedState<'_>,
    id: u32,
    list: ListKind,
    words: ListWords,
    file: FileHandle,
) -> CommandResult<ChosenFile> {
    let write = |desk: Desk, path: PathBuf| async move { desk.export_list(id, list, words, &path).await };
    app_state.save(&file, SavedFile::List(id, list), write).await
}

/// Lets the user say where the copy of their own file goes; none when they change their mind.
#[tauri::command]
#[specta::specta]
pub async fn choose_copy(app_state: ManagedState<'_>, id: u32) -> CommandResult<Option<ChosenFile>> {
    app_state.choose_destination(SavedFile::Copy(id)).await
}

#[tauri::command]
#[specta::specta]
pub async fn export_copy(
    app_state: ManagedState<'_>,
    id: u32,
    words: ListWords,
    file: FileHandle,
) -> CommandResult<SavedCopy> {
    app_state.export_copy(id, words, &file).await
}
