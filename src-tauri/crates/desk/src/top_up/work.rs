//! Charges and status requests that are under way.

use std::{
    collections::{HashMap, HashSet},
    sync::Mutex,
    time::Duration,
};

use tokio::task::AbortHandle;

use crate::{mutex::lock, top_up::challenge::ReturnAddress};

/// How long an earlier charge of the same amount raises a question, in hours.
pub(crate) const SAME_AMOUNT_H: i64 = 24;

/// Charges and status requests that are under way.
#[derive(Default)]
pub(crate) struct Work {
    /// Top-ups whose charge or one-time password is being sent.
    pub charging: Mutex<HashSet<u32>>,
    /// Top-ups whose status is requested automatically.
    pub watching: Mutex<HashMap<u32, AbortHandle>>,
    pub pace: Mutex<StatusPace>,
    /// The return addresses of payers, by top-up. Each is valid once, and until the program ends.
    pub returns: Mutex<HashMap<u32, ReturnAddress>>,
}

impl Work {
    pub fn is_charging(&self) -> bool {
        !lock(&self.charging).is_empty()
    }

    pub fn is_watching(&self, id: u32) -> bool {
        lock(&self.watching).contains_key(&id)
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
