//! Check: rows, problems, mends.

use paysheet_desk::view::{Block, BlockView, DraftOpening, DraftView, RowDetail, RowFilter, RowWindow};
use paysheet_domain::{Bank, Country, Currency, Field, ProblemCode};

use super::TheOffice;
use crate::error::{Answer, told};

#[tauri::command]
#[specta::specta]
pub async fn draft(office: TheOffice<'_>, id: u32) -> Answer<DraftView> {
    office.desk().await?.draft(id).await.map_err(told)
}

/// All that the screen shows at first; rows come in windows of `window` rows.
#[tauri::command]
#[specta::specta]
pub async fn draft_opening(office: TheOffice<'_>, id: u32, window: u32) -> Answer<DraftOpening> {
    office.desk().await?.draft_opening(id, window).await.map_err(told)
}

#[tauri::command]
#[specta::specta]
pub async fn draft_rows(
    office: TheOffice<'_>,
    id: u32,
    filter: RowFilter,
    offset: u32,
    limit: u32,
) -> Answer<RowWindow> {
    office.desk().await?.draft_rows(id, &filter, offset, limit).await.map_err(told)
}

#[tauri::command]
#[specta::specta]
pub async fn row_detail(office: TheOffice<'_>, id: u32, position: u32) -> Answer<RowDetail> {
    office.desk().await?.row_detail(id, position).await.map_err(told)
}

#[tauri::command]
#[specta::specta]
pub async fn edit_cell(
    office: TheOffice<'_>,
    id: u32,
    position: u32,
    field: Field,
    value: String,
) -> Answer<DraftView> {
    office.desk().await?.edit_cell(id, position, field, value).await.map_err(told)
}

#[tauri::command]
#[specta::specta]
pub async fn edit_alike(
    office: TheOffice<'_>,
    id: u32,
    position: u32,
    field: Field,
    value: String,
) -> Answer<DraftView> {
    office.desk().await?.edit_alike(id, position, field, value).await.map_err(told)
}

#[tauri::command]
#[specta::specta]
pub async fn accept_suggestion(
    office: TheOffice<'_>,
    id: u32,
    position: u32,
    code: ProblemCode,
) -> Answer<DraftView> {
    office.desk().await?.accept_suggestion(id, position, code).await.map_err(told)
}

#[tauri::command]
#[specta::specta]
pub async fn accept_suggestion_alike(office: TheOffice<'_>, id: u32, code: ProblemCode) -> Answer<DraftView> {
    office.desk().await?.accept_suggestion_alike(id, code).await.map_err(told)
}

#[tauri::command]
#[specta::specta]
pub async fn accept_warning(
    office: TheOffice<'_>,
    id: u32,
    position: u32,
    code: ProblemCode,
    reason: String,
) -> Answer<DraftView> {
    office.desk().await?.accept_warning(id, position, code, &reason).await.map_err(told)
}

#[tauri::command]
#[specta::specta]
pub async fn accept_warning_alike(
    office: TheOffice<'_>,
    id: u32,
    code: ProblemCode,
    reason: String,
) -> Answer<DraftView> {
    office.desk().await?.accept_warning_alike(id, code, &reason).await.map_err(told)
}

#[tauri::command]
#[specta::specta]
pub async fn exclude(office: TheOffice<'_>, id: u32, positions: Vec<u32>) -> Answer<DraftView> {
    office.desk().await?.exclude(id, positions).await.map_err(told)
}

#[tauri::command]
#[specta::specta]
pub async fn restore(office: TheOffice<'_>, id: u32, positions: Vec<u32>) -> Answer<DraftView> {
    office.desk().await?.restore(id, positions).await.map_err(told)
}

#[tauri::command]
#[specta::specta]
pub async fn undo(office: TheOffice<'_>, id: u32) -> Answer<DraftView> {
    office.desk().await?.undo(id).await.map_err(told)
}

#[tauri::command]
#[specta::specta]
pub async fn redo(office: TheOffice<'_>, id: u32) -> Answer<DraftView> {
    office.desk().await?.redo(id).await.map_err(told)
}

#[tauri::command]
#[specta::specta]
pub async fn set_destination(
    office: TheOffice<'_>,
    id: u32,
    country: Country,
    currency: Currency,
) -> Answer<DraftView> {
    office.desk().await?.set_destination(id, country, currency).await.map_err(told)
}

#[tauri::command]
#[specta::specta]
pub async fn check_names(office: TheOffice<'_>, id: u32) -> Answer<()> {
    office.desk().await?.check_names(id).await.map_err(told)
}

#[tauri::command]
#[specta::specta]
pub async fn banks(office: TheOffice<'_>, country: Country) -> Answer<Vec<Bank>> {
    office.desk().await?.banks(country).await.map_err(told)
}

#[tauri::command]
#[specta::specta]
pub async fn stop_names(office: TheOffice<'_>, id: u32) -> Answer<()> {
    office.desk().await?.stop_names(id);
    Ok(())
}

#[tauri::command]
#[specta::specta]
pub async fn row_index(
    office: TheOffice<'_>,
    id: u32,
    filter: RowFilter,
    position: u32,
) -> Answer<Option<u32>> {
    office.desk().await?.row_index(id, &filter, position).await.map_err(told)
}

#[tauri::command]
#[specta::specta]
pub async fn row_after(
    office: TheOffice<'_>,
    id: u32,
    filter: RowFilter,
    position: u32,
) -> Answer<Option<u32>> {
    office.desk().await?.row_after(id, &filter, position).await.map_err(told)
}

#[tauri::command]
#[specta::specta]
pub async fn look_at_block(office: TheOffice<'_>, id: u32, block: Block) -> Answer<BlockView> {
    office.desk().await?.look_at_block(id, block).await.map_err(told)
}

#[tauri::command]
#[specta::specta]
pub async fn paste_block(office: TheOffice<'_>, id: u32, block: Block) -> Answer<DraftView> {
    office.desk().await?.paste_block(id, block).await.map_err(told)
}

#[tauri::command]
#[specta::specta]
pub async fn fill(
    office: TheOffice<'_>,
    id: u32,
    filter: RowFilter,
    field: Field,
    value: String,
) -> Answer<DraftView> {
    office.desk().await?.fill(id, filter, field, value).await.map_err(told)
}

#[tauri::command]
#[specta::specta]
pub async fn add_row(office: TheOffice<'_>, id: u32) -> Answer<DraftView> {
    office.desk().await?.add_row(id).await.map_err(told)
}

/// Takes skipped rows for people, by their numbers in the file.
#[tauri::command]
#[specta::specta]
pub async fn put_back(office: TheOffice<'_>, id: u32, rows: Vec<u32>) -> Answer<DraftView> {
    office.desk().await?.put_back(id, rows).await.map_err(told)
}
