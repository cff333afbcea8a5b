//! Commands of the Check screen: rows, problems, corrections.

use paysheet_app::{CommandResult, app_error};
use paysheet_desk::{
    DraftChange,
    view::{Block, BlockView, DraftOpening, DraftView, RowDetail, RowFilter, RowWindow},
};

use crate::commands::ManagedState;

#[tauri::command]
#[specta::specta]
pub async fn draft(app_state: ManagedState<'_>, id: u32) -> CommandResult<DraftView> {
    app_state.desk().await?.draft(id).await.map_err(app_error)
}

/// All that the screen shows at first; rows come in windows of `window` rows.
#[tauri::command]
#[specta::specta]
pub async fn draft_opening(app_state: ManagedState<'_>, id: u32, window: u32) -> CommandResult<DraftOpening> {
    app_state.desk().await?.draft_opening(id, window).await.map_err(app_error)
}

#[tauri::command]
#[specta::specta]
pub async fn draft_rows(
    app_state: ManagedState<'_>,
    id: u32,
    filter: RowFilter,
    offset: u32,
    limit: u32,
) -> CommandResult<RowWindow> {
    app_state.desk().await?.draft_rows(id, &filter, offset, limit).await.map_err(app_error)
}

#[tauri::command]
#[specta::specta]
pub async fn row_detail(app_state: ManagedState<'_>, id: u32, position: u32) -> CommandResult<RowDetail> {
    app_state.desk().await?.row_detail(id, position).await.map_err(app_error)
}

/// Makes one change of a draft.
#[tauri::command]
#[specta::specta]
pub async fn change_draft(
    app_state: ManagedState<'_>,
    id: u32,
    change: DraftChange,
) -> CommandResult<DraftView> {
    app_state.desk().await?.change_draft(id, change).await.map_err(app_error)
}

#[tauri::command]
#[specta::specta]
pub async fn check_names(app_state: ManagedState<'_>, id: u32) -> CommandResult<()> {
    app_state.desk().await?.check_names(id).await.map_err(app_error)
}

#[tauri::command]
#[specta::specta]
pub async fn stop_names(app_state: ManagedState<'_>, id: u32) -> CommandResult<()> {
    app_state.desk().await?.stop_names(id);
    Ok(())
}

#[tauri::command]
#[specta::specta]
pub async fn check_names_of(app_state: ManagedState<'_>, id: u32, positions: Vec<u32>) -> CommandResult<()> {
    app_state.desk().await?.check_names_of(id, &positions).await.map_err(app_error)
}

#[tauri::command]
#[specta::specta]
pub async fn pause_names(app_state: ManagedState<'_>, id: u32, paused: bool) -> CommandResult<()> {
    app_state.desk().await?.pause_names(id, paused);
    Ok(())
}

#[tauri::command]
#[specta::specta]
pub async fn row_index(
    app_state: ManagedState<'_>,
    id: u32,
    filter: RowFilter,
    position: u32,
) -> CommandResult<Option<u32>> {
    app_state.desk().await?.row_index(id, &filter, position).await.map_err(app_error)
}

#[tauri::command]
#[specta::specta]
pub async fn row_after(
    app_state: ManagedState<'_>,
    id: u32,
    filter: RowFilter,
    position: u32,
) -> CommandResult<Option<u32>> {
    app_state.desk().await?.row_after(id, &filter, position).await.map_err(app_error)
}

#[tauri::command]
#[specta::specta]
pub async fn look_at_block(app_state: ManagedState<'_>, id: u32, block: Block) -> CommandResult<BlockView> {
    app_state.desk().await?.look_at_block(id, block).await.map_err(app_error)
}

#[tauri::command]
#[specta::specta]
pub async fn row_positions(
    app_state: ManagedState<'_>,
    id: u32,
    filter: RowFilter,
) -> CommandResult<Vec<u32>> {
    app_state.desk().await?.row_positions(id, &filter).await.map_err(app_error)
}
