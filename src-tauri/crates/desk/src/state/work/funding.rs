//! Charges and status requests that are under way.

use std::{
    collections::{HashMap, HashSet},
    sync::Mutex,
    time::Duration,
};

use jiff::{SignedDuration, Timestamp};
use paysheet_ledger::FundingId;
use tokio::task::AbortHandle;

use crate::{challenge::ReturnAddress, mutex::lock};

/// How long an earlier charge of the same amount raises a question, in hours.
pub(crate) const SAME_AMOUNT_H: i64 = 24;

/// Minimum pause between two requests of a top-up's status because of callbacks, in seconds.
const ASK_AGAIN_S: i64 = 10;

/// Charges and status requests that are under way.
#[derive(Default)]
pub(crate) struct Work {
    /// Top-ups whose charge or one-time password is being sent.
    pub charging: Mutex<HashSet<u32>>,
    /// Top-ups whose status is requested automatically.
    pub watching: Mutex<HashMap<u32, AbortHandle>>,
    pub pace: Mutex<StatusPace>,
    /// When the status of a top-up was last requested because of a callback.
    pub notified: Mutex<HashMap<u32, Timestamp>>,
    /// The return addresses of payers, by top-up. Each is valid once, and until the program ends.
    pub returns: Mutex<HashMap<u32, ReturnAddress>>,
}

impl Work {
    pub fn is_charging(&self) -> bool {
        !lock(&self.charging).is_empty()
    }

    pub fn is_empty(&self) -> bool {
        !self.is_charging() && lock(&self.watching).is_empty()
    }

    pub fn is_watching(&self, id: u32) -> bool {
        lock(&self.watching).contains_key(&id)
    }

    /// Returns whether a callback about a top-up is a reason to request its status now.
    pub fn may_ask(&self, id: FundingId, now: Timestamp) -> bool {
        let mut notified = lock(&self.notified);
        let since = notified.get(&id.0).map(|at| now.duration_since(*at));
        let may = since.is_none_or(|since| {
            !(SignedDuration::ZERO..SignedDuration::from_secs(ASK_AGAIN_S)).contains(&since)
        });
        if may {
            notified.insert(id.0, now);
        }
        may
    }

    pub fn stop_watching_all(&self) {
        for (_, handle) in lock(&self.watching).drain() {
            handle.abort();
        }
    }
}

/// The pace of status requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StatusPace {
    /// The pause before the second request. It doubles each time, up to `most`. The first request is made at once.
    pub first: Duration,
    pub most: Duration,
    /// The total time.
    pub for_most: Duration,
}

impl Default for StatusPace {
    fn default() -> Self {
        Self {
            first: Duration::from_secs(2),
            most: Duration::from_secs(60),
            for_most: Duration::from_secs(15 * 60),
        }
    }
}
