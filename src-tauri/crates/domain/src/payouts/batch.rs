//! States of a batch and of a payout, and the allowed transitions (design, "Batch states").

use serde::{Deserialize, Serialize};
use strum::{Display, EnumIter, EnumString, IntoStaticStr};

/// Where a batch stands. `Intent` and `Settling` keep their attempt number and batch id in the ledger.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[derive(Serialize, Deserialize, specta::Type, Display, EnumIter, EnumString, IntoStaticStr)]
pub enum BatchState {
    Draft,
    Frozen,
    Approved,
    Intent,
    NotSent,
    NotAccepted,
    Accepted,
    Unknown,
    Settling,
    Closed,
    /// The user withdrew it: it was never taken, and is never sent again. Only a callback can say otherwise.
    Withdrawn,
}

impl BatchState {
    /// Returns whether the rules allow a batch to go from here to `next`. An armed batch becomes Unknown if the
    /// ledger turns out to be an older copy, because the batch may have been sent since. A closed batch settles again if
    /// a later report contradicts an outcome, or the user takes back a decision.
    #[must_use]
    pub const fn leads_to(self, next: Self) -> bool {
        use BatchState as S;
        match self {
            S::Draft => matches!(next, S::Frozen),
            S::Frozen => matches!(next, S::Approved | S::Draft),
            S::Approved => matches!(next, S::Intent | S::Frozen | S::Withdrawn | S::Unknown),
            S::Intent => matches!(next, S::Accepted | S::NotSent | S::NotAccepted | S::Unknown),
            S::NotSent => matches!(next, S::Approved | S::Withdrawn | S::Unknown),
            S::NotAccepted => matches!(next, S::Frozen | S::Withdrawn | S::Unknown),
            S::Unknown => matches!(next, S::Accepted | S::NotAccepted | S::Intent),
            S::Accepted => matches!(next, S::Settling),
            S::Settling => matches!(next, S::Closed),
            S::Closed => matches!(next, S::Settling),
            S::Withdrawn => false,
        }
    }

    /// Returns whether one step of the user sends this batch without a further question. It is approved, or was.
    #[must_use]
    pub const fn is_armed(self) -> bool {
        matches!(self, Self::Approved | Self::Intent | Self::NotSent | Self::NotAccepted)
    }

    /// Returns whether the service has this batch, or may still get it.
    #[must_use]
    pub const fn may_be_at_the_service(self) -> bool {
        matches!(self, Self::Intent | Self::Unknown | Self::Accepted | Self::Settling | Self::Closed)
    }
}

/// The outcome of a single attempt to send a batch. The state of the batch may differ, for example after an earlier
/// unknown attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[derive(Serialize, Deserialize, specta::Type, Display, EnumString)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum AttemptResult {
    Accepted,
    /// No byte of it left this computer.
    NotSent,
    /// A complete answer refused it.
    NotAccepted,
    Unknown,
}

/// Where one payout stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[derive(Serialize, Deserialize, specta::Type, Display, EnumIter, EnumString, IntoStaticStr)]
pub enum PayoutState {
    /// In a batch that is not at the service.
    Planned,
    /// In a batch that the service took, or may have taken.
    Sent,
    /// Reported as paid, seen in a statement, or marked as paid by the user.
    Paid,
    Failed,
    /// No outcome in the time expected.
    Overdue,
    /// Paid, then sent back.
    Reversed,
    /// Reports contradict each other; both are kept.
    Conflict,
    /// In a batch that the user withdrew.
    Withdrawn,
}

/// What is shown of a payout: its outcome, or else how far its batch is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[derive(Serialize, Deserialize, specta::Type, Display, EnumIter, EnumString, IntoStaticStr)]
pub enum PayoutStatus {
    Paid,
    /// Being sent, or the service has it and no outcome is known.
    InProgress,
    /// In a batch of which nobody knows whether the service took it.
    Unknown,
    /// In a batch that did not leave this computer.
    NotSent,
    /// In a batch that the service did not take: it refused it, or the user found out.
    NotAccepted,
    Overdue,
    Failed,
    Reversed,
    Conflict,
    Withdrawn,
}

impl PayoutStatus {
    #[must_use]
    pub const fn of(payout: PayoutState, batch: BatchState) -> Self {
        use BatchState as B;
        match (payout, batch) {
            (PayoutState::Paid, _) => Self::Paid,
            (PayoutState::Failed, _) => Self::Failed,
            (PayoutState::Overdue, _) => Self::Overdue,
            (PayoutState::Reversed, _) => Self::Reversed,
            (PayoutState::Conflict, _) => Self::Conflict,
            (PayoutState::Withdrawn, _) | (PayoutState::Planned, B::Withdrawn) => Self::Withdrawn,
            (PayoutState::Planned | PayoutState::Sent, B::Unknown) => Self::Unknown,
            (PayoutState::Planned | PayoutState::Sent, B::Intent | B::Accepted | B::Settling | B::Closed)
            // Somebody edited the file: the service may have the payout, whatever is said of its batch.
            | (
                PayoutState::Sent,
                B::Draft | B::Frozen | B::Approved | B::NotSent | B::NotAccepted | B::Withdrawn,
            ) => Self::InProgress,
            (PayoutState::Planned, B::NotAccepted) => Self::NotAccepted,
            (PayoutState::Planned, B::Draft | B::Frozen | B::Approved | B::NotSent) => Self::NotSent,
        }
    }
}

impl PayoutState {
    /// Returns whether nothing more is expected.
    #[must_use]
    pub const fn is_final(self) -> bool {
        matches!(self, Self::Paid | Self::Failed | Self::Reversed | Self::Withdrawn)
    }
}

#[cfg(test)]
mod tests;
