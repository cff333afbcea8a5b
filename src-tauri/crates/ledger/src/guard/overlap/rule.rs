//! The days of the guard: how long a payment counts as recent, and how long an approval is valid.
//!
//! # A failure that only callbacks reported is asked about
//!
//! Callbacks are not signed. Wherever a payout that failed by callbacks alone is paid again, as a retry or in any other
//! payroll of the period, the guard asks how the user knows that it failed; the service is asked about it meanwhile,
//! where it has a call for that. Its answer, a file, a statement or the user's own word needs no question.

use jiff::{SignedDuration, Timestamp};

/// Number of days after its outcome for which a payout counts as recent, unless the profile sets another number.
pub const RECENT_DAYS: u32 = 5;
/// Number of days after the user last typed its total for which an approved payroll is sent without it, unless the profile
/// sets another number.
pub const APPROVAL_DAYS: u32 = 7;
/// Number of days after its payouts' outcomes for which a payroll with nearly the same people and amounts, or of the same
/// file, is asked about, whatever the periods of the two are. It reaches from the middle of a month into the first days of
/// the next one, and is shorter than the time between the salaries of two months.
const SAME_PAYROLL_DAYS: u32 = 20;
/// Maximum time by which the clock may be behind the last approval, in seconds: clocks are corrected a little. By more, it was
/// set back, and it is not known how old the approval is.
const CLOCK_BEHIND_MAX_S: i64 = 15 * 60;

/// The rule for what counts as paid recently, and for how long an approval is valid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GuardRule {
    pub recent_days: u32,
    /// Number of days after which the total of what was approved is typed again before it is sent.
    pub approval_days: u32,
}

impl Default for GuardRule {
    fn default() -> Self {
        Self { recent_days: RECENT_DAYS, approval_days: APPROVAL_DAYS }
    }
}

impl GuardRule {
    pub(crate) fn at(self, now: Timestamp) -> Since {
        let before = |days: u32| now.checked_sub(days_of(days)).unwrap_or(Timestamp::MIN);
        Since { recent: before(self.recent_days), near: before(self.recent_days.max(SAME_PAYROLL_DAYS)) }
    }

    /// Returns whether what was approved at one moment is sent at another one without a further question.
    pub(crate) fn is_valid(self, approved: Timestamp, now: Timestamp) -> bool {
        let valid = -SignedDuration::from_secs(CLOCK_BEHIND_MAX_S)..=days_of(self.approval_days);
        valid.contains(&now.duration_since(approved))
    }
}

fn days_of(days: u32) -> SignedDuration {
    SignedDuration::from_hours(24 * i64::from(days))
}

/// The moments from which the outcomes of other payrolls count.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Since {
    /// Those of any payroll.
    pub recent: Timestamp,
    /// Those of a payroll with nearly the same people and amounts, or of the same file.
    pub near: Timestamp,
}
