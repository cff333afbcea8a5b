//! Pay: choosing a file, the sample, an earlier payroll.

use std::path::PathBuf;

use paysheet_desk::{ReadOptions, prepare_to_read, view::Opened};
use paysheet_domain::Country;

use super::TheOffice;
use crate::error::{Answer, told, unforeseen};

/// Lets the user choose a file; none when they change their mind.
#[tauri::command]
#[specta::specta]
pub async fn choose_file(office: TheOffice<'_>) -> Answer<Option<String>> {
    prepare_to_read();
    office.desktop().choose_sheet().await.map_err(|error| unforeseen(&error))
}

#[tauri::command]
#[specta::specta]
pub async fn open_file(office: TheOffice<'_>, path: PathBuf) -> Answer<Opened> {
    office.desk().await?.open_or_ask(&path, ReadOptions::default()).await.map_err(told)
}

#[tauri::command]
#[specta::specta]
pub async fn open_sample(office: TheOffice<'_>) -> Answer<Opened> {
    let sample = office.sample().await?;
    office.desk().await?.open_or_ask(&sample, ReadOptions::default()).await.map_err(told)
}

#[tauri::command]
#[specta::specta]
pub async fn pay_again(office: TheOffice<'_>, payroll: u32) -> Answer<u32> {
    office.desk().await?.pay_again(payroll).await.map_err(told)
}

#[tauri::command]
#[specta::specta]
pub async fn discard_draft(office: TheOffice<'_>, id: u32) -> Answer<()> {
    office.desk().await?.discard_draft(id).await.map_err(told)
}

/// Lets the user say where a country's template goes; none when they change their mind.
#[tauri::command]
#[specta::specta]
pub async fn choose_template(office: TheOffice<'_>, country: Country) -> Answer<Option<String>> {
    let name = office.desk().await?.template_name(country);
    let choice = office.desktop().choose_destination(office.documents(), name);
    choice.await.map_err(|error| unforeseen(&error))
}

/// Writes a workbook to type a country's payroll into.
#[tauri::command]
#[specta::specta]
pub async fn save_template(office: TheOffice<'_>, country: Country, path: PathBuf) -> Answer<()> {
    office.desk().await?.save_template(country, &path).await.map_err(told)?;
    Ok(())
}
