//! Pay: choosing a file, the sample, an earlier payroll.

use std::path::PathBuf;

use paysheet_desk::ReadOptions;
use tauri::{AppHandle, Runtime};
use tauri_plugin_dialog::DialogExt;
use tokio::sync::oneshot;

use super::TheOffice;
use crate::error::{Answer, told, unforeseen};

const SHEET_ENDINGS: [&str; 8] = ["xlsx", "xlsm", "xlsb", "xls", "ods", "csv", "tsv", "txt"];

/// Lets the user choose a file; none when they change their mind.
#[tauri::command]
#[specta::specta]
pub async fn choose_file<R: Runtime>(app: AppHandle<R>) -> Answer<Option<String>> {
    let (chosen, choice) = oneshot::channel();
    app.dialog().file().add_filter("Payroll", &SHEET_ENDINGS).pick_file(move |path| {
        let _ = chosen.send(path);
    });
    let path = choice.await.map_err(|error| unforeseen(&error))?;
    Ok(path.map(|path| path.to_string()))
}

#[tauri::command]
#[specta::specta]
pub async fn open_file(office: TheOffice<'_>, path: PathBuf) -> Answer<u32> {
    office.desk().await?.open_file(&path, ReadOptions::default()).await.map_err(told)
}

#[tauri::command]
#[specta::specta]
pub async fn open_sample(office: TheOffice<'_>) -> Answer<u32> {
    let sample = office.sample().await?;
    office.desk().await?.open_file(&sample, ReadOptions::default()).await.map_err(told)
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
