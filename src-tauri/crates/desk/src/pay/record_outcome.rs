//! Converts the result of an attempt from the service crate to the ledger's terms, and stores it even if the disk
//! fails for a time.

use std::time::Duration;

use paysheet_domain::BatchState;
use paysheet_ledger::{AttemptOutcome, Evidence, Intent, NotRecorded, OutcomeKind};
use paysheet_service::SubmitOutcome;

use crate::{
    desk::Desk,
    error::{AppError, DeskError, ErrorCode},
    event::DeskEvent,
};

/// The pause before the ledger is tried again. It doubles each time, up to the maximum.
#[cfg(not(feature = "simulate"))]
const RECORD_AGAIN_FIRST: Duration = Duration::from_millis(250);
#[cfg(not(feature = "simulate"))]
const RECORD_AGAIN_MOST: Duration = Duration::from_secs(5);
/// The simulator waits no longer than necessary.
#[cfg(feature = "simulate")]
const RECORD_AGAIN_FIRST: Duration = Duration::from_millis(1);
#[cfg(feature = "simulate")]
const RECORD_AGAIN_MOST: Duration = Duration::from_millis(4);
/// How long a desk that is being closed waits for a disk that does not store an answer.
const CLOSING_FOR_MOST: Duration = Duration::from_secs(10);

impl Desk {
    /// Stores the outcome of an attempt. If the disk does not accept it, the answer stays in memory and is retried
    /// until it is stored or the desk is closed; in the meantime the user sees an error.
    ///
    /// # Errors
    /// `Ledger`: if the error is not temporary, or the desk is being closed. The batch is then Unknown at the next
    /// start.
    pub(crate) async fn keep_answer(
        &self,
        payroll: u32,
        intent: Intent,
        outcome: AttemptOutcome,
    ) -> Result<BatchState, DeskError> {
        let mut unkept = match self.inner.ledger.record(intent, outcome, self.now()).await {
            Ok(state) => return Ok(state),
            Err(unkept) => unkept,
        };
        let closing = self.inner.closing.subscribe();
        let mut closing_for = Duration::ZERO;
        let mut pause = RECORD_AGAIN_FIRST;
        while unkept.error.may_pass() && closing_for < CLOSING_FOR_MOST {
            self.tell_unkept(payroll, &unkept);
            tokio::time::sleep(pause).await;
            if *closing.borrow() {
                closing_for += pause;
            }
            pause = RECORD_AGAIN_MOST.min(pause * 2);
            let NotRecorded { intent, outcome, .. } = *unkept;
            unkept = match self.inner.ledger.record(intent, outcome, self.now()).await {
                Ok(state) => {
                    self.clear_stopped(payroll);
                    return Ok(state);
                }
                Err(unkept) => unkept,
            };
        }
        // The only trace of the service's own number. It contains no secret.
        tracing::error!(outcome = ?unkept.outcome.kind, batch = ?unkept.intent.key(), "an answer was not written down");
        Err(unkept.error.into())
    }

    /// Whether the payroll's sending waits for the disk, with the service's answer in memory.
    pub(crate) fn has_unkept_answer(&self, payroll: u32) -> bool {
        self.stopped(payroll).is_some_and(|error| error.code == ErrorCode::AnswerNotKept)
    }

    fn tell_unkept(&self, payroll: u32, unkept: &NotRecorded) {
        tracing::error!(error = %unkept.error, "an answer cannot be written down yet");
        let told = AppError::new(ErrorCode::AnswerNotKept).with("reason", &unkept.error);
        self.inner.send_queue.stop(payroll, told);
        self.tell(DeskEvent::PayrollChanged { id: payroll });
    }
}

pub(crate) fn not_sent(code: &str) -> AttemptOutcome {
    AttemptOutcome { kind: OutcomeKind::NotSent, code: code.to_owned(), evidence: Evidence::default() }
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
    let evidence = Evidence {
        http_status: seen.http_status,
        message,
        body_excerpt: seen.body_excerpt.clone(),
        error_kind: seen.error_kind.clone(),
    };
    AttemptOutcome { kind, code, evidence }
}
