//! What changed since the file and since the last payroll.

use paysheet_app::{ChosenFile, CommandResult, app_error};
use paysheet_desk::view::{ComparisonView, RepairFilter, RepairWindow};

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
