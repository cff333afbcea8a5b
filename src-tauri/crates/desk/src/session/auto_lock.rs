//! Locks a desk that its user has left. The window reports what counts as activity. Reports of the service in the
//! meantime do not keep a desk unlocked.

use std::time::Duration;

use jiff::SignedDuration;

use crate::{desk::Desk, mutex::lock, settle::record_outcome};

const LOOK_EVERY: Duration = Duration::from_secs(20);

impl Desk {
    /// Records that the user typed, clicked or moved.
    pub fn user_is_here(&self) {
        *lock(&self.last_activity.seen_at) = self.now();
    }

    /// Locks the desk if the user was inactive for the profile's time. Never while a payroll is being sent; an answer
    /// that only waits to be stored needs no secret.
    pub fn lock_if_left(&self) {
        let after = self.profile().settings.lock_after_min;
        let seen_at = *lock(&self.last_activity.seen_at);
        let is_left = self.now() >= seen_at + SignedDuration::from_mins(i64::from(after));
        let is_sending =
            self.send_queue.sending().into_iter().any(|id| !record_outcome::has_unrecorded_answer(self, id));
        if after > 0 && is_left && !is_sending && self.is_unlocked() {
            tracing::info!(minutes = after, "locked: nobody was there");
            self.lock();
        }
    }

    /// Checks periodically whether the user left, for as long as the desk is open.
    pub fn watch_for_absence(&self) {
        self.repeat((Duration::ZERO, LOOK_EVERY), |desk| async move { desk.lock_if_left() });
    }
}
