//! Track: what became of one payroll, and its results as a workbook.

use std::path::PathBuf;

use paysheet_desk::view::{PayoutQuery, PayoutWindow, TrackView};
use tauri::{AppHandle, Runtime};
use tauri_plugin_dialog::DialogExt;
use tauri_plugin_opener::OpenerExt;
use tokio::sync::oneshot;

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

#[tauri::command]
#[specta::specta]
pub async fn continue_sending(office: TheOffice<'_>, id: u32) -> Answer<()> {
    office.desk().await?.continue_sending(id).await.map_err(told)
}

/// Lets the user say where the results go; none when they change their mind.
#[tauri::command]
#[specta::specta]
pub async fn choose_export<R: Runtime>(
    app: AppHandle<R>,
    office: TheOffice<'_>,
    id: u32,
) -> Answer<Option<String>> {
    let name = office.desk().await?.export_name(id).await.map_err(told)?;
    let folder = office.documents();
    let (chosen, choice) = oneshot::channel();
    let dialog = app.dialog().file().set_directory(folder).set_file_name(name);
    dialog.add_filter("Excel", &["xlsx"]).save_file(move |path| {
        let _ = chosen.send(path);
    });
    let path = choice.await.map_err(|error| unforeseen(&error))?;
    Ok(path.map(|path| path.to_string()))
}

#[tauri::command]
#[specta::specta]
pub async fn export_payroll(office: TheOffice<'_>, id: u32, path: PathBuf) -> Answer<()> {
    office.desk().await?.export_payroll(id, &path).await.map_err(told)?;
    Ok(())
}

#[tauri::command]
#[specta::specta]
pub async fn show_in_folder<R: Runtime>(app: AppHandle<R>, path: PathBuf) -> Answer<()> {
    app.opener().reveal_item_in_dir(path).map_err(|error| unforeseen(&error))
}
