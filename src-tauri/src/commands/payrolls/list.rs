//! Commands of the Payrolls screen: all payrolls, and reports about people who are in none of them.

use paysheet_app::{CommandResult, app_error};
use paysheet_desk::view::{PayrollLine, UnknownReportsView};

use crate::commands::ManagedState;

#[tauri::command]
#[specta::specta]
pub async fn payrolls(app_state: ManagedState<'_>) -> CommandResult<Vec<PayrollLine>> {
    app_state.desk().await?.payrolls().await.map_err(app_error)
}

/// Reports about references that are in no payroll of this ledger.
#[tauri::command]
#[specta::specta]
pub async fn unknown_reports(app_state: ManagedState<'_>) -> CommandResult<UnknownReportsView> {
    app_state.desk().await?.unknown_reports().await.map_err(app_error)
}
