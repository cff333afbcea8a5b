//! Settings: the profile, and whether its secrets are set. Secrets go in and never come out.

use std::path::PathBuf;

use paysheet_desk::view::{ProfileSettings, SecretName, SettingsView};
use secrecy::SecretString;

use super::TheOffice;
use crate::error::{Answer, told, unforeseen};

#[tauri::command]
#[specta::specta]
pub async fn settings(office: TheOffice<'_>) -> Answer<SettingsView> {
    office.settings().await
}

#[tauri::command]
#[specta::specta]
pub async fn save_profile(office: TheOffice<'_>, profile: ProfileSettings) -> Answer<SettingsView> {
    office.desk().await?.save_profile(profile).await.map_err(told)?;
    office.settings().await
}

#[tauri::command]
#[specta::specta]
pub async fn replace_secret(office: TheOffice<'_>, name: SecretName, value: String) -> Answer<SettingsView> {
    office.replace_secret(name, SecretString::from(value)).await?;
    office.settings().await
}

#[tauri::command]
#[specta::specta]
pub async fn forget_secret(office: TheOffice<'_>, name: SecretName) -> Answer<SettingsView> {
    office.forget_secret(name).await?;
    office.settings().await
}

/// Lets the user choose a certificate file; none when they change their mind.
#[tauri::command]
#[specta::specta]
pub async fn choose_certificate(office: TheOffice<'_>) -> Answer<Option<String>> {
    office.desktop().choose_certificate().await.map_err(|error| unforeseen(&error))
}

#[tauri::command]
#[specta::specta]
pub async fn trust_certificate(office: TheOffice<'_>, path: PathBuf) -> Answer<SettingsView> {
    office.desk().await?.trust(&path).await.map_err(told)?;
    office.settings().await
}

#[tauri::command]
#[specta::specta]
pub async fn trust_no_certificate(office: TheOffice<'_>) -> Answer<SettingsView> {
    office.desk().await?.trust_no_more().await.map_err(told)?;
    office.settings().await
}
