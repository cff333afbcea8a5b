//! Sends approved batches, one after the other. Each attempt is durable before a connection is opened. Nothing is ever
//! sent again automatically.

use jiff::SignedDuration;
use paysheet_domain::{BatchState, Money};
use paysheet_ledger::{
    ApprovedBatch, BatchKey, Decision, Intent, LedgerError, NextBatch, PayrollId, Refused,
};
use paysheet_service::{Service, SubmissionBody};

use crate::{
    approve::decision_reason::decision_reason,
    desk::Desk,
    error::{AppError, DeskError},
    event::DeskEvent,
    pay::record_outcome::{classify, not_sent},
    session::profile::Unlocked,
    view::{ResendInput, UnknownDecision},
};

/// Maximum age of an intent when its bytes are sent, in seconds by the wall clock. Only the disk's write is between
/// the two, unless the computer slept.
const INTENT_AGE_MAX_S: i64 = 60;
/// The code of an attempt that was not made because the keychain did not store the ledger's anchor.
pub(crate) const CODE_ANCHOR_NOT_STORED: &str = "anchor_not_stored";

impl Desk {
    /// Starts to send in the background. Only one task at a time sends a payroll.
    ///
    /// # Errors
    /// `ProfileKeyChanged`, `Locked`, `SendingGoesOn`.
    pub fn start_sending(&self, id: u32) -> Result<(), DeskError> {
        self.require_may_send()?;
        self.unlocked()?;
        let guard = SendingGuard::take(self, id)?;
        let desk = self.clone();
        tokio::spawn(async move {
            if let Err(error) = desk.send_all(id).await {
                tracing::error!(%error, payroll = id, "sending stopped");
            }
            drop(guard);
        });
        Ok(())
    }

    /// Sends what is approved and waits until sending ends.
    ///
    /// # Errors
    /// `ProfileKeyChanged`, `Locked`, `SendingGoesOn`, `Ledger`.
    pub async fn send(&self, id: u32) -> Result<(), DeskError> {
        self.require_may_send()?;
        let _guard = SendingGuard::take(self, id)?;
        self.send_all(id).await
    }

    async fn send_all(&self, id: u32) -> Result<(), DeskError> {
        self.clear_stopped(id);
        let ended = self.send_in_turn(id).await;
        self.note_end(id, &ended);
        ended
    }

    /// Records for the payroll why its sending stopped.
    fn note_end<T>(&self, id: u32, ended: &Result<T, DeskError>) {
        match ended {
            // The window shows a locked desk by itself, and the rest of the payroll as approved.
            Ok(_) | Err(DeskError::Locked) => {}
            Err(error) => self.inner.send_queue.stop(id, AppError::from(error)),
        }
    }

    async fn send_in_turn(&self, id: u32) -> Result<(), DeskError> {
        while let NextBatch::Ready(batch) = self.inner.ledger.next_to_send(PayrollId(id)).await? {
            if !self.send_batch(id, batch).await? {
                break;
            }
        }
        Ok(())
    }

    /// Sends one batch. Returns whether the next one may follow.
    async fn send_batch(&self, id: u32, batch: ApprovedBatch) -> Result<bool, DeskError> {
        self.require_sendable().await?;
        // Obtained before the intent: if the desk is locked, or a token is about to end, the batch stays approved.
        let (service, secrets, destination) = self.paying_service().await?;
        let intent = self.inner.ledger.intent(batch, &destination, self.guard_rule(), self.now()).await?;
        self.tell(DeskEvent::PayrollChanged { id });
        let accepted = self.attempt(id, intent, (&service, &secrets)).await?;
        self.tell(DeskEvent::PayrollChanged { id });
        Ok(accepted)
    }

