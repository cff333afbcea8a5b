//! Commands of the Top up screen: the balance, the top-ups and their outcomes. Deliberately not here: charging a card,
//! which only the card window may do.

use paysheet_app::{CommandResult, app_error};
use paysheet_desk::{
    TopUpLookup,
    view::{BalanceView, ShortfallView, TopUpDetail, TopUpQuery, TopUpView, TopUpWindow},
};
use paysheet_domain::FundingDecision;

use crate::commands::ManagedState;

#[tauri::command]
#[specta::specta]
pub async fn balances(app_state: ManagedState<'_>) -> CommandResult<Vec<BalanceView>> {
    app_state.desk().await?.balances().await.map_err(app_error)
}

/// What a frozen payroll needs beside what is known to be there, a currency each.
#[tauri::command]
#[specta::specta]
pub async fn shortfall(app_state: ManagedState<'_>, payroll: u32) -> CommandResult<Vec<ShortfallView>> {
    app_state.desk().await?.shortfall(payroll).await.map_err(app_error)
}

#[tauri::command]
#[specta::specta]
pub async fn top_ups(
    app_state: ManagedState<'_>,
    query: TopUpQuery,
    offset: u32,
    limit: u32,
) -> CommandResult<TopUpWindow> {
    app_state.desk().await?.top_ups(&query, offset, limit).await.map_err(app_error)
}

#[tauri::command]
#[specta::specta]
pub async fn top_up(app_state: ManagedState<'_>, id: u32) -> CommandResult<TopUpDetail> {
    app_state.desk().await?.top_up(id).await.map_err(app_error)
}

/// Asks the service how a top-up stands.
#[tauri::command]
#[specta::specta]
pub async fn check_top_up(app_state: ManagedState<'_>, lookup: TopUpLookup) -> CommandResult<TopUpView> {
    app_state.desk().await?.look_up_top_up(lookup).await.map_err(app_error)
}

#[tauri::command]
#[specta::specta]
pub async fn decide_top_up(
    app_state: ManagedState<'_>,
    id: u32,
    decision: FundingDecision,
    reason: String,
) -> CommandResult<TopUpView> {
    app_state.desk().await?.decide_top_up(id, decision, &reason).await.map_err(app_error)
}
