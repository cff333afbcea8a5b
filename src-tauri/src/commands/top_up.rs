//! Top up: the balance, what was topped up, and what became of it. Deliberately not here: charging a card, which only
//! the card window may.

use std::path::PathBuf;

use paysheet_desk::{
    ListWords,
    view::{BalanceView, ShortfallView, TopUpDecision, TopUpDetail, TopUpQuery, TopUpView, TopUpWindow},
};

use super::TheOffice;
use crate::error::{Answer, told, unforeseen};

/// What the list is called before the user says otherwise.
const LIST_NAME: &str = "Top-ups.xlsx";

#[tauri::command]
#[specta::specta]
pub async fn balances(office: TheOffice<'_>) -> Answer<Vec<BalanceView>> {
    office.desk().await?.balances().await.map_err(told)
}

/// What a frozen payroll needs beside what is known to be there, a currency each.
#[tauri::command]
#[specta::specta]
pub async fn shortfall(office: TheOffice<'_>, payroll: u32) -> Answer<Vec<ShortfallView>> {
    office.desk().await?.shortfall(payroll).await.map_err(told)
}

#[tauri::command]
#[specta::specta]
pub async fn top_ups(
    office: TheOffice<'_>,
    query: TopUpQuery,
    offset: u32,
    limit: u32,
) -> Answer<TopUpWindow> {
    office.desk().await?.top_ups(&query, offset, limit).await.map_err(told)
}

#[tauri::command]
#[specta::specta]
pub async fn top_up(office: TheOffice<'_>, id: u32) -> Answer<TopUpDetail> {
    office.desk().await?.top_up(id).await.map_err(told)
}

/// Asks the service how a top-up stands.
#[tauri::command]
#[specta::specta]
pub async fn check_top_up(office: TheOffice<'_>, id: u32) -> Answer<TopUpView> {
    office.desk().await?.check_top_up(id).await.map_err(told)
}

/// Asks the service for any reference, whether or not the top-up was made here.
#[tauri::command]
#[specta::specta]
pub async fn look_up_reference(office: TheOffice<'_>, reference: String) -> Answer<TopUpView> {
    office.desk().await?.look_up_reference(&reference).await.map_err(told)
}

/// The user found the reference of a charge whose answer was lost.
#[tauri::command]
#[specta::specta]
pub async fn claim_reference(office: TheOffice<'_>, id: u32, reference: String) -> Answer<TopUpView> {
    office.desk().await?.claim_reference(id, &reference).await.map_err(told)
}

#[tauri::command]
#[specta::specta]
pub async fn decide_top_up(
    office: TheOffice<'_>,
    id: u32,
    decision: TopUpDecision,
    reason: String,
) -> Answer<TopUpView> {
    office.desk().await?.decide_top_up(id, decision, &reason).await.map_err(told)
}

/// Lets the user say where the list goes; none when they change their mind.
#[tauri::command]
#[specta::specta]
pub async fn choose_top_ups_list(office: TheOffice<'_>) -> Answer<Option<String>> {
    let choice = office.desktop().choose_list_destination(office.documents(), LIST_NAME.to_owned());
    choice.await.map_err(|error| unforeseen(&error))
}

/// Writes the top-ups that the query finds; answers where to.
#[tauri::command]
#[specta::specta]
pub async fn export_top_ups(
    office: TheOffice<'_>,
    query: TopUpQuery,
    words: ListWords,
    path: PathBuf,
) -> Answer<String> {
    let written = office.desk().await?.export_top_ups(&query, words, &path).await.map_err(told)?;
    Ok(written.display().to_string())
}