    async fn attempt(
        &self,
        payroll: u32,
        intent: Intent,
        (service, secrets): (&Service, &Unlocked),
    ) -> Result<bool, DeskError> {
        let body = SubmissionBody::from_stored(intent.body().to_owned());
        // Durable before the first byte is sent: an older copy of the ledger is detected from here on.
        let anchored = self.anchor_now().await;
        let outcome = match body {
            _ if anchored.is_err() => {
                tracing::error!(error = ?anchored.err(), payroll, "the ledger's anchor cannot be stored");
                not_sent(CODE_ANCHOR_NOT_STORED)
            }
            // Locked since the service was obtained, or unlocked with secrets of another service or account.
            _ if !self.still_has(secrets) => not_sent("locked"),
            _ if self.is_stale(&intent) => not_sent("intent_expired"),
            Ok(body) if body.sha256_hex() == intent.body_sha256() => {
                classify(&service.submit(&secrets.token, &secrets.lock, &body).await)
            }
            Ok(_) | Err(_) => not_sent("body_changed"),
        };
        // A callback may have proved more than the answer does.
        let state = self.keep_answer(payroll, intent, outcome).await?;
        Ok(matches!(state, BatchState::Accepted | BatchState::Settling | BatchState::Closed))
    }

    fn still_has(&self, secrets: &Unlocked) -> bool {
        let account = |of: &Unlocked| of.account_with(&self.key().key);
        self.unlocked().is_ok_and(|now| now.binding == secrets.binding && account(&now) == account(secrets))
    }

    /// Whether so much time passed since the intent that its user may believe it was decided long ago: the computer
    /// slept, or its clock was set.
    fn is_stale(&self, intent: &Intent) -> bool {
        let age = self.now().duration_since(intent.at());
        !(SignedDuration::ZERO..=SignedDuration::from_secs(INTENT_AGE_MAX_S)).contains(&age)
    }

    /// Continues to send after a restart, a lost connection or a refusal, because the user requested it. If anything
    /// else happened since the approval, `input` contains the totals, typed once more.
    ///
    /// # Errors
    /// `Locked`, `TokenEnds`, `ProfileKeyChanged`, `SendingGoesOn`; `Ledger` with `TotalNeeded`, `QuestionsOpen`,
    /// `ApprovedForOther`, `AccountDiffers`.
    pub async fn continue_sending(&self, id: u32, input: Option<ResendInput>) -> Result<(), DeskError> {
        self.ready_again(id, input, Refused::SentAgain).await?;
        self.start_sending(id)
    }

    /// Continues with what never left this computer, and waits until sending ends. Refused batches stay refused.
    ///
    /// # Errors
    /// As [`Desk::continue_sending`].
    pub async fn send_unsent(&self, id: u32, input: Option<ResendInput>) -> Result<(), DeskError> {
        self.ready_again(id, input, Refused::Stay).await?;
        self.send(id).await
    }

    /// Makes batches ready to be sent once more with the same references: those that were not sent, and, if `refused`
    /// requests it, refused ones.
    ///
    /// # Errors
    /// As [`Desk::continue_sending`].
    pub async fn ready_again(
        &self,
        id: u32,
        input: Option<ResendInput>,
        refused: Refused,
    ) -> Result<(), DeskError> {
        self.require_sendable().await?;
        let (_, secrets, destination) = self.paying_service().await?;
        let _guard = SendingGuard::take(self, id)?;
        self.confirm_account(id, &secrets, input.as_ref()).await?;
        let ledger = &self.inner.ledger;
        let payroll = PayrollId(id);
        let totals = Self::resend_totals(input.as_ref(), &ledger.unsent_totals(payroll).await?)?;
        let by = self.approver();
        ledger.ready_again(payroll, refused, self.resend(&by, totals.as_deref(), &destination)).await?;
        Ok(())
    }

