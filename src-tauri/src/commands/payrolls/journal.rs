//! Commands of the journal for the books: on the Track screen, and its settings.

use paysheet_app::{ChosenFile, CommandResult, FileHandle, SavedJournal, app_error};
use paysheet_desk::{
    ListWords,
    view::{JournalOptions, JournalSettings, JournalSettingsView, JournalView},
};

use crate::commands::ManagedState;

/// What a journal of the payroll would contain.
#[tauri::command]
#[specta::specta]
pub async fn journal(app_state: ManagedState<'_>, id: u32) -> CommandResult<JournalView> {
    app_state.desk().await?.journal(id).await.map_err(app_error)
}

/// Lets the user say where the journal goes; none when they change their mind.
#[tauri::command]
#[specta::specta]
pub async fn choose_journal(
    app_state: ManagedState<'_>,
    id: u32,
    options: JournalOptions,
    words: ListWords,
) -> CommandResult<Option<ChosenFile>> {
    app_state.choose_journal(id, &options, &words).await
}

/// Writes the journal as .csv. The words are those of `journal` and `head`.
#[tauri::command]
#[specta::specta]
pub async fn export_journal(
    app_state: ManagedState<'_>,
    id: u32,
    options: JournalOptions,
    words: ListWords,
    file: FileHandle,
) -> CommandResult<SavedJournal> {
    app_state.export_journal(id, &options, words, &file).await
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
