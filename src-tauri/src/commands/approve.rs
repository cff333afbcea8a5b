//! Approve: freeze, look once more, pay.

use paysheet_desk::view::{QuestionDecision, QuestionView, ReviewInput, ReviewView, TypedTotal};

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
pub async fn approve_and_pay(
    office: TheOffice<'_>,
    id: u32,
    fingerprint: String,
    totals: Vec<TypedTotal>,
) -> Answer<()> {
    office.desk().await?.approve_and_pay(id, &fingerprint, &totals).await.map_err(told)
}

/// What must be decided about other payrolls before this one goes out.
#[tauri::command]
#[specta::specta]
pub async fn questions(office: TheOffice<'_>, id: u32) -> Answer<Vec<QuestionView>> {
    office.desk().await?.questions(id).await.map_err(told)
}

#[tauri::command]
#[specta::specta]
pub async fn decide_questions(
    office: TheOffice<'_>,
    id: u32,
    decision: QuestionDecision,
) -> Answer<Vec<QuestionView>> {
    office.desk().await?.decide_questions(id, decision).await.map_err(told)
}