    /// Sends an Unknown batch again, the same bytes with the same references. This happens only by the user's
    /// decision.
    ///
    /// # Errors
    /// As [`Desk::continue_sending`].
    pub async fn send_again(
        &self,
        payroll: u32,
        batch: u32,
        input: Option<ResendInput>,
    ) -> Result<(), DeskError> {
        self.require_sendable().await?;
        let (service, secrets, destination) = self.paying_service().await?;
        let guard = SendingGuard::take(self, payroll)?;
        self.confirm_account(payroll, &secrets, input.as_ref()).await?;
        let sum = self.batch_sum(payroll, batch).await?;
        let totals = Self::resend_totals(input.as_ref(), &[sum])?;
        let by = self.approver();
        let resend = self.resend(&by, totals.as_deref(), &destination);
        let intent = self.inner.ledger.resend_unknown(BatchKey(batch), resend).await?;
        self.clear_stopped(payroll);
        let desk = self.clone();
        tokio::spawn(async move {
            desk.tell(DeskEvent::PayrollChanged { id: payroll });
            let ended = desk.attempt(payroll, intent, (&service, &secrets)).await;
            desk.note_end(payroll, &ended);
            if let Err(error) = ended {
                tracing::error!(%error, payroll, "sending again stopped");
            }
            drop(guard);
            desk.tell(DeskEvent::PayrollChanged { id: payroll });
        });
        Ok(())
    }

    async fn batch_sum(&self, payroll: u32, batch: u32) -> Result<Money, DeskError> {
        let batches = self.inner.ledger.batches(PayrollId(payroll)).await?;
        let found = batches.iter().find(|found| found.key == BatchKey(batch));
        Ok(found.ok_or(LedgerError::NoSuchBatch(BatchKey(batch)))?.sum)
    }

    /// Records the user's statement that the token in use is of the account that the payroll was approved with.
    async fn confirm_account(
        &self,
        id: u32,
        secrets: &Unlocked,
        input: Option<&ResendInput>,
    ) -> Result<(), DeskError> {
        let Some(reason) = input.and_then(|input| input.same_account.as_deref()) else { return Ok(()) };
        let reason = decision_reason(reason)?;
        let by = self.approver();
        let said = (reason, by.as_str());
        let account = secrets.account_with(&self.key().key);
        self.inner.ledger.confirm_account(PayrollId(id), &account, said, self.now()).await?;
        Ok(())
    }

    /// Records the user's decision about an Unknown batch.
    ///
    /// # Errors
    /// `ValueInvalid` without a reason, `Ledger`.
    pub async fn decide_unknown(
        &self,
        payroll: u32,
        batch: u32,
        decision: UnknownDecision,
        reason: &str,
    ) -> Result<(), DeskError> {
        let reason = decision_reason(reason)?;
        let decision = match decision {
            UnknownDecision::TheServiceHasIt => Decision::TheServiceHasIt,
            UnknownDecision::TheServiceDoesNotHaveIt => Decision::TheServiceDoesNotHaveIt,
        };
        let by = self.approver();
        self.inner.ledger.decide_unknown(BatchKey(batch), decision, reason, &by, self.now()).await?;
        self.anchor_or_log().await;
        self.tell(DeskEvent::PayrollChanged { id: payroll });
        Ok(())
    }

    /// Removes the stored reason why the sending of a payroll stopped, because it is settled.
    pub(crate) fn clear_stopped(&self, id: u32) {
        self.inner.send_queue.clear_stopped(id);
    }

    /// Returns why the sending of a payroll stopped, or cannot continue.
    pub(crate) fn stopped(&self, id: u32) -> Option<AppError> {
        self.inner.send_queue.stopped(id)
    }

    #[must_use]
    pub fn is_sending(&self, id: u32) -> bool {
        self.inner.send_queue.is_sending(id)
    }
}

/// Marks a payroll as being sent until the guard is dropped.
pub(crate) struct SendingGuard {
    desk: Desk,
    id: u32,
}

impl SendingGuard {
    pub fn take(desk: &Desk, id: u32) -> Result<Self, DeskError> {
        if desk.inner.send_queue.begin(id) {
            Ok(Self { desk: desk.clone(), id })
        } else {
            Err(DeskError::SendingGoesOn)
        }
    }
}

impl Drop for SendingGuard {
    fn drop(&mut self) {
        self.desk.inner.send_queue.end(self.id);
        self.desk.tell(DeskEvent::PayrollChanged { id: self.id });
    }
}
