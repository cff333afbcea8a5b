//! Track: what became of one payroll, and its results as a workbook.

use std::path::PathBuf;

use paysheet_desk::view::{AttemptView, PayoutQuery, PayoutWindow, ResendInput, TrackView, TypedTotal};
use paysheet_domain::money::Total;

use super::TheOffice;
use crate::error::{Answer, told, unforeseen};

#[tauri::command]
#[specta::specta]
pub async fn payroll(office: TheOffice<'_>, id: u32) -> Answer<TrackView> {
    office.desk().await?.payroll(id).await.map_err(told)
}

#[tauri::command]
#[specta::specta]
pub async fn payouts(
    office: TheOffice<'_>,
    id: u32,
    query: PayoutQuery,
    offset: u32,
    limit: u32,
) -> Answer<PayoutWindow> {
    office.desk().await?.payouts(id, &query, offset, limit).await.map_err(told)
}

/// The attempts to send a batch, the last one first.
#[tauri::command]
#[specta::specta]
pub async fn attempts(office: TheOffice<'_>, batch: u32) -> Answer<Vec<AttemptView>> {
    office.desk().await?.attempts(batch).await.map_err(told)
}

#[tauri::command]
#[specta::specta]
pub async fn continue_sending(office: TheOffice<'_>, id: u32, input: Option<ResendInput>) -> Answer<()> {
    office.desk().await?.continue_sending(id, input).await.map_err(told)
}

/// What sending again would send, by currency: the totals that may have to be typed.
#[tauri::command]
#[specta::specta]
pub async fn unsent_totals(office: TheOffice<'_>, id: u32) -> Answer<Vec<Total>> {
    office.desk().await?.unsent_totals(id).await.map_err(told)
}

/// Approves what is not at the service once more, for the service that the profile names now.
#[tauri::command]
#[specta::specta]
pub async fn approve_anew(office: TheOffice<'_>, id: u32, totals: Vec<TypedTotal>) -> Answer<()> {
    office.desk().await?.approve_anew(id, &totals).await.map_err(told)
}

/// Withdraws one batch, or everything that was never taken, for ever.
#[tauri::command]
#[specta::specta]
pub async fn withdraw(office: TheOffice<'_>, id: u32, batch: Option<u32>, reason: String) -> Answer<()> {
    office.desk().await?.withdraw(id, batch, &reason).await.map_err(told)
}

/// Lets the user say where the results go; none when they change their mind.
#[tauri::command]
#[specta::specta]
pub async fn choose_export(office: TheOffice<'_>, id: u32) -> Answer<Option<String>> {
    let name = office.desk().await?.export_name(id).await.map_err(told)?;
    let choice = office.desktop().choose_destination(office.documents(), name);
    choice.await.map_err(|error| unforeseen(&error))
}

#[tauri::command]
#[specta::specta]
pub async fn export_payroll(office: TheOffice<'_>, id: u32, path: PathBuf) -> Answer<()> {
    office.desk().await?.export_payroll(id, &path).await.map_err(told)?;
    Ok(())
}

#[tauri::command]
#[specta::specta]
pub async fn show_in_folder(office: TheOffice<'_>, path: PathBuf) -> Answer<()> {
    office.desktop().reveal(&path)
}
