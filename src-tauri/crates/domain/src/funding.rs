//! States of a top-up. The progress of the charge is one part; it advances step by step ([`ChargeStage`]). The
//! funding status that the service reports is the other part; it can arrive at any time and in any order
//! ([`StatusWords`]), and it has the last word. The state of the top-up follows from both ([`FundingState::of`]).
//!
//! Deliberately not here: how responses are parsed (service), and how long a status is awaited (desk).

use serde::{Deserialize, Serialize};
use strum::{Display, EnumIter, EnumString, IntoStaticStr};

/// The progress of the charge of a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[derive(Serialize, Deserialize, Display, EnumIter, EnumString, IntoStaticStr)]
pub enum ChargeStage {
    /// Durable, and possibly being sent. Nothing was sent before.
    Intent,
    /// No byte of it can have been sent.
    NotSent,
    /// A complete response refuses it and does not name a charge.
    Refused,
    /// The card's processor declined it.
    Declined,
    /// The payer must confirm on the bank's page.
    NeedsRedirect,
    /// The payer must type a one-time password.
    NeedsOtp,
    /// The one-time password is being sent, or the payer returned from the bank's page.
    Verifying,
    /// Code 00: nothing more to confirm.
    Charged,
    /// The validation was left, timed out or lost its response, or the status did not decide in time. The status
    /// decides later.
    Pending,
    /// It is not known whether the service has the charge.
    Unknown,
    /// Not a charge of this ledger: a reference that the user looked up.
    LookedUp,
}

impl ChargeStage {
    /// Returns whether the rules allow a charge to go from here to `next`. No transition leads back to `Intent`: a
    /// charge is never sent again.
    #[must_use]
    pub const fn leads_to(self, next: Self) -> bool {
        use ChargeStage as S;
        match self {
            S::Intent => matches!(
                next,
                S::NotSent
                    | S::Refused
                    | S::Declined
                    | S::NeedsRedirect
                    | S::NeedsOtp
                    | S::Charged
                    | S::Pending
                    | S::Unknown
            ),
            S::NeedsRedirect => matches!(next, S::Verifying | S::Pending),
            S::NeedsOtp => matches!(next, S::Verifying | S::Pending),
            S::Verifying => {
                matches!(next, S::NeedsOtp | S::NeedsRedirect | S::Charged | S::Declined | S::Pending)
            }
            S::NotSent | S::Refused | S::Declined | S::Charged | S::Pending | S::Unknown | S::LookedUp => {
                false
            }
        }
    }

    /// Returns the stage of a charge after a response; none if no response is awaited, so that it changes nothing.
    #[must_use]
    pub const fn after_answer(self, said: ChargeResponse) -> Option<Self> {
        use ChargeResponse as A;
        use ChargeStage as S;
        match self {
            S::Intent => Some(match said {
                A::NotSent => S::NotSent,
                A::Refused | A::WrongOtp => S::Refused,
                A::Declined => S::Declined,
                A::NeedsRedirect => S::NeedsRedirect,
                A::NeedsOtp => S::NeedsOtp,
                A::Charged => S::Charged,
                A::Unclear => S::Pending,
                A::Unknown => S::Unknown,
            }),
            S::Verifying => Some(match said {
                // The password did not arrive or was wrong. It can be typed again.
                A::NotSent | A::Refused | A::WrongOtp | A::NeedsOtp => S::NeedsOtp,
                A::Declined => S::Declined,
                A::NeedsRedirect => S::NeedsRedirect,
                A::Charged => S::Charged,
                // The service has the charge in any case.
                A::Unclear | A::Unknown => S::Pending,
            }),
            S::NotSent
            | S::Refused
            | S::Declined
            | S::NeedsRedirect
            | S::NeedsOtp
            | S::Charged
            | S::Pending
            | S::Unknown
            | S::LookedUp => None,
        }
    }

    /// Returns the stage of a charge after its validation ended in this way; none if it changes nothing, such as a
    /// page that is closed after its payer returned.
    #[must_use]
    pub const fn after_validation(self, end: ValidationEnd) -> Option<Self> {
        use ChargeStage as S;
        use ValidationEnd as E;
        match (self, end) {
            (S::NeedsRedirect, E::CameBack) => Some(S::Verifying),
            (S::NeedsRedirect | S::NeedsOtp, E::Closed | E::TimedOut | E::NotShown)
            | (S::Verifying, E::Undecided) => Some(S::Pending),
            (
                S::Intent
                | S::NotSent
                | S::Refused
                | S::Declined
                | S::NeedsRedirect
                | S::NeedsOtp
                | S::Verifying
                | S::Charged
                | S::Pending
                | S::Unknown
                | S::LookedUp,
                E::CameBack | E::Closed | E::TimedOut | E::NotShown | E::Undecided,
            ) => None,
        }
    }

    /// Returns the stage of a charge after the program starts again. The windows are closed, and with them the bank's
    /// page.
    #[must_use]
    pub const fn after_restart(self) -> Self {
        use ChargeStage as S;
        match self {
            S::Intent => S::Unknown,
            S::NeedsRedirect | S::NeedsOtp | S::Verifying => S::Pending,
            S::NotSent | S::Refused | S::Declined | S::Charged | S::Pending | S::Unknown | S::LookedUp => {
                self
            }
        }
    }
}

