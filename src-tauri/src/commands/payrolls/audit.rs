//! Commands of the Audit log screen, and the search of the palette.

use std::path::PathBuf;

use paysheet_app::{ChosenFile, CommandResult, FileHandle, SavedFile, app_error};
use paysheet_desk::{
    Desk, ListWords,
    view::{AuditQuery, AuditWindow, FoundPayment, HistoryCheck},
};

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

/// Lets the user say where the audit log goes; none when they change their mind.
#[tauri::command]
#[specta::specta]
pub async fn choose_audit_log(app_state: ManagedState<'_>) -> CommandResult<Option<ChosenFile>> {
    app_state.choose_destination(SavedFile::AuditLog).await
}

/// Writes the events that match the query, as .xlsx or .csv. The words are those of `head`, `event` and `reason`.
#[tauri::command]
#[specta::specta]
pub async fn export_audit_log(
    app_state: ManagedState<'_>,
    query: AuditQuery,
    words: ListWords,
    file: FileHandle,
) -> CommandResult<ChosenFile> {
    let write = |desk: Desk, path: PathBuf| async move { desk.export_audit_log(&query, words, &path).await };
    app_state.save(&file, SavedFile::AuditLog, write).await
}

/// Payments of all payrolls that fit the text.
#[tauri::command]
#[specta::specta]
pub async fn search(app_state: ManagedState<'_>, text: String) -> CommandResult<Vec<FoundPayment>> {
    app_state.desk().await?.search(&text).await.map_err(app_error)
}
