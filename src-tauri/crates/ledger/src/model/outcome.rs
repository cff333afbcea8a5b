//! The outcome of an attempt to send a batch, and what was seen of the answer.

use paysheet_domain::AttemptResult;
use serde::Serialize;

/// The outcome of an attempt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AttemptOutcome {
    pub kind: OutcomeKind,
    /// The machine-readable reason, such as `timed_out`.
    pub code: String,
    pub evidence: ExchangeRecord,
}

/// What is stored of the exchange with the service, without secrets.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, sqlx::FromRow)]
pub struct ExchangeRecord {
    pub http_status: Option<u16>,
    /// The service's own message for a refusal.
    pub message: Option<String>,
    /// The beginning of the answer's body.
    pub body_excerpt: Option<String>,
    /// The error of the connection.
    pub error_kind: Option<String>,
}

/// An [`AttemptResult`], with the id that the service gives a batch when it accepts it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OutcomeKind {
    Accepted {
        batch_id: String,
    },
    /// No byte of the request can have left.
    NotSent,
    /// A complete answer is a refusal.
    NotAccepted,
    Unknown,
}

impl OutcomeKind {
    pub(crate) const fn result(&self) -> AttemptResult {
        match self {
            Self::Accepted { .. } => AttemptResult::Accepted,
            Self::NotSent => AttemptResult::NotSent,
            Self::NotAccepted => AttemptResult::NotAccepted,
            Self::Unknown => AttemptResult::Unknown,
        }
    }
}
