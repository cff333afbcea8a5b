//! Approve: freeze, look once more, pay.

use paysheet_desk::view::{ReviewInput, ReviewView};

use super::TheOffice;
use crate::error::{Answer, told};

#[tauri::command]
#[specta::specta]
pub async fn review(office: TheOffice<'_>, id: u32, input: Option<ReviewInput>) -> Answer<ReviewView> {
    office.desk().await?.review(id, input).await.map_err(told)
}

#[tauri::command]
#[specta::specta]
pub async fn back_to_check(office: TheOffice<'_>, id: u32) -> Answer<()> {
    office.desk().await?.back_to_check(id).await.map_err(told)
}

#[tauri::command]
#[specta::specta]
pub async fn approve_and_pay(office: TheOffice<'_>, id: u32, typed_total: String) -> Answer<()> {
    office.desk().await?.approve_and_pay(id, &typed_total).await.map_err(told)
}
