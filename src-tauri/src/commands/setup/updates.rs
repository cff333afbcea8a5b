//! Commands of updates of the program.

use paysheet_app::{CommandResult, UpdateChange, UpdatesView};

use crate::commands::ManagedState;

#[tauri::command]
#[specta::specta]
pub async fn updates(app_state: ManagedState<'_>) -> CommandResult<UpdatesView> {
    Ok(app_state.updates().await)
}

/// Looks for a newer version, downloads and installs it, or not.
#[tauri::command]
#[specta::specta]
pub async fn change_updates(app_state: ManagedState<'_>, change: UpdateChange) -> CommandResult<UpdatesView> {
    app_state.change_updates(change).await
}
