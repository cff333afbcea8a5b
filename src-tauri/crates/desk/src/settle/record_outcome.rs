//! Converts the result of an attempt from the service crate to the ledger's terms, and stores it even if the disk
//! fails for a time.
//!
//! # An answer is not lost to a full disk
//!
//! `Ledger::record` returns intent and outcome if it cannot write, and `desk::settle::record_outcome` keeps them and
//! retries.

use paysheet_domain::BatchState;
use paysheet_ledger::{AttemptOutcome, ExchangeRecord, Intent, LedgerError, NotRecorded, OutcomeKind};
use paysheet_service::SubmitOutcome;

use crate::{app_error::AppError, desk::Desk, error::DeskError, event::DeskEvent, retry::until_recorded};

/// Stores the outcome of an attempt. If the disk does not accept it, the answer stays in memory and is retried
/// until it is stored or the desk is closed; in the meantime the user sees an error.
///
/// # Errors
/// `Ledger`: if the error is not temporary, or the desk is being closed. The batch is then Unknown at the next
/// start.
pub(crate) async fn record_answer(
    desk: &Desk,
    payroll: u32,
    intent: Intent,
    outcome: AttemptOutcome,
) -> Result<BatchState, DeskError> {
    let record = |(intent, outcome)| async move {
        desk.ledger.record(intent, outcome, desk.now()).await.map_err(|unrecorded| {
            let NotRecorded { intent, outcome, error } = *unrecorded;
            ((intent, outcome), error)
        })
    };
    let closing = desk.closing.subscribe();
    let recorded =
        until_recorded(closing, (intent, outcome), record, |error| stop_until_recorded(desk, payroll, error))
            .await;
    match recorded {
        Ok(state) => {
            if has_unrecorded_answer(desk, payroll) {
                desk.send_queue.clear_stopped(payroll);
            }
            Ok(state)
        }
        Err(((intent, outcome), error)) => {
            // The only trace of the service's own number. It contains no secret.
            tracing::error!(outcome = ?outcome.kind, batch = ?intent.key(), "an answer was not written down");
            Err(error.into())
        }
    }
}

/// Whether the payroll's sending waits for the disk, with the service's answer in memory.
pub(crate) fn has_unrecorded_answer(desk: &Desk, payroll: u32) -> bool {
    desk.send_queue.stopped(payroll) == Some(AppError::AnswerNotRecorded)
}

fn stop_until_recorded(desk: &Desk, payroll: u32, error: &LedgerError) {
    tracing::error!(%error, "an answer cannot be written down yet");
    desk.send_queue.stop(payroll, AppError::AnswerNotRecorded);
    desk.emit(DeskEvent::PayrollChanged { id: payroll });
}

pub(crate) fn not_sent(code: &str) -> AttemptOutcome {
    AttemptOutcome { kind: OutcomeKind::NotSent, code: code.to_owned(), evidence: ExchangeRecord::default() }
}

/// Converts the result of a submission from the service crate to the ledger's terms.
pub(crate) fn classify(outcome: &SubmitOutcome) -> AttemptOutcome {
    let (kind, code, message) = match outcome {
        SubmitOutcome::Accepted { batch_id, .. } => {
            (OutcomeKind::Accepted { batch_id: batch_id.clone() }, "accepted".to_owned(), None)
        }
        SubmitOutcome::NotSent { reason, .. } => (OutcomeKind::NotSent, reason.to_string(), None),
        SubmitOutcome::NotAccepted { refusal, .. } => {
            (OutcomeKind::NotAccepted, refusal.kind.to_string(), refusal.message.clone())
        }
        SubmitOutcome::Unknown { reason, .. } => (OutcomeKind::Unknown, reason.to_string(), None),
    };
    let seen = outcome.evidence();
    let evidence = ExchangeRecord {
        http_status: seen.http_status,
        message,
        body_excerpt: seen.body_excerpt.clone(),
        error_kind: seen.error_kind.clone(),
    };
    AttemptOutcome { kind, code, evidence }
}
