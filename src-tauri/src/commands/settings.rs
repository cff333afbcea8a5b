//! Commands of the Settings screen: the profile, and whether its secrets are set. Secrets go in and never come out.

use std::path::PathBuf;

use paysheet_app::{CommandResult, FileKind, app_error, unexpected};
use paysheet_desk::view::{ProfileSettings, SecretName, SettingsView};
use secrecy::SecretString;

use super::ManagedState;

#[tauri::command]
#[specta::specta]
pub async fn settings(app_state: ManagedState<'_>) -> CommandResult<SettingsView> {
    app_state.settings().await
}

#[tauri::command]
#[specta::specta]
pub async fn save_profile(
    app_state: ManagedState<'_>,
    profile: ProfileSettings,
) -> CommandResult<SettingsView> {
    app_state.desk().await?.save_profile(profile).await.map_err(app_error)?;
    app_state.settings().await
}

#[tauri::command]
#[specta::specta]
pub async fn replace_secret(
    app_state: ManagedState<'_>,
    name: SecretName,
    value: String,
) -> CommandResult<SettingsView> {
    app_state.replace_secret(name, SecretString::from(value)).await?;
    app_state.settings().await
}

#[tauri::command]
#[specta::specta]
pub async fn forget_secret(app_state: ManagedState<'_>, name: SecretName) -> CommandResult<SettingsView> {
    app_state.forget_secret(name).await?;
    app_state.settings().await
}

/// Lets the user choose a certificate file; none when they change their mind.
#[tauri::command]
#[specta::specta]
pub async fn choose_certificate(app_state: ManagedState<'_>) -> CommandResult<Option<String>> {
    app_state.desktop().choose_file(FileKind::Certificate).await.map_err(|error| unexpected(&error))
}

#[tauri::command]
#[specta::specta]
pub async fn trust_certificate(app_state: ManagedState<'_>, path: PathBuf) -> CommandResult<SettingsView> {
    app_state.desk().await?.trust(&path).await.map_err(app_error)?;
    app_state.settings().await
}

#[tauri::command]
#[specta::specta]
pub async fn trust_no_certificate(app_state: ManagedState<'_>) -> CommandResult<SettingsView> {
    app_state.desk().await?.trust_no_more().await.map_err(app_error)?;
    app_state.settings().await
}
