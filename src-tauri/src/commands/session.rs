//! Welcome, the frame, the lock.

use paysheet_desk::view::{Appearance, ConnectInput, SessionView};

use super::TheOffice;
use crate::error::{Answer, told};

#[tauri::command]
#[specta::specta]
pub async fn session(office: TheOffice<'_>) -> Answer<SessionView> {
    office.session().await
}

/// The first screen can be used. Where `PAYSHEET_STARTUP_MARK` names a file, it is made now, to be measured by.
#[tauri::command]
#[specta::specta]
pub async fn ready() -> Answer<()> {
    if let Some(mark) = std::env::var_os("PAYSHEET_STARTUP_MARK") {
        std::fs::write(mark, b"ready").map_err(|error| told(error.into()))?;
    }
    Ok(())
}

#[tauri::command]
#[specta::specta]
pub async fn start_practice(office: TheOffice<'_>) -> Answer<SessionView> {
    office.desktop().close_card();
    office.start_practice().await
}

#[tauri::command]
#[specta::specta]
pub async fn leave_practice(office: TheOffice<'_>) -> Answer<SessionView> {
    office.desktop().close_card();
    office.leave_practice().await
}

#[tauri::command]
#[specta::specta]
pub async fn connect(office: TheOffice<'_>, input: ConnectInput) -> Answer<SessionView> {
    office.desktop().close_card();
    office.connect(input).await
}

#[tauri::command]
#[specta::specta]
pub async fn unlock(office: TheOffice<'_>) -> Answer<SessionView> {
    office.desk().await?.unlock().await.map_err(told)?;
    office.session().await
}

#[tauri::command]
#[specta::specta]
pub async fn lock(office: TheOffice<'_>) -> Answer<SessionView> {
    office.desk().await?.lock();
    office.session().await
}

/// Says that somebody is at the window, so that the desk does not lock itself.
#[tauri::command]
#[specta::specta]
pub async fn user_is_here(office: TheOffice<'_>) -> Answer<()> {
    office.desk().await?.user_is_here();
    Ok(())
}

#[tauri::command]
#[specta::specta]
pub async fn save_appearance(office: TheOffice<'_>, appearance: Appearance) -> Answer<()> {
    office.save_appearance(appearance)
}
