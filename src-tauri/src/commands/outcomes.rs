//! Commands for results from a file: choosing it, showing the difference, applying it.

use std::path::PathBuf;

use paysheet_app::{CommandResult, FileKind, app_error};
use paysheet_desk::view::{OutcomeFileKind, OutcomesApplied, OutcomesInput, OutcomesView};

use super::ManagedState;

/// Lets the user choose a file with results; none when they change their mind.
#[tauri::command]
#[specta::specta]
pub async fn choose_outcomes(
    app_state: ManagedState<'_>,
    kind: OutcomeFileKind,
) -> CommandResult<Option<String>> {
    let file = match kind {
        OutcomeFileKind::Results => FileKind::Outcomes,
        OutcomeFileKind::Statement => FileKind::Statement,
    };
    app_state.choose_file(file).await
}

/// What a file with results would change.
#[tauri::command]
#[specta::specta]
pub async fn look_at_outcomes(
    app_state: ManagedState<'_>,
    kind: OutcomeFileKind,
    path: PathBuf,
) -> CommandResult<OutcomesView> {
    app_state.desk().await?.look_at_outcomes(kind, &path).await.map_err(app_error)
}

/// Applies a file with results as it was shown.
#[tauri::command]
#[specta::specta]
pub async fn apply_outcomes(
    app_state: ManagedState<'_>,
    kind: OutcomeFileKind,
    path: PathBuf,
    input: OutcomesInput,
) -> CommandResult<OutcomesApplied> {
    app_state.desk().await?.apply_outcomes(kind, &path, &input).await.map_err(app_error)
}
