//! Commands of the Check screen: rows, problems, corrections.

use paysheet_app::{CommandResult, app_error};
use paysheet_desk::{
    DraftChange, NameCheckRequest, RowToFind,
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

/// Starts, stops or pauses the check of account names.
#[tauri::command]
#[specta::specta]
pub async fn check_names(
    app_state: ManagedState<'_>,
    id: u32,
    request: NameCheckRequest,
) -> CommandResult<()> {
    app_state.desk().await?.request_name_check(id, request).await.map_err(app_error)
}

/// Finds a row under a filter: its index, or the position of the one after it.
#[tauri::command]
#[specta::specta]
pub async fn find_row(
    app_state: ManagedState<'_>,
    id: u32,
    filter: RowFilter,
    row: RowToFind,
) -> CommandResult<Option<u32>> {
    app_state.desk().await?.find_row(id, &filter, row).await.map_err(app_error)
}

#[tauri::command]
#[specta::specta]
pub async fn preview_block(app_state: ManagedState<'_>, id: u32, block: Block) -> CommandResult<BlockView> {
    app_state.desk().await?.preview_block(id, block).await.map_err(app_error)
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
