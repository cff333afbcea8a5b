//! The request for a new token, and its outcome.

use std::sync::Mutex;

use jiff::Timestamp;

use crate::{app_error::AppError, mutex::lock};

/// Requests for new tokens: one at a time, and the outcome of the last one.
///
/// Lock order: the request, then its outcome. The standard mutexes are locked one at a time.
#[derive(Default)]
pub(crate) struct TokenRenewal {
    /// Locked while a new token is requested.
    pub request: tokio::sync::Mutex<()>,
    pub last: Mutex<LastRenewal>,
    /// When the token ends that was in use when the desk was locked. It is no secret, and the user is still told of it.
    ends_at_when_locked: Mutex<Option<Timestamp>>,
}

#[derive(Debug, Default)]
pub(crate) struct LastRenewal {
    /// The time when the last request started.
    pub asked_at: Option<Timestamp>,
    /// Why the last request returned no token; none after a successful request.
    pub failed: Option<AppError>,
}

impl TokenRenewal {
    /// Forgets the outcome of the last request, and when the last token ends: neither applies to other secrets.
    pub fn forget(&self) {
        *lock(&self.last) = LastRenewal::default();
        *lock(&self.ends_at_when_locked) = None;
    }

    /// Stores when the token ends that was in use until the desk was locked.
    pub fn store_end(&self, ends_at: Option<Timestamp>) {
        *lock(&self.ends_at_when_locked) = ends_at;
    }

    pub fn stored_end(&self) -> Option<Timestamp> {
        *lock(&self.ends_at_when_locked)
    }
}
