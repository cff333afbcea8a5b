//! Commands of the mapping: which column holds what, and the stored layouts.

use std::path::PathBuf;

use paysheet_app::{CommandResult, FileHandle, FileToOpen, app_error};
use paysheet_desk::{
    Desk,
    view::{LayoutChange, LayoutView, MappingAnswer, MappingQuestion, MappingView, RemapEffect},
};

use crate::commands::ManagedState;

#[tauri::command]
#[specta::specta]
pub async fn preview_file(
    app_state: ManagedState<'_>,
    file: FileHandle,
    question: MappingQuestion,
) -> CommandResult<MappingView> {
    let look = |desk: Desk, path: PathBuf| async move { desk.preview_file(&path, question).await };
    app_state.read_chosen(&file, FileToOpen::Payroll, look).await
}

#[tauri::command]
#[specta::specta]
pub async fn open_mapped(
    app_state: ManagedState<'_>,
    file: FileHandle,
    answer: MappingAnswer,
) -> CommandResult<u32> {
    let open = |desk: Desk, path: PathBuf| async move { desk.open_mapped(&path, answer).await };
    app_state.read_chosen(&file, FileToOpen::Payroll, open).await
}

#[tauri::command]
#[specta::specta]
pub async fn preview_draft_file(
    app_state: ManagedState<'_>,
    id: u32,
    question: MappingQuestion,
) -> CommandResult<MappingView> {
    app_state.desk().await?.preview_draft_file(id, question).await.map_err(app_error)
}

#[tauri::command]
#[specta::specta]
pub async fn remap_effect(
    app_state: ManagedState<'_>,
    id: u32,
    answer: MappingAnswer,
) -> CommandResult<RemapEffect> {
    app_state.desk().await?.remap_effect(id, answer).await.map_err(app_error)
}

#[tauri::command]
#[specta::specta]
pub async fn layouts(app_state: ManagedState<'_>) -> CommandResult<Vec<LayoutView>> {
    app_state.desk().await?.layouts().await.map_err(app_error)
}

/// Makes one change of a stored layout, and returns those there are then.
#[tauri::command]
#[specta::specta]
pub async fn change_layout(
    app_state: ManagedState<'_>,
    fingerprint: String,
    change: LayoutChange,
) -> CommandResult<Vec<LayoutView>> {
    let desk = app_state.desk().await?;
    desk.apply_layout_change(&fingerprint, change).await.map_err(app_error)?;
    desk.layouts().await.map_err(app_error)
}
