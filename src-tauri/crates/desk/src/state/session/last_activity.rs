//! When the user was last active.

use std::sync::Mutex;

use jiff::Timestamp;

/// The time when the user was last active.
pub(crate) struct LastActivity {
    pub seen_at: Mutex<Timestamp>,
}

impl LastActivity {
    pub const fn new(now: Timestamp) -> Self {
        Self { seen_at: Mutex::new(now) }
    }
}
