//! Payrolls: all of them.

use paysheet_desk::view::PayrollLine;

use super::TheOffice;
use crate::error::{Answer, told};

#[tauri::command]
#[specta::specta]
pub async fn payrolls(office: TheOffice<'_>) -> Answer<Vec<PayrollLine>> {
    office.desk().await?.payrolls().await.map_err(told)
}
