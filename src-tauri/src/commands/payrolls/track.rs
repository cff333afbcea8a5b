//! Commands of the Track screen: the outcome of one payroll.

use paysheet_app::{CommandResult, app_error};
use paysheet_desk::{
    PayrollChange, WorkRequest,
    view::{
        AttemptView, ChosenPayoutsView, OpenPaymentsView, PaymentView, PayoutChoice, PayoutDecisionInput,
        PayoutFilter, PayoutWindow, ResendInput, SelectedPayout, TrackView, TypedTotal,
    },
};
use paysheet_domain::money::Total;

use crate::commands::ManagedState;

#[tauri::command]
#[specta::specta]
pub async fn payroll(app_state: ManagedState<'_>, id: u32) -> CommandResult<TrackView> {
    app_state.desk().await?.payroll(id).await.map_err(app_error)
}

#[tauri::command]
#[specta::specta]
pub async fn payouts(
    app_state: ManagedState<'_>,
    id: u32,
    query: PayoutFilter,
    offset: u32,
    limit: u32,
) -> CommandResult<PayoutWindow> {
    app_state.desk().await?.payouts(id, &query, offset, limit).await.map_err(app_error)
}

/// The attempts to send a batch, the last one first.
#[tauri::command]
#[specta::specta]
pub async fn attempts(app_state: ManagedState<'_>, batch: u32) -> CommandResult<Vec<AttemptView>> {
    app_state.desk().await?.attempts(batch).await.map_err(app_error)
}

/// Starts or stops work in the background for a payroll.
#[tauri::command]
#[specta::specta]
pub async fn control_work(app_state: ManagedState<'_>, id: u32, request: WorkRequest) -> CommandResult<()> {
    app_state.desk().await?.control_work(id, request).map_err(app_error)
}

/// Makes one change of a payroll that was reviewed or approved. None of them pays anybody.
#[tauri::command]
#[specta::specta]
pub async fn change_payroll(
    app_state: ManagedState<'_>,
    id: u32,
    change: PayrollChange,
) -> CommandResult<()> {
    app_state.desk().await?.change_payroll(id, change).await.map_err(app_error)
}

#[tauri::command]
#[specta::specta]
pub async fn continue_sending(
    app_state: ManagedState<'_>,
    id: u32,
    input: Option<ResendInput>,
) -> CommandResult<()> {
    app_state.desk().await?.continue_sending(id, input).await.map_err(app_error)
}

/// What sending again would send, by currency: the totals that may have to be typed.
#[tauri::command]
#[specta::specta]
pub async fn unsent_totals(app_state: ManagedState<'_>, id: u32) -> CommandResult<Vec<Total>> {
    app_state.desk().await?.unsent_totals(id).await.map_err(app_error)
}

/// Approves what is not at the service once more, for the service that the profile names now.
#[tauri::command]
#[specta::specta]
pub async fn approve_anew(
    app_state: ManagedState<'_>,
    id: u32,
    totals: Vec<TypedTotal>,
) -> CommandResult<()> {
    app_state.desk().await?.approve_anew(id, &totals).await.map_err(app_error)
}

/// Selected payouts as they are now, for the confirmation of a decision.
#[tauri::command]
#[specta::specta]
pub async fn chosen_payouts(
    app_state: ManagedState<'_>,
    id: u32,
    selected: Vec<SelectedPayout>,
) -> CommandResult<ChosenPayoutsView> {
    app_state.desk().await?.chosen_payouts(id, &selected).await.map_err(app_error)
}

/// Stores what the user says about payouts: paid, failed or reversed.
#[tauri::command]
#[specta::specta]
pub async fn decide_payouts(
    app_state: ManagedState<'_>,
    id: u32,
    choice: PayoutChoice,
    input: PayoutDecisionInput,
) -> CommandResult<()> {
    app_state.desk().await?.decide_payouts(id, &choice, &input).await.map_err(app_error)
}

/// A payment with its history.
#[tauri::command]
#[specta::specta]
pub async fn payment(app_state: ManagedState<'_>, id: u32, reference: String) -> CommandResult<PaymentView> {
    app_state.desk().await?.payment(id, &reference).await.map_err(app_error)
}

/// The payments without a clear result, to ask the provider about.
#[tauri::command]
#[specta::specta]
pub async fn open_payments(app_state: ManagedState<'_>, id: u32) -> CommandResult<OpenPaymentsView> {
    app_state.desk().await?.open_payments(id).await.map_err(app_error)
}
