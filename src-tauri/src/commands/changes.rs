//! What changed since the file and since the last payroll, and lists of it as files.

use std::path::PathBuf;

use paysheet_desk::{
    ListKind, ListWords,
    view::{ComparisonView, CopyMade, RepairFilter, RepairWindow},
};

use super::TheOffice;
use crate::error::{Answer, told, unforeseen};

#[tauri::command]
#[specta::specta]
pub async fn repairs(
    office: TheOffice<'_>,
    id: u32,
    filter: RepairFilter,
    offset: u32,
    limit: u32,
) -> Answer<RepairWindow> {
    office.desk().await?.repairs(id, filter, offset, limit).await.map_err(told)
}

#[tauri::command]
#[specta::specta]
pub async fn comparison(office: TheOffice<'_>, id: u32) -> Answer<ComparisonView> {
    office.desk().await?.comparison(id).await.map_err(told)
}

/// Lets the user say where a list goes; none when they change their mind.
#[tauri::command]
#[specta::specta]
pub async fn choose_list(office: TheOffice<'_>, id: u32, list: ListKind) -> Answer<Option<String>> {
    let name = office.desk().await?.list_name(id, list).await.map_err(told)?;
    let choice = office.desktop().choose_list_destination(office.documents(), name);
    choice.await.map_err(|error| unforeseen(&error))
}

#[tauri::command]
#[specta::specta]
pub async fn export_list(
    office: TheOffice<'_>,
    id: u32,
    list: ListKind,
    words: ListWords,
    path: PathBuf,
) -> Answer<()> {
    office.desk().await?.export_list(id, list, words, &path).await.map_err(told)?;
    Ok(())
}

/// Lets the user say where the copy of their own file goes; none when they change their mind.
#[tauri::command]
#[specta::specta]
pub async fn choose_copy(office: TheOffice<'_>, id: u32) -> Answer<Option<String>> {
    let name = office.desk().await?.copy_name(id).await.map_err(told)?;
    let choice = office.desktop().choose_copy_destination(office.documents(), name);
    choice.await.map_err(|error| unforeseen(&error))
}

#[tauri::command]
#[specta::specta]
pub async fn export_copy(
    office: TheOffice<'_>,
    id: u32,
    words: ListWords,
    path: PathBuf,
) -> Answer<CopyMade> {
    office.desk().await?.export_copy(id, words, &path).await.map_err(told)
}
