//! Stores the answer to a charge. If the disk does not accept it, the answer stays in memory and is retried.

use std::time::Duration;

use paysheet_ledger::{ChargeAnswered, ChargeNotRecorded, ChargeUnderWay, FundingEntry};

use crate::{desk::Desk, error::DeskError};

/// The pause before the ledger is tried again. It doubles each time, up to the maximum.
const RECORD_AGAIN_FIRST: Duration = Duration::from_millis(250);
const RECORD_AGAIN_MOST: Duration = Duration::from_secs(5);
/// How long a desk that is being closed waits for a disk that does not store an answer.
const CLOSING_FOR_MOST: Duration = Duration::from_secs(10);

impl Desk {
    /// Stores the outcome of a charge. If the disk does not accept it, this is retried until the desk is closed.
    ///
    /// # Errors
    /// `Ledger`: if the error is not temporary, or the desk is being closed. The charge is then Unknown at the next
    /// start.
    pub(super) async fn keep_charge(
        &self,
        under_way: ChargeUnderWay,
        answered: ChargeAnswered,
    ) -> Result<FundingEntry, DeskError> {
        let mut unkept = match self.inner.ledger.record_charge(under_way, answered, self.now()).await {
            Ok(entry) => return Ok(entry),
            Err(unkept) => unkept,
        };
        let closing = self.inner.closing.subscribe();
        let (mut closing_for, mut pause) = (Duration::ZERO, RECORD_AGAIN_FIRST);
        while unkept.error.may_pass() && closing_for < CLOSING_FOR_MOST {
            tracing::error!(error = %unkept.error, "what became of a charge cannot be written down yet");
            tokio::time::sleep(pause).await;
            if *closing.borrow() {
                closing_for += pause;
            }
            pause = RECORD_AGAIN_MOST.min(pause * 2);
            let ChargeNotRecorded { under_way, answered, .. } = *unkept;
            unkept = match self.inner.ledger.record_charge(under_way, answered, self.now()).await {
                Ok(entry) => return Ok(entry),
                Err(unkept) => unkept,
            };
        }
        // The only trace of the service's references. They contain no secret.
        tracing::error!(
            said = %unkept.answered.said, references = ?unkept.answered.references,
            "what became of a charge was not written down"
        );
        Err(unkept.error.into())
    }
}
