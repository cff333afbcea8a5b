//! Sends approved batches, one after the other. Each attempt is durable before a connection is opened. Nothing is ever
//! sent again automatically.
//!
//! # An old intent is not sent
//!
//! `desk::pay::sending` reads the clock again after the intent. If the intent is more than a minute old, or the clock
//! is before it, the batch is NotSent and the user decides.

use jiff::SignedDuration;
use paysheet_domain::BatchState;
use paysheet_ledger::{ApprovedBatch, Intent, LedgerError, NextBatch, PayrollId};
use paysheet_service::{RefusalKind, SubmissionBody, SubmitOutcome};
use secrecy::SecretString;

use crate::{
    access::{
        destination::{self, PayingService},
        token_renewal,
    },
    app_error::AppError,
    approve::{approval, bank_codes},
    desk::Desk,
    error::DeskError,
    event::DeskEvent,
    recovery::anchor,
    settle::{
        callbacks::apply::apply_waiting_callbacks,
        record_outcome::{self, classify, not_sent},
    },
    state::{
        session::profile::Unlocked,
        work::send_gate::{Passage, SendingHeld},
    },
    view::TypedTotal,
};

/// Maximum age of an intent when its bytes are sent, in seconds by the wall clock. Only the disk's write is between
/// the two, unless the computer slept.
const INTENT_AGE_MAX_S: i64 = 60;

impl Desk {
    /// Returns whether a payroll is being sent now.
    #[must_use]
    pub fn is_sending(&self, id: u32) -> bool {
        self.send_queue.is_sending(id)
    }

    /// Approves what was frozen and starts to send it.
    ///
    /// # Errors
    /// Those of [`Self::approve`] and of [`Self::start_sending`]. With `UpdateInstalling` nothing is approved.
    pub async fn approve_and_pay(
        &self,
        id: u32,
        fingerprint: &str,
        typed: &[TypedTotal],
    ) -> Result<(), DeskError> {
        // From here on: between approving and sending, the program does not end for an update.
        let _passage = self.send_gate.pass()?;
        approval::approve(self, id, fingerprint, typed).await?;
        self.start_sending(id)
    }

    /// Starts to send in the background. Only one task at a time sends a payroll.
    ///
    /// # Errors
    /// `ProfileKeyChanged`, `Locked`, `SendingGoesOn`, `UpdateInstalling`.
    pub fn start_sending(&self, id: u32) -> Result<(), DeskError> {
        anchor::require_may_send(self)?;
        self.unlocked()?;
        let guard = SendingGuard::take(self, id)?;
        let desk = self.clone();
        tokio::spawn(async move {
            if let Err(error) = send_all(&desk, id).await {
                tracing::error!(%error, payroll = id, "sending stopped");
            }
            drop(guard);
        });
        Ok(())
    }

    /// Sends what is approved and waits until sending ends.
    ///
    /// # Errors
    /// `ProfileKeyChanged`, `Locked`, `SendingGoesOn`, `UpdateInstalling`, `BankCodesNotConfirmed`.
    pub async fn send(&self, id: u32) -> Result<(), DeskError> {
        anchor::require_may_send(self)?;
        let _guard = SendingGuard::take(self, id)?;
        send_all(self, id).await
    }

    /// Keeps anything from being sent or charged until the result is dropped. None if something is being sent or charged
    /// now. While it is kept, whoever wants to send gets `UpdateInstalling`.
    #[must_use]
    pub fn hold_sending(&self) -> Option<SendingHeld> {
        self.send_gate.close()
    }

    /// Returns whether something is being sent or charged now, so that [`Self::hold_sending`] returns None.
    #[must_use]
    pub fn is_moving_money(&self) -> bool {
        self.send_gate.is_in_use()
    }

    /// Stops after the batch that is being sent. What is left stays approved: it can be continued, also after a restart, or
    /// withdrawn.
    pub fn stop_sending(&self, id: u32) {
        self.send_queue.stop_after_batch(id);
        self.emit(DeskEvent::PayrollChanged { id });
    }
}

async fn send_all(desk: &Desk, id: u32) -> Result<(), DeskError> {
    desk.send_queue.clear_stopped(id);
    let ended = send_in_turn(desk, id).await;
    note_end(desk, id, &ended);
    ended
}

/// Records for the payroll why its sending stopped.
pub(super) fn note_end<T>(desk: &Desk, id: u32, ended: &Result<T, DeskError>) {
    match ended {
        // The window shows a locked desk by itself, and the rest of the payroll as approved.
        Ok(_) | Err(DeskError::App(AppError::Locked)) => {}
        Err(error) => desk.send_queue.stop(id, AppError::from(error)),
    }
}

