//! Commands for results from a file: showing the difference, applying it.

use std::path::PathBuf;

use paysheet_app::{CommandResult, FileHandle, FileToOpen, app_error};
use paysheet_desk::{
    Desk,
    view::{
        ListKind, OutcomeColumnsQuestion, OutcomeColumnsView, OutcomeKind, OutcomeLinesWindow,
        OutcomeReading, OutcomesApplied, OutcomesInput, OutcomesLook,
    },
};

use crate::commands::ManagedState;

/// What a file with results would change; or its columns, if its headings do not say what they hold.
#[tauri::command]
#[specta::specta]
pub async fn preview_outcomes(
    app_state: ManagedState<'_>,
    kind: ListKind,
    file: FileHandle,
    reading: OutcomeReading,
) -> CommandResult<OutcomesLook> {
    let look = |desk: Desk, path: PathBuf| async move { desk.preview_outcomes(kind, &path, &reading).await };
    app_state.read_chosen(&file, file_to_open(kind), look).await
}

/// The columns of a file with results, for the user to say what they hold.
#[tauri::command]
#[specta::specta]
pub async fn preview_outcome_columns(
    app_state: ManagedState<'_>,
    kind: ListKind,
    file: FileHandle,
    question: OutcomeColumnsQuestion,
) -> CommandResult<OutcomeColumnsView> {
    let look =
        |desk: Desk, path: PathBuf| async move { desk.preview_outcome_columns(kind, &path, question).await };
    app_state.read_chosen(&file, file_to_open(kind), look).await
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

/// Applies a file with results as it was shown.
#[tauri::command]
#[specta::specta]
pub async fn apply_outcomes(
    app_state: ManagedState<'_>,
    kind: ListKind,
    file: FileHandle,
    input: OutcomesInput,
) -> CommandResult<OutcomesApplied> {
    let apply = |desk: Desk, path: PathBuf| async move { desk.apply_outcomes(kind, &path, &input).await };
    app_state.finish_with(&file, file_to_open(kind), apply).await
}

const fn file_to_open(kind: ListKind) -> FileToOpen {
    match kind {
        ListKind::Results => FileToOpen::Results,
        ListKind::Statement => FileToOpen::Statement,
    }
}
