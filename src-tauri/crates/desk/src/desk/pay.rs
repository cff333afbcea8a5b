//! Batches are sent, and their outcomes are followed.

use paysheet_ledger::{CallbackKey, RawCallback, Refused};

use crate::{
    desk::Desk,
    error::DeskError,
    pay::{correct, resend, sending, withdraw},
    settle::{
        asking, attempts, by_hand,
        callbacks::{self, unknown},
        chosen,
        outstanding::{self, Outstanding},
        overdue, payment, retries, tracking,
    },
    view::{
        AttemptView, ChosenPayoutsView, PaymentView, PayoutChoice, PayoutDecisionInput, PayoutQuery,
        PayoutWindow, PayrollChange, PayrollLine, ResendInput, SelectedPayout, TrackView, TypedTotal,
        UnknownDecision, UnknownReportsView, UnresolvedView, WorkRequest,
    },
};

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

    /// Returns the attempts of a batch, the last one first.
    pub async fn attempts(&self, batch: u32) -> Result<Vec<AttemptView>, DeskError> {
        attempts::attempts(&self.context, batch).await
    }

    /// Stores callbacks, all together.
    pub async fn store_callbacks(&self, raw: &[RawCallback]) -> Result<Vec<CallbackKey>, DeskError> {
        callbacks::apply::store_callbacks(&self.context, raw).await
    }

    /// Applies stored callbacks, and reports which payrolls changed.
    pub async fn apply_callbacks(&self, stored: &[(CallbackKey, RawCallback)]) -> Result<(), DeskError> {
        callbacks::apply::apply_callbacks(&self.context, stored).await
    }

    /// Listens for callbacks at `address` (`http://127.0.0.1:8790/cb`), or nowhere if it is empty.
    pub async fn listen(&self, address: &str) -> Result<Option<String>, DeskError> {
        callbacks::listen(&self.context, address).await
    }

    /// Returns the address at which the desk receives callbacks now.
    pub async fn callback_address(&self) -> Option<String> {
        callbacks::callback_address(&self.context).await
    }

    /// Returns the reports about references that this ledger does not have.
    pub async fn unknown_reports(&self) -> Result<UnknownReportsView, DeskError> {
        unknown::unknown_reports(&self.context).await
    }

    /// Returns what is outstanding in all payrolls.
    pub async fn outstanding(&self) -> Result<Outstanding, DeskError> {
        outstanding::outstanding(&self.context).await
    }

    /// Marks payouts whose outcome is late.
    pub async fn mark_overdue(&self) -> Result<(), DeskError> {
        overdue::mark_overdue(&self.context).await
    }

    /// Starts to ask the service about every payout of a payroll without a clear outcome.
    pub fn ask_now(&self, id: u32) -> Result<(), DeskError> {
        asking::ask_now(&self.context, id)
    }

    /// Stops the questions about a payroll.
    pub fn stop_asking(&self, id: u32) {
        asking::stop_asking(&self.context, id);
    }

    /// Asks about payouts that are due, as happens periodically.
    pub async fn ask_due(&self) -> Result<(), DeskError> {
        asking::ask_due(&self.context).await
    }

    /// Withdraws what the service never took of a payroll, and returns a new draft with these people.
    pub async fn correct(&self, id: u32) -> Result<u32, DeskError> {
        correct::correct(&self.context, id).await
    }

    /// Starts to send in the background.
    pub fn start_sending(&self, id: u32) -> Result<(), DeskError> {
        sending::start_sending(&self.context, id)
    }

    /// Stops after the batch that is being sent.
    pub fn stop_sending(&self, id: u32) {
        sending::stop_sending(&self.context, id);
    }

    /// Sends what is approved and waits until sending ends.
    pub async fn send(&self, id: u32) -> Result<(), DeskError> {
        sending::send(&self.context, id).await
    }

    /// Continues to send after a restart, a lost connection or a refusal, because the user requested it.
    pub async fn continue_sending(&self, id: u32, input: Option<ResendInput>) -> Result<(), DeskError> {
        resend::continue_sending(&self.context, id, input).await
    }

    /// Continues with what never left this computer, and waits until sending ends.
    pub async fn send_unsent(&self, id: u32, input: Option<ResendInput>) -> Result<(), DeskError> {
        resend::send_unsent(&self.context, id, input).await
    }

    /// Makes batches ready to be sent once more with the same references: those that were not sent, and, if `refused`
    /// requests it, refused ones.
    pub async fn ready_again(
        &self,
        id: u32,
        input: Option<ResendInput>,
        refused: Refused,
    ) -> Result<(), DeskError> {
        resend::ready_again(&self.context, id, input, refused).await
    }

    /// Sends an Unknown batch again, the same bytes with the same references.
    pub async fn send_again(
        &self,
        payroll: u32,
        batch: u32,
        input: Option<ResendInput>,
    ) -> Result<(), DeskError> {
        resend::send_again(&self.context, payroll, batch, input).await
    }

    /// Records the user's decision about an Unknown batch.
    pub async fn decide_unknown(
        &self,
        payroll: u32,
        batch: u32,
        decision: UnknownDecision,
        reason: &str,
    ) -> Result<(), DeskError> {
        resend::decide_unknown(&self.context, payroll, batch, decision, reason).await
    }

    /// Returns whether a payroll is being sent now.
    #[must_use]
    pub fn is_sending(&self, id: u32) -> bool {
        self.context.send_queue.is_sending(id)
    }

    /// Returns the head of the Track screen.
    pub async fn payroll(&self, id: u32) -> Result<TrackView, DeskError> {
        tracking::payroll(&self.context, id).await
    }

    /// Returns a window of payouts.
    pub async fn payouts(
        &self,
        id: u32,
        query: &PayoutQuery,
        offset: u32,
        limit: u32,
    ) -> Result<PayoutWindow, DeskError> {
        tracking::payouts(&self.context, id, query, offset, limit).await
    }

    /// Returns all payrolls, newest first, including damaged ones.
    pub async fn payrolls(&self) -> Result<Vec<PayrollLine>, DeskError> {
        tracking::payrolls(&self.context).await
    }

    /// Returns the number of Unknown batches.
    pub async fn unresolved_count(&self) -> Result<u32, DeskError> {
        tracking::unresolved_count(&self.context).await
    }

    /// Returns the Unknown batches, with what is recorded about them.
    pub async fn unresolved(&self) -> Result<Vec<UnresolvedView>, DeskError> {
        tracking::unresolved(&self.context).await
    }

    /// Withdraws a batch, or everything of the payroll that was never taken, permanently.
    pub async fn withdraw(&self, id: u32, batch: Option<u32>, reason: &str) -> Result<(), DeskError> {
        withdraw::withdraw(&self.context, id, batch, reason).await
    }

    /// Returns selected payouts as they are now, for the confirmation of a decision.
    pub async fn chosen_payouts(
        &self,
        id: u32,
        selected: &[SelectedPayout],
    ) -> Result<ChosenPayoutsView, DeskError> {
        chosen::chosen_payouts(&self.context, id, selected).await
    }

    /// Stores what the user says about payouts, all of them or none.
    pub async fn decide_payouts(
        &self,
        id: u32,
        choice: &PayoutChoice,
        input: &PayoutDecisionInput,
    ) -> Result<(), DeskError> {
        by_hand::decide_payouts(&self.context, id, choice, input).await
    }

    /// Takes back what the user said about payouts.
    pub async fn withdraw_payout_decisions(&self, id: u32, choice: &PayoutChoice) -> Result<(), DeskError> {
        by_hand::withdraw_payout_decisions(&self.context, id, choice).await
    }

    /// Closes a payroll of which outcomes are missing, with a reason.
    pub async fn close_unconfirmed(&self, id: u32, reason: &str) -> Result<(), DeskError> {
        by_hand::close_unconfirmed(&self.context, id, reason).await
    }

    /// Reopens a payroll that was closed before all outcomes were known.
    pub async fn reopen_unconfirmed(&self, id: u32) -> Result<(), DeskError> {
        by_hand::reopen_unconfirmed(&self.context, id).await
    }

    /// Returns a payment with its history.
    pub async fn payment(&self, id: u32, reference: &str) -> Result<PaymentView, DeskError> {
        payment::payment(&self.context, id, reference).await
    }

    /// Creates a draft that pays people again whose payouts failed or were reversed.
    pub async fn pay_failed(&self, id: u32) -> Result<u32, DeskError> {
        retries::pay_failed(&self.context, id).await
    }

    /// Approves what was frozen and starts to send it.
    pub async fn approve_and_pay(
        &self,
        id: u32,
        fingerprint: &str,
        typed: &[TypedTotal],
    ) -> Result<(), DeskError> {
        sending::approve_and_pay(&self.context, id, fingerprint, typed).await
    }
}
