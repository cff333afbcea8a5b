//! Commands of the journal for the books: on the Track screen, and its settings.

use paysheet_app::{CommandResult, app_error};
use paysheet_desk::view::{JournalSettings, JournalSettingsView, JournalView};

use crate::commands::ManagedState;

/// What a journal of the payroll would contain.
#[tauri::command]
#[specta::specta]
pub async fn journal(app_state: ManagedState<'_>, id: u32) -> CommandResult<JournalView> {
    app_state.desk().await?.journal(id).await.map_err(app_error)
}

#[tauri::command]
#[specta::specta]
pub async fn journal_settings(app_state: ManagedState<'_>) -> CommandResult<JournalSettingsView> {
    app_state.desk().await?.journal_settings().await.map_err(app_error)
}

/// Keeps the accounts of the books.
#[tauri::command]
#[specta::specta]
pub async fn save_journal_settings(
    app_state: ManagedState<'_>,
    settings: JournalSettings,
) -> CommandResult<JournalSettingsView> {
    app_state.desk().await?.save_journal_settings(settings).await.map_err(app_error)
}
