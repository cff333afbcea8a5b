//! Commands of the card window: charge, one-time password, status. No other window may call these, and this window may
//! call no others. Card data arrive sealed for a key that opens one message (`app::card_session::sealed`), as raw bytes, so
//! that nothing on the way makes a text of them. They are read and wiped.

use paysheet_app::{CardStart, CardStep, CommandResult, TopUpPrefill};
use specta::{Types, datatype::DataType, function::FunctionArg};
use tauri::{
    Runtime,
    ipc::{CommandArg, CommandItem, InvokeBody, InvokeError},
};

use crate::commands::ManagedState;

/// The bytes of a message. A message of any other kind has none.
pub struct RawBody(Vec<u8>);

impl<'a, R: Runtime> CommandArg<'a, R> for RawBody {
    fn from_command(command: CommandItem<'a, R>) -> Result<Self, InvokeError> {
        Ok(Self(match command.message.payload() {
            InvokeBody::Raw(bytes) => bytes.clone(),
            InvokeBody::Json(_) => Vec::new(),
        }))
    }
}

impl FunctionArg for RawBody {
    /// This is not a named argument: it is the message itself.
    fn to_datatype(_: &mut Types) -> Option<DataType> {
        None
    }
}

/// Opens the card window: the main window's part in a charge ends here.
#[tauri::command]
#[specta::specta]
pub async fn open_card(app_state: ManagedState<'_>, prefill: TopUpPrefill) -> CommandResult<()> {
    app_state.open_card(prefill)
}

#[tauri::command]
#[specta::specta]
pub async fn card_start(app_state: ManagedState<'_>) -> CommandResult<CardStart> {
    app_state.card_start().await
}

/// The public part of a key that opens the next message: a point of P-256, uncompressed.
#[tauri::command]
#[specta::specta]
pub async fn card_key(app_state: ManagedState<'_>) -> CommandResult<Vec<u8>> {
    app_state.card_key()
}

#[tauri::command]
#[specta::specta]
pub async fn charge_card(app_state: ManagedState<'_>, body: RawBody) -> CommandResult<CardStep> {
    app_state.charge_card(&body.0).await
}

#[tauri::command]
#[specta::specta]
pub async fn submit_otp(app_state: ManagedState<'_>, body: RawBody) -> CommandResult<CardStep> {
    app_state.submit_otp(&body.0).await
}

/// Where the top-up of this window stands, without asking the service.
#[tauri::command]
#[specta::specta]
pub async fn card_status(app_state: ManagedState<'_>) -> CommandResult<CardStep> {
    app_state.card_status().await
}

/// Asks the service how the top-up of this window stands.
#[tauri::command]
#[specta::specta]
pub async fn check_card(app_state: ManagedState<'_>) -> CommandResult<CardStep> {
    app_state.check_card().await
}

/// Brings the window with the bank's page to the front, or shows the page in one.
#[tauri::command]
#[specta::specta]
pub async fn show_bank_page(app_state: ManagedState<'_>) -> CommandResult<CardStep> {
    app_state.show_bank_page().await
}

/// Opens the bank's page in the system's browser.
#[tauri::command]
#[specta::specta]
pub async fn open_bank_page(app_state: ManagedState<'_>) -> CommandResult<CardStep> {
    app_state.open_bank_page().await
}

/// Ends the window and its web view.
#[tauri::command]
#[specta::specta]
pub async fn close_card(app_state: ManagedState<'_>) -> CommandResult<()> {
    app_state.close_card();
    Ok(())
}
