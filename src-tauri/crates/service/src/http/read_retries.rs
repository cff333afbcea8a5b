//! Automatic retries of calls that change nothing, why such a call returned nothing, and the faults that are retried. Calls that move money are never
//! retried here: repeating one is a person's decision.
//!
//! # A second attempt needs a person
//!
//! Only reads that change nothing are retried automatically (`service::http::read_retries`). No code in the workspace
//! loops over a submission. `NotSent` and refused batches wait for "Send again". An `Unknown` batch is sent again only
//! through `send_again`, with the same bytes.

use std::time::{Duration, Instant};

use backon::{BackoffBuilder, ExponentialBackoff, ExponentialBuilder, Retryable};

use crate::http::{
    outcome::{Refusal, RefusalKind},
    transport::{Fault, NotSentReason, RetryAfter, UnknownReason},
};

/// Why a call other than a submission returned nothing. These calls change nothing, so repeating one does no harm.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CallError {
    #[error("the service was not reached: {0}")]
    NotSent(NotSentReason),
    #[error("the service refused: HTTP {}, {}", .0.http_status, .0.kind)]
    Refused(Refusal),
    #[error("no usable answer: {reason}")]
    NoAnswer { reason: UnknownReason, http_status: Option<u16> },
}

impl AsRef<Self> for CallError {
    fn as_ref(&self) -> &Self {
        self
    }
}

/// How often safe reads are retried. Waits double, and vary randomly so that many desks do not retry at the same time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Retries {
    /// Retries after the first try.
    pub repeats_max: u32,
    pub wait_first_ms: u64,
    pub wait_max_ms: u64,
    /// No try begins later than this after the first one began. If the first try used up its whole timeout, it is the
    /// last one: the user has waited long enough.
    pub begin_within_ms: u64,
}

impl Retries {
    /// One try and no more.
    pub const NONE: Self = Self { repeats_max: 0, wait_first_ms: 0, wait_max_ms: 0, begin_within_ms: 0 };

    fn backoff(self) -> ExponentialBackoff {
        let times = usize::try_from(self.repeats_max).unwrap_or(usize::MAX);
        let wait = Duration::from_millis;
        let builder = ExponentialBuilder::default().with_max_times(times).with_jitter();
        builder.with_min_delay(wait(self.wait_first_ms)).with_max_delay(wait(self.wait_max_ms)).build()
    }
}

impl Default for Retries {
    fn default() -> Self {
        Self { repeats_max: 2, wait_first_ms: 300, wait_max_ms: 2_000, begin_within_ms: 15_000 }
    }
}

/// A failed try.
#[derive(Debug)]
pub(crate) struct Failed {
    pub error: CallError,
    pub retry_after: RetryAfter,
}

impl Failed {
    pub(crate) fn new(error: CallError) -> Self {
        Self { error, retry_after: RetryAfter::Unsaid }
    }
}

impl From<Fault> for Failed {
    fn from(fault: Fault) -> Self {
        Self::new(match fault {
            Fault::NotSent { reason, .. } => CallError::NotSent(reason),
            Fault::Unknown { reason, evidence } => {
                CallError::NoAnswer { reason, http_status: evidence.http_status }
            }
        })
    }
}

/// A single try that failed, for a caller that decides by itself when to try again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FailedTry {
    pub error: CallError,
    /// The same call is likely to succeed a moment later.
    pub is_passing: bool,
    /// The wait that the service requested; none if it requested none.
    pub wait: Option<Duration>,
}

impl AsRef<CallError> for FailedTry {
    fn as_ref(&self) -> &CallError {
        &self.error
    }
}

impl From<CallError> for FailedTry {
    fn from(error: CallError) -> Self {
        Self { is_passing: is_passing(&error), wait: None, error }
    }
}

impl From<Failed> for FailedTry {
    fn from(Failed { error, retry_after }: Failed) -> Self {
        let wait = match retry_after {
            RetryAfter::Unsaid => None,
            RetryAfter::Seconds(seconds) => Some(Duration::from_secs(seconds)),
            RetryAfter::Later => Some(Duration::MAX),
        };
        Self { wait, ..Self::from(error) }
    }
}

/// Makes a call that changes nothing, and retries transient failures.
pub(crate) async fn persist<T, F: Future<Output = Result<T, Failed>>>(
    retries: Retries,
    call: impl FnMut() -> F,
) -> Result<T, CallError> {
    let begun = Instant::now();
    let within = Duration::from_millis(retries.begin_within_ms);
    let outcome = call
        .retry(retries.backoff())
        .when(|failed| is_passing(&failed.error))
        .adjust(|failed, wait| wait_for(failed.retry_after, wait?, within.checked_sub(begun.elapsed())?))
        .await;
    outcome.map_err(|failed| failed.error)
}

/// Returns the wait before the next try. Returns none if the service requests a longer wait than the time left. No
/// other wait is added to the requested one, which may be as long as a number allows.
fn wait_for(asked: RetryAfter, planned: Duration, left: Duration) -> Option<Duration> {
    let wait = match asked {
        RetryAfter::Unsaid => planned,
        RetryAfter::Seconds(seconds) => planned.max(Duration::from_secs(seconds)),
        RetryAfter::Later => return None,
    };
    (wait <= left).then_some(wait)
}

/// Returns whether the same call is likely to succeed a moment later.
fn is_passing(error: &CallError) -> bool {
    match error {
        CallError::NotSent(reason) => match reason {
            NotSentReason::Dns
            | NotSentReason::Refused
            | NotSentReason::ConnectTimeout
            | NotSentReason::Offline
            | NotSentReason::ConnectFailed => true,
            // A certificate is not trusted a second later either.
            NotSentReason::Tls | NotSentReason::TokenUnusable | NotSentReason::RequestUnusable => false,
        },
        CallError::Refused(refusal) => refusal.kind == RefusalKind::RateLimited,
        CallError::NoAnswer { reason, http_status } => match reason {
            UnknownReason::Timeout
            | UnknownReason::Reset
            | UnknownReason::NoAnswer
            | UnknownReason::CutAnswer => true,
            UnknownReason::ServerError => matches!(http_status, Some(502..=504)),
            UnknownReason::Redirect
            | UnknownReason::RequestTimeout
            | UnknownReason::Conflict
            | UnknownReason::OtherStatus
            | UnknownReason::Unreadable
            | UnknownReason::TooLarge
            | UnknownReason::BatchIdMissing
            | UnknownReason::StatusUnclear
            | UnknownReason::Contradictory
            | UnknownReason::DuplicateReference => false,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_wish_is_granted_only_as_far_as_there_is_time() {
        let retries = Retries { repeats_max: 1, wait_first_ms: 1, wait_max_ms: 1, begin_within_ms: 60_000 };
        for (retry_after, expected_tries) in [
            (RetryAfter::Unsaid, 2),
            (RetryAfter::Seconds(0), 2),
            (RetryAfter::Seconds(61), 1),
            (RetryAfter::Seconds(u64::MAX), 1),
            (RetryAfter::Later, 1),
        ] {
            let mut tries = 0;
            let given = persist(retries, || {
                tries += 1;
                let error = CallError::NotSent(NotSentReason::Refused);
                async move { Err::<(), _>(Failed { error, retry_after }) }
            });
            assert_eq!(given.await, Err(CallError::NotSent(NotSentReason::Refused)));
            assert_eq!(tries, expected_tries, "{retry_after:?}");
        }
    }
}
