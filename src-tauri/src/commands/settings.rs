//! Commands of the Settings screen: the profile, and whether its secrets are set. Secrets go in and never come out.

use std::path::PathBuf;

use paysheet_app::{CommandResult, FileKind};
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
    app_state.save_profile(profile).await
}

#[tauri::command]
#[specta::specta]
pub async fn replace_secret(
    app_state: ManagedState<'_>,
    name: SecretName,
    value: String,
) -> CommandResult<SettingsView> {
    app_state.replace_secret(name, SecretString::from(value)).await
}

#[tauri::command]
#[specta::specta]
pub async fn forget_secret(app_state: ManagedState<'_>, name: SecretName) -> CommandResult<SettingsView> {
    app_state.forget_secret(name).await
}

/// Lets the user choose a certificate file; none when they change their mind.
#[tauri::command]
#[specta::specta]
pub async fn choose_certificate(app_state: ManagedState<'_>) -> CommandResult<Option<String>> {
    app_state.choose_file(FileKind::Certificate).await
}

#[tauri::command]
#[specta::specta]
pub async fn trust_certificate(app_state: ManagedState<'_>, path: PathBuf) -> CommandResult<SettingsView> {
    app_state.trust_certificate(&path).await
}

#[tauri::command]
#[specta::specta]
pub async fn trust_no_certificate(app_state: ManagedState<'_>) -> CommandResult<SettingsView> {
    app_state.trust_no_certificate().await
}