async fn send_in_turn(desk: &Desk, id: u32) -> Result<(), DeskError> {
    let mut looked_at_banks = false;
    while let NextBatch::Ready(batch) = desk.ledger.next_to_send(PayrollId(id)).await? {
        // Once: the batches follow each other within minutes.
        if !std::mem::replace(&mut looked_at_banks, true) {
            bank_codes::require_approved_banks(desk, id).await?;
        }
        if desk.send_queue.is_stopping(id) {
            break;
        }
        if !send_batch(desk, id, batch).await? {
            break;
        }
    }
    Ok(())
}

/// Sends one batch. Returns whether the next one may follow.
async fn send_batch(desk: &Desk, id: u32, batch: ApprovedBatch) -> Result<bool, DeskError> {
    anchor::require_sendable(desk).await?;
    // Obtained before the intent: if the desk is locked, or a token is about to end, the batch stays approved.
    let paying = destination::paying_service(desk).await?;
    let lock = paying.lock_of(batch.sum.currency())?;
    // A report that waits may say that somebody was paid after all.
    apply_waiting_callbacks(desk).await?;
    desk.reported_balances.forget();
    let to = &paying.destinations;
    let intent = desk.ledger.intent(batch, to, desk.guard_rule(), desk.now()).await;
    let intent = match intent {
        // Since the batch was chosen, a report proved that the service has its people: the batch is tracked as sent, or
        // was moved to a draft. The ledger chooses again.
        Err(LedgerError::NoSuchBatch(_) | LedgerError::WrongState { .. }) => return Ok(true),
        intent => intent?,
    };
    desk.emit(DeskEvent::PayrollChanged { id });
    let accepted = attempt(desk, id, intent, (&paying, &lock)).await?;
    desk.emit(DeskEvent::PayrollChanged { id });
    Ok(accepted)
}

pub(super) async fn attempt(
    desk: &Desk,
    payroll: u32,
    intent: Intent,
    (paying, lock): (&PayingService, &SecretString),
) -> Result<bool, DeskError> {
    let PayingService { service, secrets, .. } = paying;
    let body = SubmissionBody::from_stored(intent.body().to_owned());
    // Durable before the first byte is sent: an older copy of the ledger is detected from here on.
    let anchored = anchor::anchor_now(desk).await;
    let outcome = match body {
        _ if anchored.is_err() => {
            tracing::error!(error = ?anchored.err(), payroll, "the ledger's anchor cannot be stored");
            not_sent(anchor::CODE_ANCHOR_NOT_STORED)
        }
        // Locked since the service was obtained, or unlocked with secrets of another service or account.
        _ if !still_has(desk, secrets) => not_sent("locked"),
        _ if is_stale(desk, &intent) => not_sent("intent_expired"),
        Ok(body) if body.sha256_hex() == intent.body_sha256() => {
            let outcome = service.submit(&secrets.token, lock, &body).await;
            if is_token_refused(&outcome) {
                token_renewal::replace_refused_in_background(desk, secrets);
            }
            classify(&outcome)
        }
        Ok(_) | Err(_) => not_sent("body_changed"),
    };
    // A callback may have proved more than the answer does.
    let state = record_outcome::record_answer(desk, payroll, intent, outcome).await?;
    Ok(matches!(state, BatchState::Accepted | BatchState::Settling | BatchState::Closed))
}

fn is_token_refused(outcome: &SubmitOutcome) -> bool {
    let SubmitOutcome::NotAccepted { refusal, .. } = outcome else { return false };
    refusal.kind == RefusalKind::TokenRefused
}

fn still_has(desk: &Desk, secrets: &Unlocked) -> bool {
    let account = |of: &Unlocked| of.account_with(&desk.key().key);
    desk.unlocked().is_ok_and(|now| now.binding == secrets.binding && account(&now) == account(secrets))
}

/// Whether so much time passed since the intent that its user may believe it was decided long ago: the computer
/// slept, or its clock was set.
fn is_stale(desk: &Desk, intent: &Intent) -> bool {
    let age = desk.now().duration_since(intent.at());
    !(SignedDuration::ZERO..=SignedDuration::from_secs(INTENT_AGE_MAX_S)).contains(&age)
}

/// Marks a payroll as being sent until the guard is dropped.
pub(crate) struct SendingGuard {
    desk: Desk,
    id: u32,
    passage: Option<Passage>,
}

impl SendingGuard {
    pub fn take(desk: &Desk, id: u32) -> Result<Self, DeskError> {
        let passage = desk.send_gate.pass()?;
        if desk.send_queue.begin(id) {
            Ok(Self { desk: desk.clone(), id, passage: Some(passage) })
        } else {
            Err(AppError::SendingGoesOn.into())
        }
    }
}

impl Drop for SendingGuard {
    fn drop(&mut self) {
        self.desk.send_queue.end(self.id);
        // Whoever hears of the end may ask whether anything passes.
        drop(self.passage.take());
        self.desk.emit(DeskEvent::PayrollChanged { id: self.id });
    }
}
