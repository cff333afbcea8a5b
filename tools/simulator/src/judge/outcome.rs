//! The outcomes that the practice service gives to payouts.

use paysheet_domain::PayoutState;

/// Returns the practice service's outcome of a payout, by the end of its account.
pub fn outcome(account: &str) -> PayoutState {
    match account.get(account.len().saturating_sub(4)..) {
        Some("0004" | "0005") => PayoutState::Failed,
        // Paid, and then reversed by a callback, or a callback that contradicts itself: a person confirms that.
        Some("0006" | "9996") => PayoutState::Conflict,
        Some(_) | None => PayoutState::Paid,
    }
}

/// Whether the practice service pays an account and reverses that by a second callback.
pub fn is_reversed(account: &str) -> bool {
    account.ends_with("0006")
}
