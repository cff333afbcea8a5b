//! The request for a new token, and its outcome.

use std::sync::Mutex;

use jiff::Timestamp;

use crate::{app_error::AppError, mutex::lock};

/// Requests for new tokens: one at a time, and the outcome of the last one.
///
/// Lock order: the request, then its outcome.
#[derive(Default)]
pub(crate) struct TokenRenewal {
    /// Locked while a new token is requested.
    pub request: tokio::sync::Mutex<()>,
    pub last: Mutex<LastRenewal>,
}

#[derive(Debug, Default)]
pub(crate) struct LastRenewal {
    /// The time when the last request started.
    pub asked_at: Option<Timestamp>,
    /// Why the last request returned no token; none after a successful request.
    pub failed: Option<AppError>,
}

impl TokenRenewal {
    /// Forgets the outcome of the last request: it does not apply to other secrets.
    pub fn forget(&self) {
        *lock(&self.last) = LastRenewal::default();
    }
}
