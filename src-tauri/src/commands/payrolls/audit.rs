//! Commands of the Audit log screen, and the search of the palette.

use paysheet_app::{CommandResult, app_error};
use paysheet_desk::view::{AuditQuery, AuditWindow, FoundPayment, HistoryCheck};

use crate::commands::ManagedState;

#[tauri::command]
#[specta::specta]
pub async fn audit_log(
    app_state: ManagedState<'_>,
    query: AuditQuery,
    offset: u32,
    limit: u32,
) -> CommandResult<AuditWindow> {
    app_state.desk().await?.audit_log(&query, offset, limit).await.map_err(app_error)
}

/// Verifies the whole history now.
#[tauri::command]
#[specta::specta]
pub async fn check_history(app_state: ManagedState<'_>) -> CommandResult<HistoryCheck> {
    app_state.desk().await?.check_history().await.map_err(app_error)
}

/// Payments of all payrolls that fit the text.
#[tauri::command]
#[specta::specta]
pub async fn search(app_state: ManagedState<'_>, text: String) -> CommandResult<Vec<FoundPayment>> {
    app_state.desk().await?.search(&text).await.map_err(app_error)
}
