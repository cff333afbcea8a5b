//! Payrolls: all of them, and reports about people who are in none of them.

use paysheet_desk::view::{PayrollLine, UnknownReportsView};

use super::TheOffice;
use crate::error::{Answer, told};

#[tauri::command]
#[specta::specta]
pub async fn payrolls(office: TheOffice<'_>) -> Answer<Vec<PayrollLine>> {
    office.desk().await?.payrolls().await.map_err(told)
}

/// Reports about references that are in no payroll of this ledger.
#[tauri::command]
#[specta::specta]
pub async fn unknown_reports(office: TheOffice<'_>) -> Answer<UnknownReportsView> {
    office.desk().await?.unknown_reports().await.map_err(told)
}
