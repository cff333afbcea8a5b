//! Commands of the Check screen: rows, problems, corrections.

use paysheet_app::{CommandResult, app_error};
use paysheet_desk::{
    ShownRows,
    view::{Block, BlockView, DraftOpening, DraftView, RowDetail, RowFilter, RowWindow},
};
use paysheet_domain::{Country, Currency, Field, ProblemCode};

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

#[tauri::command]
#[specta::specta]
pub async fn edit_cell(
    app_state: ManagedState<'_>,
    id: u32,
    position: u32,
    field: Field,
    value: String,
) -> CommandResult<DraftView> {
    app_state.desk().await?.edit_cell(id, position, field, value).await.map_err(app_error)
}

#[tauri::command]
#[specta::specta]
pub async fn edit_alike(
    app_state: ManagedState<'_>,
    id: u32,
    position: u32,
    field: Field,
    value: String,
) -> CommandResult<DraftView> {
    app_state.desk().await?.edit_alike(id, position, field, value).await.map_err(app_error)
}

#[tauri::command]
#[specta::specta]
pub async fn accept_suggestion(
    app_state: ManagedState<'_>,
    id: u32,
    position: u32,
    code: ProblemCode,
) -> CommandResult<DraftView> {
    app_state.desk().await?.accept_suggestion(id, position, code).await.map_err(app_error)
}

#[tauri::command]
#[specta::specta]
pub async fn accept_suggestion_alike(
    app_state: ManagedState<'_>,
    id: u32,
    code: ProblemCode,
) -> CommandResult<DraftView> {
    app_state.desk().await?.accept_suggestion_alike(id, code).await.map_err(app_error)
}

#[tauri::command]
#[specta::specta]
pub async fn accept_warning(
    app_state: ManagedState<'_>,
    id: u32,
    position: u32,
    code: ProblemCode,
    reason: String,
) -> CommandResult<DraftView> {
    app_state.desk().await?.accept_warning(id, position, code, &reason).await.map_err(app_error)
}

#[tauri::command]
#[specta::specta]
pub async fn accept_warning_alike(
    app_state: ManagedState<'_>,
    id: u32,
    code: ProblemCode,
    reason: String,
    shown: ShownRows,
) -> CommandResult<DraftView> {
    app_state.desk().await?.accept_warning_alike(id, code, &reason, Some(shown)).await.map_err(app_error)
}

#[tauri::command]
#[specta::specta]
pub async fn exclude(app_state: ManagedState<'_>, id: u32, positions: Vec<u32>) -> CommandResult<DraftView> {
    app_state.desk().await?.exclude(id, positions).await.map_err(app_error)
}

#[tauri::command]
#[specta::specta]
pub async fn exclude_alike(
    app_state: ManagedState<'_>,
    id: u32,
    code: ProblemCode,
    like: Option<u32>,
) -> CommandResult<DraftView> {
    app_state.desk().await?.exclude_alike(id, code, like).await.map_err(app_error)
}

#[tauri::command]
#[specta::specta]
pub async fn exclude_errors(app_state: ManagedState<'_>, id: u32) -> CommandResult<DraftView> {
    app_state.desk().await?.exclude_errors(id).await.map_err(app_error)
}

#[tauri::command]
#[specta::specta]
pub async fn revert(app_state: ManagedState<'_>, id: u32, positions: Vec<u32>) -> CommandResult<DraftView> {
    app_state.desk().await?.revert(id, positions).await.map_err(app_error)
}

#[tauri::command]
#[specta::specta]
pub async fn restore(app_state: ManagedState<'_>, id: u32, positions: Vec<u32>) -> CommandResult<DraftView> {
    app_state.desk().await?.restore(id, positions).await.map_err(app_error)
}

#[tauri::command]
#[specta::specta]
pub async fn undo(app_state: ManagedState<'_>, id: u32) -> CommandResult<DraftView> {
    app_state.desk().await?.undo(id).await.map_err(app_error)
}

#[tauri::command]
#[specta::specta]
pub async fn redo(app_state: ManagedState<'_>, id: u32) -> CommandResult<DraftView> {
    app_state.desk().await?.redo(id).await.map_err(app_error)
}

#[tauri::command]
#[specta::specta]
pub async fn set_destination(
    app_state: ManagedState<'_>,
    id: u32,
    country: Country,
    currency: Currency,
) -> CommandResult<DraftView> {
    app_state.desk().await?.set_destination(id, country, currency).await.map_err(app_error)
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
pub async fn paste_block(app_state: ManagedState<'_>, id: u32, block: Block) -> CommandResult<DraftView> {
    app_state.desk().await?.paste_block(id, block).await.map_err(app_error)
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

#[tauri::command]
#[specta::specta]
pub async fn edit_rows(
    app_state: ManagedState<'_>,
    id: u32,
    positions: Vec<u32>,
    field: Field,
    value: String,
) -> CommandResult<DraftView> {
    app_state.desk().await?.edit_rows(id, positions, field, value).await.map_err(app_error)
}

#[tauri::command]
#[specta::specta]
pub async fn fill(
    app_state: ManagedState<'_>,
    id: u32,
    filter: RowFilter,
    field: Field,
    value: String,
) -> CommandResult<DraftView> {
    app_state.desk().await?.fill(id, filter, field, value).await.map_err(app_error)
}

#[tauri::command]
#[specta::specta]
pub async fn add_row(app_state: ManagedState<'_>, id: u32) -> CommandResult<DraftView> {
    app_state.desk().await?.add_row(id).await.map_err(app_error)
}

#[tauri::command]
#[specta::specta]
pub async fn split_payment(app_state: ManagedState<'_>, id: u32, position: u32) -> CommandResult<DraftView> {
    app_state.desk().await?.split_payment(id, position).await.map_err(app_error)
}

/// Takes skipped rows for people, by their numbers in the file.
#[tauri::command]
#[specta::specta]
pub async fn put_back(app_state: ManagedState<'_>, id: u32, rows: Vec<u32>) -> CommandResult<DraftView> {
    app_state.desk().await?.put_back(id, rows).await.map_err(app_error)
}
