//! What the user decides about a payroll whose sending stopped: to send the rest, to send a batch again, and what
//! happened to a batch whose answer was lost.

use paysheet_domain::Money;
use paysheet_ledger::{BatchKey, LedgerError, PayrollId, Refused, decision_reason};

use crate::{
    access::destination,
    approve::{approval, bank_codes},
    desk::Desk,
    error::DeskError,
    event::DeskEvent,
    pay::sending::{self, SendingGuard},
    recovery::anchor,
    settle::callbacks::apply::apply_waiting_callbacks,
    state::session::profile::Unlocked,
    view::{ResendInput, UnknownDecision},
};

impl Desk {
    /// Continues to send after a restart, a lost connection or a refusal, because the user requested it. If anything
    /// else happened since the approval, `input` contains the totals, typed once more.
    ///
    /// # Errors
    /// `UpdateInstalling`, `ApproverMissing`, `Locked`, `TokenEnds`, `ProfileKeyChanged`, `SendingGoesOn`; `Ledger` with
    /// `TotalNeeded`, `QuestionsOpen`, `ApprovedForOther`, `AccountDiffers`.
    pub async fn continue_sending(&self, id: u32, input: Option<ResendInput>) -> Result<(), DeskError> {
        let _passage = self.send_gate.pass()?;
        self.ready_again(id, input, Refused::SentAgain).await?;
        self.start_sending(id)
    }

    /// Continues with what never left this computer, and waits until sending ends. Refused batches stay refused.
    ///
    /// # Errors
    /// As [`Self::continue_sending`].
    pub async fn send_unsent(&self, id: u32, input: Option<ResendInput>) -> Result<(), DeskError> {
        let _passage = self.send_gate.pass()?;
        self.ready_again(id, input, Refused::Stay).await?;
        self.send(id).await
    }

    /// Makes batches ready to be sent once more with the same references: those that were not sent, and, if `refused`
    /// requests it, refused ones.
    ///
    /// # Errors
    /// As [`Self::continue_sending`].
    pub async fn ready_again(
        &self,
        id: u32,
        input: Option<ResendInput>,
        refused: Refused,
    ) -> Result<(), DeskError> {
        let by = self.required_approver()?;
        anchor::require_sendable(self).await?;
        let paying = destination::paying_service(self).await?;
        let _guard = SendingGuard::take(self, id)?;
        confirm_account(self, id, &paying.secrets, input.as_ref()).await?;
        let ledger = &self.ledger;
        let payroll = PayrollId(id);
        let unsent = ledger.unsent_totals(payroll).await?;
        paying.require_wallets(&unsent)?;
        let totals = approval::resend_totals(input.as_ref(), &unsent)?;
        ledger
            .acting_for(&by)
            .ready_again(
                payroll,
                refused,
                approval::resend(self, &by, totals.as_deref(), &paying.destinations),
            )
            .await?;
        Ok(())
    }

    /// Sends an Unknown batch again, the same bytes with the same references. This happens only by the user's
    /// decision.
    ///
    /// # Errors
    /// As [`Self::continue_sending`]; `BankCodesNotConfirmed`.
    pub async fn send_again(
        &self,
        payroll: u32,
        batch: u32,
        input: Option<ResendInput>,
    ) -> Result<(), DeskError> {
        let by = self.required_approver()?;
        anchor::require_sendable(self).await?;
        let sum = batch_sum(self, payroll, batch).await?;
        let paying = destination::paying_service(self).await?;
        let lock = paying.lock_of(sum.currency())?;
        let guard = SendingGuard::take(self, payroll)?;
        // A report that waits may prove that the service has it.
        apply_waiting_callbacks(self).await?;
        confirm_account(self, payroll, &paying.secrets, input.as_ref()).await?;
        bank_codes::require_approved_banks(self, payroll).await?;
        let totals = approval::resend_totals(input.as_ref(), &[sum])?;
        let resend = approval::resend(self, &by, totals.as_deref(), &paying.destinations);
        let intent = self.ledger.acting_for(&by).resend_unknown(BatchKey(batch), resend).await?;
        self.send_queue.clear_stopped(payroll);
        let desk = self.clone();
        tokio::spawn(async move {
            desk.emit(DeskEvent::PayrollChanged { id: payroll });
            let ended = sending::attempt(&desk, payroll, intent, (&paying, &lock)).await;
            sending::note_end(&desk, payroll, &ended);
            if let Err(error) = ended {
                tracing::error!(%error, payroll, "sending again stopped");
            }
            drop(guard);
            desk.emit(DeskEvent::PayrollChanged { id: payroll });
        });
        Ok(())
    }
}

async fn batch_sum(desk: &Desk, payroll: u32, batch: u32) -> Result<Money, DeskError> {
    let batches = desk.ledger.batches(PayrollId(payroll)).await?;
    let found = batches.iter().find(|found| found.key == BatchKey(batch));
    Ok(found.ok_or(LedgerError::NoSuchBatch(BatchKey(batch)))?.sum)
}

/// Records the user's statement that the token in use is of the account that the payroll was approved with.
async fn confirm_account(
    desk: &Desk,
    id: u32,
    secrets: &Unlocked,
    input: Option<&ResendInput>,
) -> Result<(), DeskError> {
    let Some(reason) = input.and_then(|input| input.same_account.as_deref()) else { return Ok(()) };
    let reason = decision_reason(reason)?;
    let by = desk.decider();
    let said = (reason, by.as_str());
    let account = secrets.account_with(&desk.key().key);
    desk.ledger.confirm_account(PayrollId(id), &account, said, desk.now()).await?;
    Ok(())
}

impl Desk {
    /// Records the user's decision about an Unknown batch.
    ///
    /// # Errors
    /// `Ledger`, with `NoReason` without a reason.
    pub async fn decide_unknown(
        &self,
        payroll: u32,
        batch: u32,
        decision: UnknownDecision,
        reason: &str,
    ) -> Result<(), DeskError> {
        let reason = decision_reason(reason)?;
        let by = self.decider();
        self.ledger.decide_unknown(BatchKey(batch), decision, reason, &by, self.now()).await?;
        anchor::anchor_or_log(self).await;
        self.emit(DeskEvent::PayrollChanged { id: payroll });
        Ok(())
    }
}
