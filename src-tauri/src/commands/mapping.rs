//! Mapping: what the columns of a file hold, and the layouts that are remembered.

use std::path::PathBuf;

use paysheet_desk::view::{
    DraftView, LayoutView, MappedColumn, MappingAnswer, MappingQuestion, MappingView, RemapEffect,
};

use super::TheOffice;
use crate::error::{Answer, told};

#[tauri::command]
#[specta::specta]
pub async fn look_at_file(
    office: TheOffice<'_>,
    path: PathBuf,
    question: MappingQuestion,
) -> Answer<MappingView> {
    office.desk().await?.look_at_file(&path, question).await.map_err(told)
}

#[tauri::command]
#[specta::specta]
pub async fn open_mapped(office: TheOffice<'_>, path: PathBuf, answer: MappingAnswer) -> Answer<u32> {
    office.desk().await?.open_mapped(&path, answer).await.map_err(told)
}

#[tauri::command]
#[specta::specta]
pub async fn look_at_draft(office: TheOffice<'_>, id: u32, question: MappingQuestion) -> Answer<MappingView> {
    office.desk().await?.look_at_draft(id, question).await.map_err(told)
}

#[tauri::command]
#[specta::specta]
pub async fn remap_effect(office: TheOffice<'_>, id: u32, answer: MappingAnswer) -> Answer<RemapEffect> {
    office.desk().await?.remap_effect(id, answer).await.map_err(told)
}

#[tauri::command]
#[specta::specta]
pub async fn remap(office: TheOffice<'_>, id: u32, answer: MappingAnswer) -> Answer<DraftView> {
    office.desk().await?.remap(id, answer).await.map_err(told)
}

#[tauri::command]
#[specta::specta]
pub async fn layouts(office: TheOffice<'_>) -> Answer<Vec<LayoutView>> {
    office.desk().await?.layouts().await.map_err(told)
}

#[tauri::command]
#[specta::specta]
pub async fn rename_layout(
    office: TheOffice<'_>,
    fingerprint: String,
    name: String,
) -> Answer<Vec<LayoutView>> {
    let desk = office.desk().await?;
    desk.rename_layout(&fingerprint, &name).await.map_err(told)?;
    desk.layouts().await.map_err(told)
}

#[tauri::command]
#[specta::specta]
pub async fn change_layout(
    office: TheOffice<'_>,
    fingerprint: String,
    columns: Vec<MappedColumn>,
) -> Answer<Vec<LayoutView>> {
    let desk = office.desk().await?;
    desk.change_layout(&fingerprint, &columns).await.map_err(told)?;
    desk.layouts().await.map_err(told)
}

#[tauri::command]
#[specta::specta]
pub async fn forget_layout(office: TheOffice<'_>, fingerprint: String) -> Answer<Vec<LayoutView>> {
    let desk = office.desk().await?;
    desk.forget_layout(&fingerprint).await.map_err(told)?;
    desk.layouts().await.map_err(told)
}
