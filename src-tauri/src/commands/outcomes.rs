//! Commands for results from a file: choosing it, showing the difference, applying it.

use std::path::PathBuf;

use paysheet_app::{ChosenFile, CommandResult, FileHandle, FileKind};
use paysheet_desk::{
    Desk,
    view::{OutcomeFileKind, OutcomesApplied, OutcomesInput, OutcomesView},
};

use super::ManagedState;

/// Lets the user choose a file with results; none when they change their mind.
#[tauri::command]
#[specta::specta]
pub async fn choose_outcomes(
    app_state: ManagedState<'_>,
    kind: OutcomeFileKind,
) -> CommandResult<Option<ChosenFile>> {
    app_state.choose_file(file_kind(kind)).await
}

/// What a file with results would change.
#[tauri::command]
#[specta::specta]
pub async fn look_at_outcomes(
    app_state: ManagedState<'_>,
    kind: OutcomeFileKind,
    file: FileHandle,
) -> CommandResult<OutcomesView> {
    let look = |desk: Desk, path: PathBuf| async move { desk.look_at_outcomes(kind, &path).await };
    app_state.read_chosen(&file, file_kind(kind), look).await
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
