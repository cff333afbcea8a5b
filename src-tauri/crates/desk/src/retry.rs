//! Retries: with growing pauses, until the ledger has stored what the service answered.

use std::{iter::successors, time::Duration};

use paysheet_ledger::LedgerError;
use tokio::sync::watch;

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

/// Returns the pauses between tries: each is twice as long as the one before, up to `most`.
pub(crate) fn doubling(first: Duration, most: Duration) -> impl Iterator<Item = Duration> {
    successors(Some(first.min(most)), move |pause| Some(pause.saturating_mul(2).min(most)))
}

/// Calls `record` until it succeeds. It returns what it was given if it fails, so that an answer is never lost between
/// two tries. `failed` is called before each pause.
///
/// # Errors
/// The last error with the answer: if the error is not temporary, or the desk is being closed.
pub(crate) async fn until_recorded<A, T, F>(
    closing: watch::Receiver<bool>,
    mut answer: A,
    record: impl Fn(A) -> F,
    failed: impl Fn(&LedgerError),
) -> Result<T, (A, LedgerError)>
where
    F: Future<Output = Result<T, (A, LedgerError)>>,
{
    let mut closing_for = Duration::ZERO;
    let mut pauses = doubling(RECORD_AGAIN_FIRST, RECORD_AGAIN_MOST);
    loop {
        let (unrecorded, error) = match record(answer).await {
            Ok(recorded) => return Ok(recorded),
            Err(unrecorded) => unrecorded,
        };
        if !error.may_pass() || closing_for >= CLOSING_FOR_MOST {
            return Err((unrecorded, error));
        }
        failed(&error);
        let pause = pauses.next().unwrap_or(RECORD_AGAIN_MOST);
        tokio::time::sleep(pause).await;
        if *closing.borrow() {
            closing_for += pause;
        }
        answer = unrecorded;
    }
}
