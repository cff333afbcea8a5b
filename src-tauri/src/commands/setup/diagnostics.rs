//! Commands of diagnostics, in Settings → About.

use paysheet_app::{ChosenFile, CommandResult, FileHandle, SavedFile};

use crate::commands::ManagedState;

/// Lets the user say where the diagnostics go; none when they change their mind.
#[tauri::command]
#[specta::specta]
pub async fn choose_diagnostics(app_state: ManagedState<'_>) -> CommandResult<Option<ChosenFile>> {
    app_state.choose_destination(SavedFile::Diagnostics).await
}

/// Writes versions, settings, figures of the ledger and the end of the log, without secrets.
#[tauri::command]
#[specta::specta]
pub async fn export_diagnostics(app_state: ManagedState<'_>, file: FileHandle) -> CommandResult<ChosenFile> {
    app_state.export_diagnostics(&file).await
}
