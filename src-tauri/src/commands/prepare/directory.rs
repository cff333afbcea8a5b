//! Commands about the service's lists of banks, for the Banks screen, the bank picker and Approve.

use paysheet_app::{CommandResult, app_error};
use paysheet_desk::view::{BankLists, BankSpellingView, BranchesView, CountryListsView, DestinationsView};
use paysheet_domain::Country;

use crate::commands::ManagedState;

/// The destinations of a country, as the service lists them.
#[tauri::command]
#[specta::specta]
pub async fn banks(
    app_state: ManagedState<'_>,
    country: Country,
    lists: BankLists,
) -> CommandResult<DestinationsView> {
    app_state.desk().await?.destinations(country, lists).await.map_err(app_error)
}

#[tauri::command]
#[specta::specta]
pub async fn bank_countries(app_state: ManagedState<'_>) -> CommandResult<Vec<CountryListsView>> {
    app_state.desk().await?.bank_countries().await.map_err(app_error)
}

#[tauri::command]
#[specta::specta]
pub async fn fetch_banks(app_state: ManagedState<'_>, countries: Vec<Country>) -> CommandResult<()> {
    app_state.desk().await?.fetch_banks(&countries).await.map_err(app_error)
}

#[tauri::command]
#[specta::specta]
pub async fn branches(
    app_state: ManagedState<'_>,
    country: Country,
    bank: String,
    fetch: bool,
) -> CommandResult<BranchesView> {
    app_state.desk().await?.branches(country, &bank, fetch).await.map_err(app_error)
}

/// What files call banks, as it was confirmed.
#[tauri::command]
#[specta::specta]
pub async fn bank_spellings(app_state: ManagedState<'_>) -> CommandResult<Vec<BankSpellingView>> {
    app_state.desk().await?.bank_spellings().await.map_err(app_error)
}

#[tauri::command]
#[specta::specta]
pub async fn forget_bank_spelling(
    app_state: ManagedState<'_>,
    country: Country,
    text: String,
) -> CommandResult<Vec<BankSpellingView>> {
    let desk = app_state.desk().await?;
    desk.forget_bank_spelling(country, &text).await.map_err(app_error)?;
    desk.bank_spellings().await.map_err(app_error)
}
