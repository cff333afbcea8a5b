//! What the user changes of a payroll that was reviewed or approved, and the work for it in the background, as the window
//! requests it.

use serde::{Deserialize, Serialize};

use crate::{desk::Desk, error::DeskError, view::PayoutChoice};

/// A change of a payroll that was reviewed or approved. None of them pays anybody.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum PayrollChange {
    /// Returns a payroll that is not approved to editing.
    BackToCheck,
    /// Excludes people of a question from a payroll that is not approved, which returns it to Check.
    ExcludeAsked { question: String, keys: Vec<String> },
    /// Withdraws one batch, or everything of the payroll that was never taken, permanently.
    Withdraw { batch: Option<u32>, reason: String },
    /// Takes back what the user said about payouts.
    WithdrawDecisions { choice: PayoutChoice },
    /// Closes a payroll of which outcomes are missing, with a reason.
    CloseUnconfirmed { reason: String },
    /// Reopens a payroll that was closed before all outcomes were known.
    ReopenUnconfirmed,
}

/// A request to start or stop work in the background for a payroll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum WorkRequest {
    /// Starts to ask the service about every payout without a clear outcome.
    Ask,
    /// Stops the questions to the service.
    StopAsking,
    /// Stops sending after the batch that is being sent.
    StopSending,
    /// Stops the documents that are being made. They leave no file.
    StopDocuments,
}

impl Desk {
    /// Makes a change of a payroll that was reviewed or approved.
    pub async fn change_payroll(&self, id: u32, change: PayrollChange) -> Result<(), DeskError> {
        match change {
            PayrollChange::BackToCheck => self.back_to_check(id).await,
            PayrollChange::ExcludeAsked { question, keys } => self.exclude_asked(id, &question, &keys).await,
            PayrollChange::Withdraw { batch, reason } => self.withdraw(id, batch, &reason).await,
            PayrollChange::WithdrawDecisions { choice } => self.withdraw_payout_decisions(id, &choice).await,
            PayrollChange::CloseUnconfirmed { reason } => self.close_unconfirmed(id, &reason).await,
            PayrollChange::ReopenUnconfirmed => self.reopen_unconfirmed(id).await,
        }
    }

    /// Starts or stops work in the background for a payroll.
    pub fn control_work(&self, id: u32, request: WorkRequest) -> Result<(), DeskError> {
        match request {
            WorkRequest::Ask => self.ask_now(id)?,
            WorkRequest::StopAsking => self.stop_asking(id),
            WorkRequest::StopSending => self.stop_sending(id),
            WorkRequest::StopDocuments => self.stop_documents(id),
        }
        Ok(())
    }
}
