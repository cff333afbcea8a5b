//! Commands of diagnostics, in Settings → About.

use std::path::PathBuf;

use paysheet_app::{CommandResult, SavedFile};

use super::ManagedState;

/// Lets the user say where the diagnostics go; none when they change their mind.
#[tauri::command]
#[specta::specta]
pub async fn choose_diagnostics(app_state: ManagedState<'_>) -> CommandResult<Option<String>> {
    app_state.choose_destination(SavedFile::Diagnostics).await
}

/// Writes versions, settings, figures of the ledger and the end of the log, without secrets.
#[tauri::command]
#[specta::specta]
pub async fn export_diagnostics(app_state: ManagedState<'_>, path: PathBuf) -> CommandResult<String> {
    app_state.export_diagnostics(&path).await
}
