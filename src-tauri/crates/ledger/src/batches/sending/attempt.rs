//! Types for an attempt to send a batch, from the next batch to the outcome. Only `sending` can make an [`Intent`].

use std::fmt;

use jiff::Timestamp;
use paysheet_domain::{Money, Reference};
use serde::{Deserialize, Serialize};

use crate::model::{error::LedgerError, outcome::AttemptOutcome, records::BatchKey};

/// The batch to send next, or the reason why there is none.
#[derive(Debug)]
pub enum NextBatch {
    Ready(ApprovedBatch),
    /// The outcome of an earlier batch is unknown: the user decides first.
    BlockedByUnknown(BatchKey),
    /// The service refused an earlier batch: the user fixes the cause first.
    BlockedByRefusal(BatchKey),
    /// Every batch is at the service, an attempt is under way, a batch was not sent and waits for the user, or nothing
    /// is approved.
    Nothing,
}

/// A batch that may be sent now.
pub struct ApprovedBatch {
    pub key: BatchKey,
    pub number: u32,
    pub reference: Reference,
    pub body: String,
    pub body_sha256: String,
    pub count: u32,
    pub sum: Money,
}

impl fmt::Debug for ApprovedBatch {
    /// Omits the body: it names every recipient.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ApprovedBatch")
            .field("key", &self.key)
            .field("count", &self.count)
            .field("sum", &self.sum)
            .finish_non_exhaustive()
    }
}

/// Proof that an attempt is durable. Nothing else may be sent. Recording the outcome of the attempt consumes it.
pub struct Intent {
    pub(super) key: BatchKey,
    pub(super) attempt: u32,
    pub(super) at: Timestamp,
    pub(super) body: String,
    pub(super) body_sha256: String,
}

impl Intent {
    #[must_use]
    pub const fn key(&self) -> BatchKey {
        self.key
    }

    /// Number of the attempt, from 1.
    #[must_use]
    pub const fn attempt(&self) -> u32 {
        self.attempt
    }

    /// The time at which the intent was recorded.
    #[must_use]
    pub const fn at(&self) -> Timestamp {
        self.at
    }

    /// The request's exact body, without the wallet lock.
    #[must_use]
    pub fn body(&self) -> &str {
        &self.body
    }

    #[must_use]
    pub fn body_sha256(&self) -> &str {
        &self.body_sha256
    }
}

impl fmt::Debug for Intent {
    /// Omits the body: it names every recipient.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Intent")
            .field("key", &self.key)
            .field("attempt", &self.attempt)
            .finish_non_exhaustive()
    }
}

/// An outcome that the ledger did not record. It is not lost: it carries intent and outcome, so that they can be
/// recorded later.
#[derive(Debug, thiserror::Error)]
#[error("what became of an attempt could not be written down")]
pub struct NotRecorded {
    pub intent: Intent,
    pub outcome: AttemptOutcome,
    #[source]
    pub error: LedgerError,
}

/// How the user settles an unknown batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type, strum::Display)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum UnknownDecision {
    TheServiceHasIt,
    TheServiceDoesNotHaveIt,
}
