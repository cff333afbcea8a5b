//! Commands of files: choosing one, writing one where the user chose, and showing what was written. No command takes or
//! returns a path.

use paysheet_app::{ChosenFile, CommandResult, FileHandle, FileToOpen, FileToSave, ProgramFile, SavedFile};
use tauri::State;

use crate::{commands::ManagedState, file_drag::FileDrag, open_with::OpenWithFiles};

/// Lets the user choose a file, or a folder, to open; none when they change their mind.
#[tauri::command]
#[specta::specta]
pub async fn choose_file(app_state: ManagedState<'_>, file: FileToOpen) -> CommandResult<Option<ChosenFile>> {
    app_state.choose_file(file).await
}

/// Takes the files that were opened with Paysheet since the last call, as if they were dropped; none if there are none.
#[tauri::command]
#[specta::specta]
pub async fn take_open_with_file(
    app_state: ManagedState<'_>,
    files: State<'_, OpenWithFiles>,
) -> CommandResult<Option<FileDrag>> {
    Ok(files.take(&app_state))
}

/// Lets the user choose where a file is saved; none when they change their mind.
#[tauri::command]
#[specta::specta]
pub async fn choose_destination(
    app_state: ManagedState<'_>,
    file: FileToSave,
) -> CommandResult<Option<ChosenFile>> {
    app_state.choose_destination(&file).await
}

/// Writes a file to the place that was chosen for it. None if the user stopped it.
#[tauri::command]
#[specta::specta]
pub async fn save_file(
    app_state: ManagedState<'_>,
    file: FileToSave,
    handle: FileHandle,
) -> CommandResult<Option<SavedFile>> {
    app_state.save_file(file, &handle).await
}

#[tauri::command]
#[specta::specta]
pub async fn show_in_folder(app_state: ManagedState<'_>, file: FileHandle) -> CommandResult<()> {
    app_state.show_in_folder(&file)
}

/// Shows a file of the program itself.
#[tauri::command]
#[specta::specta]
pub async fn show_program_file(app_state: ManagedState<'_>, file: ProgramFile) -> CommandResult<()> {
    app_state.show_program_file(file).await
}
