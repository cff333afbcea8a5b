//! Sending approved batches, one after the other. Each attempt is durable before a connection is opened, and
//! nothing is ever sent again by itself.

use paysheet_domain::BatchState;
use paysheet_ledger::{ApprovedBatch, BatchKey, Decision, Intent, NextBatch, PayrollId};
use paysheet_service::{Service, SubmissionBody};

use crate::{
    answer::{classify, not_sent},
    desk::{Desk, hold},
    error::{AppError, DeskError, Setting},
    event::DeskEvent,
    view::UnknownDecision,
};

impl Desk {
    /// Starts to send in the background. A payroll is sent by one task at a time.
    ///
    /// # Errors
    /// `ProfileKeyChanged`, `Locked`, `SendingGoesOn`.
    pub fn start_sending(&self, id: u32) -> Result<(), DeskError> {
        self.require_own_key()?;
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

    /// Sends what is approved and waits for the end of it.
    ///
    /// # Errors
    /// `ProfileKeyChanged`, `Locked`, `SendingGoesOn`, `Ledger`.
    pub async fn send(&self, id: u32) -> Result<(), DeskError> {
        self.require_own_key()?;
        let _guard = SendingGuard::take(self, id)?;
        self.send_all(id).await
    }

    async fn send_all(&self, id: u32) -> Result<(), DeskError> {
        hold(&self.inner.stopped).remove(&id);
        let ended = self.send_in_turn(id).await;
        self.note_end(id, &ended);
        ended
    }

    /// Says on the payroll why its sending stopped.
    fn note_end<T>(&self, id: u32, ended: &Result<T, DeskError>) {
        match ended {
            // A locked desk says so itself, and what is left stands there as approved.
            Ok(_) | Err(DeskError::Locked) => {}
            Err(error) => drop(hold(&self.inner.stopped).insert(id, AppError::from(error))),
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

    /// Sends one batch; answers whether the next one may follow.
    async fn send_batch(&self, id: u32, batch: ApprovedBatch) -> Result<bool, DeskError> {
        // Asked before the intent: a locked desk, or a token about to end, leaves the batch approved.
        self.secrets_for_a_submission().await?;
        let service = self.service();
        self.remember_destination(batch.key.0, &service).await?;
        let intent = self.inner.ledger.intent(batch, self.now()).await?;
        self.tell(DeskEvent::PayrollChanged { id });
        let accepted = self.attempt(id, intent, &service).await?;
        self.tell(DeskEvent::PayrollChanged { id });
        Ok(accepted)
    }

    async fn attempt(&self, payroll: u32, intent: Intent, service: &Service) -> Result<bool, DeskError> {
        let outcome = match (SubmissionBody::from_stored(intent.body().to_owned()), self.unlocked()) {
            (Ok(body), Ok(secrets)) if body.sha256_hex() == intent.body_sha256() => {
                classify(&service.submit(&secrets.token, &secrets.lock, &body).await)?
            }
            (Ok(_) | Err(_), Err(_)) => not_sent("locked"),
            (Ok(_) | Err(_), Ok(_)) => not_sent("body_changed"),
        };
        // A callback may have proved more than the answer says.
        let state = self.keep_answer(payroll, intent, outcome).await?;
        Ok(matches!(state, BatchState::Accepted | BatchState::Settling | BatchState::Closed))
    }

    /// Goes on after a restart, a lost connection or a refusal: the user asked for it.
    ///
    /// # Errors
    /// `ProfileKeyChanged`, `Locked`, `TokenEnds`, `SendingGoesOn`, `Ledger`.
    pub async fn continue_sending(&self, id: u32) -> Result<(), DeskError> {
        self.require_own_key()?;
        self.secrets_for_a_submission().await?;
        self.ready_again(id).await?;
        self.start_sending(id)
    }

    /// Goes on with what never left this computer, and waits for the end of it; refused batches stay refused.
    ///
    /// # Errors
    /// `ProfileKeyChanged`, `Locked`, `SendingGoesOn`, `Ledger`.
    pub async fn send_unsent(&self, id: u32) -> Result<(), DeskError> {
        self.require_own_key()?;
        self.unlocked()?;
        let _guard = SendingGuard::take(self, id)?;
        self.inner.ledger.retry_not_sent(PayrollId(id), self.now()).await?;
        self.send_all(id).await
    }

    /// Makes batches that were not sent, or refused, ready to be sent once more with the same references.
    ///
    /// # Errors
    /// `ProfileKeyChanged`, `Locked`, `SendingGoesOn`, `Ledger`.
    pub async fn ready_again(&self, id: u32) -> Result<(), DeskError> {
        self.require_own_key()?;
        self.unlocked()?;
        let _guard = SendingGuard::take(self, id)?;
        self.inner.ledger.retry_not_sent(PayrollId(id), self.now()).await?;
        self.inner.ledger.refreeze_refused(PayrollId(id), self.now()).await?;
        Ok(())
    }

    /// Sends an Unknown batch again, the same bytes with the same references: only ever because the user said
    /// so.
    ///
    /// # Errors
    /// `ProfileKeyChanged`, `Locked`, `TokenEnds`, `SendingGoesOn`, `ServiceMoved`, `Ledger`.
    pub async fn send_again(&self, payroll: u32, batch: u32) -> Result<(), DeskError> {
        self.require_own_key()?;
        self.secrets_for_a_submission().await?;
        let guard = SendingGuard::take(self, payroll)?;
        let service = self.service();
        self.require_same_destination(batch, &service).await?;
        let intent = self.inner.ledger.resend_unknown(BatchKey(batch), self.now()).await?;
        hold(&self.inner.stopped).remove(&payroll);
        let desk = self.clone();
        tokio::spawn(async move {
            desk.tell(DeskEvent::PayrollChanged { id: payroll });
            let ended = desk.attempt(payroll, intent, &service).await;
            desk.note_end(payroll, &ended);
            if let Err(error) = ended {
                tracing::error!(%error, payroll, "sending again stopped");
            }
            drop(guard);
            desk.tell(DeskEvent::PayrollChanged { id: payroll });
        });
        Ok(())
    }

    /// Takes the user's word on an Unknown batch.
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
        if reason.trim().is_empty() {
            return Err(DeskError::ValueInvalid(Setting::Reason));
        }
        let decision = match decision {
            UnknownDecision::TheServiceHasIt => Decision::TheServiceHasIt,
            UnknownDecision::TheServiceDoesNotHaveIt => Decision::TheServiceDoesNotHaveIt,
        };
        let settings = self.profile().settings;
        let by = if settings.approver.is_empty() { settings.name } else { settings.approver };
        self.inner.ledger.decide_unknown(BatchKey(batch), decision, reason.trim(), &by, self.now()).await?;
        self.tell(DeskEvent::PayrollChanged { id: payroll });
        Ok(())
    }

    /// Why the sending of a payroll stopped, or cannot go on.
    pub(crate) fn stopped(&self, id: u32) -> Option<AppError> {
        hold(&self.inner.stopped).get(&id).cloned()
    }

    #[must_use]
    pub fn is_sending(&self, id: u32) -> bool {
        hold(&self.inner.sending).contains(&id)
    }
}

/// Marks a payroll as being sent for as long as it lives.
struct SendingGuard {
    desk: Desk,
    id: u32,
}

impl SendingGuard {
    fn take(desk: &Desk, id: u32) -> Result<Self, DeskError> {
        if hold(&desk.inner.sending).insert(id) {
            Ok(Self { desk: desk.clone(), id })
        } else {
            Err(DeskError::SendingGoesOn)
        }
    }
}

impl Drop for SendingGuard {
    fn drop(&mut self) {
        hold(&self.desk.inner.sending).remove(&self.id);
        self.desk.tell(DeskEvent::PayrollChanged { id: self.id });
    }
}
