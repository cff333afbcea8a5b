//! Locks a desk that its user has left. The window reports what counts as activity. Reports of the service in the
//! meantime do not keep a desk unlocked.

use std::time::Duration;

use jiff::SignedDuration;

use crate::{context::Context, mutex::lock, settle::record_outcome};

const LOOK_EVERY: Duration = Duration::from_secs(20);

/// Records that the user typed, clicked or moved.
pub fn user_is_here(context: &Context) {
    *lock(&context.last_activity.seen_at) = context.now();
}

/// Locks the desk if the user was inactive for the profile's time. Never while a payroll is being sent; an answer
/// that only waits to be stored needs no secret.
pub fn lock_if_left(context: &Context) {
    let after = context.profile().settings.lock_after_min;
    let seen_at = *lock(&context.last_activity.seen_at);
    let is_left = context.now() >= seen_at + SignedDuration::from_mins(i64::from(after));
    let is_sending =
        context.send_queue.sending().into_iter().any(|id| !record_outcome::has_unkept_answer(context, id));
    if after > 0 && is_left && !is_sending && context.is_unlocked() {
        tracing::info!(minutes = after, "locked: nobody was there");
        context.lock();
    }
}

/// Checks periodically whether the user left, for as long as the desk is open.
pub fn watch_for_absence(context: &Context) {
    context.repeat((Duration::ZERO, LOOK_EVERY), |context| async move { lock_if_left(&context) });
}
