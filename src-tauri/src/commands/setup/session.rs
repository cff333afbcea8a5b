//! Commands of the welcome screen, the frame and the lock screen.

use paysheet_app::{CommandResult, SessionChange, app_error};
use paysheet_desk::{
    provider,
    view::{Appearance, CheckProviderInput, CheckedCallView, ConnectInput, ProviderPreset, SessionView},
};

use crate::{commands::ManagedState, start_failure};

#[tauri::command]
#[specta::specta]
pub async fn session(app_state: ManagedState<'_>) -> CommandResult<SessionView> {
    app_state.session().await
}

/// The first screen can be used. Where `PAYSHEET_STARTUP_MARK` names a file, it is made now, to be measured by.
#[tauri::command]
#[specta::specta]
pub async fn ready() -> CommandResult<()> {
    start_failure::page_is_ready();
    if let Some(mark) = std::env::var_os("PAYSHEET_STARTUP_MARK") {
        std::fs::write(mark, b"ready").map_err(|error| app_error(error.into()))?;
    }
    Ok(())
}

/// Opens or leaves practice, unlocks or locks.
#[tauri::command]
#[specta::specta]
pub async fn change_session(
    app_state: ManagedState<'_>,
    change: SessionChange,
) -> CommandResult<SessionView> {
    app_state.change_session(change).await
}

/// The usual settings of providers, the most usual ones first.
#[tauri::command]
#[specta::specta]
pub async fn provider_presets() -> CommandResult<Vec<ProviderPreset>> {
    Ok(provider::presets())
}

/// Asks a service that is not connected yet for each of its calls.
#[tauri::command]
#[specta::specta]
pub async fn check_provider(
    app_state: ManagedState<'_>,
    input: CheckProviderInput,
) -> CommandResult<Vec<CheckedCallView>> {
    app_state.check_provider(input).await
}

#[tauri::command]
#[specta::specta]
pub async fn connect(app_state: ManagedState<'_>, input: ConnectInput) -> CommandResult<SessionView> {
    app_state.connect(input).await
}

/// Says that somebody is at the window, so that the desk does not lock itself.
#[tauri::command]
#[specta::specta]
pub async fn user_is_here(app_state: ManagedState<'_>) -> CommandResult<()> {
    app_state.desk().await?.user_is_here();
    Ok(())
}

#[tauri::command]
#[specta::specta]
pub async fn save_appearance(app_state: ManagedState<'_>, appearance: Appearance) -> CommandResult<()> {
    app_state.save_appearance(appearance)
}
