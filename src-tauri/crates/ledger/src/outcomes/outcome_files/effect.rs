//! The effect of a file on one payout.

use paysheet_domain::{BatchState, PayoutState};

/// The effect of a file on one payout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PayoutEffect {
    pub before: (PayoutState, BatchState),
    pub after: (PayoutState, BatchState),
    /// Number of its reports that were not known.
    pub new: u32,
}

impl PayoutEffect {
    /// Whether both say the same about the payout. The state of its batch may depend on other payouts.
    pub(super) fn is_like(&self, shown: &Self) -> bool {
        (self.before, self.after.0, self.new) == (shown.before, shown.after.0, shown.new)
    }
}
