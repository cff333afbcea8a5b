//! Commands of the Settings screen: the profile, and whether its secrets are set. Secrets go in and never come out.

use paysheet_app::{CommandResult, FileHandle, SettingsChange, app_error};
use paysheet_desk::{
    CallbackChange,
    view::{
        CallbackAddressView, CallbackSetupView, CallbackTestView, CheckedCallView, SecretName, SettingsView,
        Toggle, WalletSettings,
    },
};
use secrecy::SecretString;

use crate::commands::ManagedState;

#[tauri::command]
#[specta::specta]
pub async fn settings(app_state: ManagedState<'_>) -> CommandResult<SettingsView> {
    app_state.settings().await
}

/// Makes one change of the settings. What carries a secret or a file has a command of its own.
#[tauri::command]
#[specta::specta]
pub async fn change_settings(
    app_state: ManagedState<'_>,
    change: SettingsChange,
) -> CommandResult<SettingsView> {
    app_state.change_settings(change).await
}

/// Asks the connected service for each of its calls; `also_usual`: also for those without a path, where others have them.
#[tauri::command]
#[specta::specta]
pub async fn check_connected(
    app_state: ManagedState<'_>,
    also_usual: bool,
) -> CommandResult<Vec<CheckedCallView>> {
    app_state.desk().await?.check_provider(also_usual).await.map_err(app_error)
}

/// Answers whether the program starts at login, which a closed window asks once. The window closes next.
#[tauri::command]
#[specta::specta]
pub async fn answer_login_offer(app_state: ManagedState<'_>, start: Toggle) -> CommandResult<()> {
    app_state.answer_login_offer(start)
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

/// Adds the wallet of a currency, or changes it. Without a password, the one that is stored stays.
#[tauri::command]
#[specta::specta]
pub async fn save_wallet(
    app_state: ManagedState<'_>,
    wallet: WalletSettings,
    password: Option<String>,
) -> CommandResult<SettingsView> {
    app_state.save_wallet(wallet, password.map(SecretString::from)).await
}

#[tauri::command]
#[specta::specta]
pub async fn trust_certificate(app_state: ManagedState<'_>, file: FileHandle) -> CommandResult<SettingsView> {
    app_state.trust_certificate(&file).await
}

/// Says how result notifications reach the desk; their path is not in it.
#[tauri::command]
#[specta::specta]
pub async fn callback_setup(app_state: ManagedState<'_>) -> CommandResult<CallbackSetupView> {
    app_state.desk().await?.callback_setup().await.map_err(app_error)
}

/// Makes a new path for result notifications. It is returned here, and nowhere else.
#[tauri::command]
#[specta::specta]
pub async fn new_callback_path(app_state: ManagedState<'_>, port: u32) -> CommandResult<CallbackAddressView> {
    app_state.desk().await?.new_callback_path(port).await.map_err(app_error)
}

/// Makes one change of where result notifications are received.
#[tauri::command]
#[specta::specta]
pub async fn change_callbacks(app_state: ManagedState<'_>, change: CallbackChange) -> CommandResult<()> {
    app_state.desk().await?.change_callbacks(change).await.map_err(app_error)
}

#[tauri::command]
#[specta::specta]
pub async fn test_callbacks(app_state: ManagedState<'_>) -> CommandResult<CallbackTestView> {
    app_state.desk().await?.test_callbacks().await.map_err(app_error)
}
