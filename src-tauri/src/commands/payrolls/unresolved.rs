//! Commands of the Unresolved screen: batches whose outcome only the user can settle.

use paysheet_app::{CommandResult, app_error};
use paysheet_desk::view::{ResendInput, UnknownDecision, UnresolvedView};

use crate::commands::ManagedState;

#[tauri::command]
#[specta::specta]
pub async fn unresolved(app_state: ManagedState<'_>) -> CommandResult<Vec<UnresolvedView>> {
    app_state.desk().await?.unresolved().await.map_err(app_error)
}

#[tauri::command]
#[specta::specta]
pub async fn decide_unknown(
    app_state: ManagedState<'_>,
    payroll: u32,
    batch: u32,
    decision: UnknownDecision,
    reason: String,
) -> CommandResult<()> {
    app_state.desk().await?.decide_unknown(payroll, batch, decision, &reason).await.map_err(app_error)
}

#[tauri::command]
#[specta::specta]
pub async fn send_again(
    app_state: ManagedState<'_>,
    payroll: u32,
    batch: u32,
    input: Option<ResendInput>,
) -> CommandResult<()> {
    app_state.desk().await?.send_again(payroll, batch, input).await.map_err(app_error)
}
