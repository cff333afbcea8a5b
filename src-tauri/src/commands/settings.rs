//! Settings: the profile, and whether its secrets are set. Secrets go in and never come out.

use paysheet_desk::view::{ProfileSettings, SecretName, SettingsView};
use secrecy::SecretString;

use super::TheOffice;
use crate::error::{Answer, told};

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
