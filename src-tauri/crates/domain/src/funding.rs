//! States of a top-up. How far the charge itself went is one thing, and goes step by step ([`ChargeStage`]); what the
//! funding status said of it is another, can be heard at any time and in any order ([`StatusWords`]), and has the
//! last word. Where the top-up stands follows from both ([`FundingState::of`]).
//!
//! Deliberately not here: how answers are read (service), and how long a status is waited for (desk).

use serde::{Deserialize, Serialize};
use strum::{Display, EnumIter, EnumString, IntoStaticStr};

/// How far the charge of a card went.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    Hash,
    Serialize,
    Deserialize,
    Display,
    EnumIter,
    EnumString,
    IntoStaticStr,
)]
pub enum ChargeStage {
    /// Durable, and perhaps on its way; nothing was sent before.
    Intent,
    /// No byte of it can have left.
    NotSent,
    /// A whole answer says no, and names no charge.
    Refused,
    /// The card's processor said no.
    Declined,
    /// The payer is to confirm on the bank's page.
    NeedsRedirect,
    /// The payer is to type a one-time password.
    NeedsOtp,
    /// The one-time password is on its way, or the payer came back from the bank's page.
    Verifying,
    /// Code 00: nothing more to confirm.
    Charged,
    /// The validation was left, timed out, lost its answer, or the status did not decide in time: it decides later.
    Pending,
    /// Nobody knows whether the service has the charge.
    Unknown,
    /// No charge of ours: a reference that the user asked about.
    LookedUp,
}

impl ChargeStage {
    /// Whether the rules let a charge go from here to `next`. No way leads back to `Intent`: a charge is never sent
    /// again.
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

    /// Where a charge stands after an answer; none where no answer is awaited, and it changes nothing.
    #[must_use]
    pub const fn after_answer(self, said: ChargeSaid) -> Option<Self> {
        use ChargeSaid as A;
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
                // The password did not get there, or was not the right one: it can be typed again.
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

    /// Where a charge stands when its validation ended so; none where it changes nothing, such as a page that is
    /// closed after its payer came back.
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

    /// Where a charge stands when the program starts again: the windows are gone, and with them the bank's page.
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

/// What the answer to a charge, or to its one-time password, comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Display, EnumIter)]
#[strum(serialize_all = "snake_case")]
pub enum ChargeSaid {
    /// No byte of it can have left.
    NotSent,
    /// A whole answer says no, and nothing of a charge or a password.
    Refused,
    WrongOtp,
    Declined,
    NeedsRedirect,
    NeedsOtp,
    Charged,
    /// The service has a charge, and does not say how it stands.
    Unclear,
    /// Nobody knows whether the service has it.
    Unknown,
}

/// How the payer's part of a validation ended.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    Hash,
    Serialize,
    Deserialize,
    specta::Type,
    Display,
    EnumIter,
    EnumString,
)]
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

/// One reading of the funding status.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, EnumIter)]
pub enum StatusWord {
    /// Started, pending, or a word that nobody knows.
    Open,
    Completed,
    Failed,
    /// Can follow `Completed`.
    Reversed,
}

/// Everything that the funding status ever said of one top-up: a set, so that the order of its readings cannot count.
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

    /// What they come to; none where nothing decisive was said.
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

/// What the user says of a top-up that the status cannot be asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Display, EnumIter, EnumString)]
pub enum FundingDecision {
    /// It is on the account statement or in the service's own list.
    Funded,
    NotFunded,
}

/// Where a top-up stands.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    Serialize,
    Deserialize,
    specta::Type,
    Display,
    EnumIter,
    EnumString,
    IntoStaticStr,
)]
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
    /// Where no money can have moved: another charge of the same amount is no question then.
    pub const MOVED_NOTHING: [Self; 4] = [Self::NotSent, Self::Refused, Self::Declined, Self::Failed];

    /// The status has the last word, then the user's, then how far the charge went.
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

    /// Whether nothing more is expected, though a reversal may follow.
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