/// The result of the response to a charge, or to its one-time password.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Display, EnumIter)]
#[strum(serialize_all = "snake_case")]
pub enum ChargeResponse {
    /// No byte of it can have been sent.
    NotSent,
    /// A complete response refuses it and names neither a charge nor a password.
    Refused,
    WrongOtp,
    Declined,
    NeedsRedirect,
    NeedsOtp,
    Charged,
    /// The service has a charge, but does not report its state.
    Unclear,
    /// It is not known whether the service has it.
    Unknown,
}

/// How the payer's part of a validation ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[derive(Serialize, Deserialize, specta::Type, Display, EnumIter, EnumString)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum ValidationEnd {
    /// The bank's page sent its payer to the return address; that proves nothing.
    CameBack,
    /// The payer closed it.
    Closed,
    TimedOut,
    /// The page could not be shown.
    NotShown,
    /// The status did not decide in time.
    Undecided,
}

/// One response of the funding status.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, EnumIter)]
pub enum StatusWord {
    /// Started, pending, or an unknown word.
    Open,
    Completed,
    Failed,
    /// Can follow `Completed`.
    Reversed,
}

/// All statuses that the service ever reported for one top-up. It is a set, so that the order of the responses does
/// not matter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct StatusWords {
    open: bool,
    completed: bool,
    failed: bool,
    reversed: bool,
}

impl StatusWords {
    #[must_use]
    pub const fn and(mut self, word: StatusWord) -> Self {
        match word {
            StatusWord::Open => self.open = true,
            StatusWord::Completed => self.completed = true,
            StatusWord::Failed => self.failed = true,
            StatusWord::Reversed => self.reversed = true,
        }
        self
    }

    #[must_use]
    pub const fn has(self, word: StatusWord) -> bool {
        match word {
            StatusWord::Open => self.open,
            StatusWord::Completed => self.completed,
            StatusWord::Failed => self.failed,
            StatusWord::Reversed => self.reversed,
        }
    }

    /// Returns the state that they lead to; none if no decisive status was reported.
    const fn verdict(self) -> Option<FundingState> {
        match (self.completed, self.failed, self.reversed) {
            (true, true, _) => Some(FundingState::Conflict),
            (_, _, true) => Some(FundingState::Reversed),
            (true, false, false) => Some(FundingState::Funded),
            (false, true, false) => Some(FundingState::Failed),
            (false, false, false) => None,
        }
    }
}

/// The user's decision about a top-up for which the status cannot be requested. The ledger stores
/// its `Display` text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[derive(Serialize, Deserialize, specta::Type, Display, EnumIter, EnumString)]
#[serde(rename_all = "snake_case")]
pub enum FundingDecision {
    /// It is on the account statement or in the service's own list.
    Funded,
    NotFunded,
}

/// Where a top-up stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[derive(Serialize, Deserialize, specta::Type, Display, EnumIter, EnumString, IntoStaticStr)]
pub enum FundingState {
    Intent,
    NotSent,
    Refused,
    Declined,
    NeedsRedirect,
    NeedsOtp,
    Verifying,
    Charged,
    Pending,
    Unknown,
    /// The balance has the money.
    Funded,
    Failed,
    /// Funded, then taken back.
    Reversed,
    /// The status said that it completed and that it failed; both are kept.
    Conflict,
}

impl FundingState {
    /// States in which no money can have moved. Another charge of the same amount then needs no question.
    pub const MOVED_NOTHING: [Self; 4] = [Self::NotSent, Self::Refused, Self::Declined, Self::Failed];

    /// Returns the state. The status has the last word, then the user's decision, then the progress of the charge.
    #[must_use]
    pub const fn of(stage: ChargeStage, words: StatusWords, decision: Option<FundingDecision>) -> Self {
        if let Some(verdict) = words.verdict() {
            return verdict;
        }
        match decision {
            Some(FundingDecision::Funded) => return Self::Funded,
            Some(FundingDecision::NotFunded) => return Self::Failed,
            None => {}
        }
        match stage {
            ChargeStage::Intent => Self::Intent,
            ChargeStage::NotSent => Self::NotSent,
            ChargeStage::Refused => Self::Refused,
            ChargeStage::Declined => Self::Declined,
            ChargeStage::NeedsRedirect => Self::NeedsRedirect,
            ChargeStage::NeedsOtp => Self::NeedsOtp,
            ChargeStage::Verifying => Self::Verifying,
            ChargeStage::Charged => Self::Charged,
            ChargeStage::Pending | ChargeStage::LookedUp => Self::Pending,
            ChargeStage::Unknown => Self::Unknown,
        }
    }

    /// Returns whether nothing more is expected. A reversal may still follow.
    #[must_use]
    pub const fn is_settled(self) -> bool {
        matches!(
            self,
            Self::NotSent | Self::Refused | Self::Declined | Self::Funded | Self::Failed | Self::Reversed
        )
    }
}

#[cfg(test)]
mod tests;
