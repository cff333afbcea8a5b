//! Unresolved: batches whose fate only the user can settle.

use paysheet_desk::view::{ResendInput, UnknownDecision, UnresolvedView};

use super::TheOffice;
use crate::error::{Answer, told};

#[tauri::command]
#[specta::specta]
pub async fn unresolved(office: TheOffice<'_>) -> Answer<Vec<UnresolvedView>> {
    office.desk().await?.unresolved().await.map_err(told)
}

#[tauri::command]
#[specta::specta]
pub async fn decide_unknown(
    office: TheOffice<'_>,
    payroll: u32,
    batch: u32,
    decision: UnknownDecision,
    reason: String,
) -> Answer<()> {
    office.desk().await?.decide_unknown(payroll, batch, decision, &reason).await.map_err(told)
}

#[tauri::command]
#[specta::specta]
pub async fn send_again(
    office: TheOffice<'_>,
    payroll: u32,
    batch: u32,
    input: Option<ResendInput>,
) -> Answer<()> {
    office.desk().await?.send_again(payroll, batch, input).await.map_err(told)
}
