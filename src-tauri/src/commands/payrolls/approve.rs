//! Commands of the Approve screen: freeze, review, pay.

use paysheet_app::{CommandResult, app_error};
use paysheet_desk::view::{QuestionDecision, QuestionView, ReviewInput, ReviewView, TypedTotal};

use crate::commands::ManagedState;

#[tauri::command]
#[specta::specta]
pub async fn review(
    app_state: ManagedState<'_>,
    id: u32,
    input: Option<ReviewInput>,
) -> CommandResult<ReviewView> {
    app_state.desk().await?.review(id, input).await.map_err(app_error)
}

#[tauri::command]
#[specta::specta]
pub async fn approve_and_pay(
    app_state: ManagedState<'_>,
    id: u32,
    fingerprint: String,
    totals: Vec<TypedTotal>,
) -> CommandResult<()> {
    app_state.desk().await?.approve_and_pay(id, &fingerprint, &totals).await.map_err(app_error)
}

/// What must be decided about other payrolls before this one goes out.
#[tauri::command]
#[specta::specta]
pub async fn questions(app_state: ManagedState<'_>, id: u32) -> CommandResult<Vec<QuestionView>> {
    app_state.desk().await?.questions(id).await.map_err(app_error)
}

#[tauri::command]
#[specta::specta]
pub async fn decide_questions(
    app_state: ManagedState<'_>,
    id: u32,
    decision: QuestionDecision,
) -> CommandResult<Vec<QuestionView>> {
    app_state.desk().await?.decide_questions(id, decision).await.map_err(app_error)
}
