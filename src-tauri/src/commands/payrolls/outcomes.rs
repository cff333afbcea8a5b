//! Commands for results from a file: choosing it, showing the difference, applying it.

use std::path::PathBuf;

use paysheet_app::{ChosenFile, CommandResult, FileHandle, FileKind, SavedFile, app_error};
use paysheet_desk::{
    Desk, ListWords,
    view::{
        OutcomeColumnsQuestion, OutcomeColumnsView, OutcomeFileKind, OutcomeKind, OutcomeLinesWindow,
        OutcomeReading, OutcomesApplied, OutcomesInput, OutcomesLook,
    },
};

use crate::commands::ManagedState;

/// Lets the user choose a file with results; none when they change their mind.
#[tauri::command]
#[specta::specta]
pub async fn choose_outcomes(
    app_state: ManagedState<'_>,
    kind: OutcomeFileKind,
) -> CommandResult<Option<ChosenFile>> {
    app_state.choose_file(file_kind(kind)).await
}

/// What a file with results would change; or its columns, if its headings do not say what they hold.
#[tauri::command]
#[specta::specta]
pub async fn look_at_outcomes(
    app_state: ManagedState<'_>,
    kind: OutcomeFileKind,
    file: FileHandle,
    reading: OutcomeReading,
) -> CommandResult<OutcomesLook> {
    let look = |desk: Desk, path: PathBuf| async move { desk.look_at_outcomes(kind, &path, &reading).await };
    app_state.read_chosen(&file, file_kind(kind), look).await
}

/// The columns of a file with results, for the user to say what they hold.
#[tauri::command]
#[specta::specta]
pub async fn look_at_outcome_columns(
    app_state: ManagedState<'_>,
    kind: OutcomeFileKind,
    file: FileHandle,
    question: OutcomeColumnsQuestion,
) -> CommandResult<OutcomeColumnsView> {
    let look =
        |desk: Desk, path: PathBuf| async move { desk.look_at_outcome_columns(kind, &path, question).await };
    app_state.read_chosen(&file, file_kind(kind), look).await
}

/// Lines of what was looked at last: of one kind, or of all.
#[tauri::command]
#[specta::specta]
pub async fn outcome_lines(
    app_state: ManagedState<'_>,
    fingerprint: String,
    kind: Option<OutcomeKind>,
    offset: u32,
    limit: u32,
) -> CommandResult<OutcomeLinesWindow> {
    app_state.desk().await?.outcome_lines(&fingerprint, kind, offset, limit).map_err(app_error)
}

/// Lets the user say where the list of these lines goes; none when they change their mind.
#[tauri::command]
#[specta::specta]
pub async fn choose_outcome_list(app_state: ManagedState<'_>) -> CommandResult<Option<ChosenFile>> {
    app_state.choose_destination(SavedFile::OutcomeLines).await
}

/// Writes these lines, as .xlsx or .csv. The words are those of `head`, `outcome`, `outcome_problem` and `payout`.
#[tauri::command]
#[specta::specta]
pub async fn export_outcome_lines(
    app_state: ManagedState<'_>,
    fingerprint: String,
    kind: Option<OutcomeKind>,
    words: ListWords,
    file: FileHandle,
) -> CommandResult<ChosenFile> {
    let write = |desk: Desk, path: PathBuf| async move {
        desk.export_outcome_lines(&fingerprint, kind, words, &path).await
    };
    app_state.save(&file, SavedFile::OutcomeLines, write).await
}

/// Applies a file with results as it was shown.
#[tauri::command]
#[specta::specta]
pub async fn apply_outcomes(
    app_state: ManagedState<'_>,
    kind: OutcomeFileKind,
    file: FileHandle,
    input: OutcomesInput,
) -> CommandResult<OutcomesApplied> {
    let apply = |desk: Desk, path: PathBuf| async move { desk.apply_outcomes(kind, &path, &input).await };
    app_state.finish_with(&file, file_kind(kind), apply).await
}

const fn file_kind(kind: OutcomeFileKind) -> FileKind {
    match kind {
        OutcomeFileKind::Results => FileKind::Outcomes,
        OutcomeFileKind::Statement => FileKind::Statement,
    }
}
