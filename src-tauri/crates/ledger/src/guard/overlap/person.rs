//! A person whom two payrolls pay, why that must be decided, and what a decision about it answers.

use paysheet_domain::{BatchState, Money, PayoutState, Reference};

use crate::model::records::{PayrollId, SettledBy};

/// Between the parts of a decision's subject. Stored decisions have it, so it never changes.
pub(crate) const SUBJECT_SEPARATOR: &str = "\u{1f}";

/// The reason why the user must decide about a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, strum::Display, strum::EnumString)]
#[strum(serialize_all = "snake_case")]
pub enum OverlapKind {
    /// The service has the other payout, and its outcome is missing.
    UnderWay,
    /// It is unknown whether the service has the other payout.
    Unknown,
    /// The other payout is approved and one click from being sent.
    Armed,
    /// Paid for the same period.
    PaidSamePeriod,
    /// Paid within the last days.
    PaidRecently,
    /// This payroll pays the other payout again because it failed, and a later report says that it was paid.
    NoLongerFailed,
    /// The other payout failed, and only callbacks said so. They are not signed.
    FailedByCallback,
    /// The other payout failed, and only because a person read a word of a list so.
    FailedByReading,
}

impl OverlapKind {
    /// Returns whether the question is only about whether the payment that is made again has failed.
    pub(super) const fn is_of_a_retry(self) -> bool {
        matches!(self, Self::NoLongerFailed | Self::FailedByCallback | Self::FailedByReading)
    }
}

/// Whether it is doubtful that the service has a payout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Doubt {
    /// The service has it, or cannot have it.
    None,
    Unknown,
    /// Only a person said that the service does not have it.
    DecidedAbsent,
}

impl Doubt {
    /// Ends the subject of a question. Stored decisions have it, so it never changes.
    const fn marker(self) -> Option<&'static str> {
        match self {
            Self::None => None,
            Self::Unknown => Some("unknown"),
            Self::DecidedAbsent => Some("decided_absent"),
        }
    }

    /// Returns the doubts in which an answer answers a question in this one as well: nothing is worse than what was asked.
    const fn answered_as_well(self) -> &'static [Self] {
        match self {
            Self::None => &[],
            Self::Unknown => &[Self::None],
            Self::DecidedAbsent => &[Self::Unknown, Self::None],
        }
    }
}

/// A person whom two payrolls pay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Overlap {
    pub kind: OverlapKind,
    /// Position of the person's row in this payroll.
    pub position: u32,
    pub amount: Money,
    pub other_payroll: PayrollId,
    /// Of the other payout's batch.
    pub other_batch: BatchState,
    /// Whether it was ever unknown if the service has that batch.
    pub other_was_unknown: bool,
    pub other_reference: Reference,
    pub other_amount: Money,
    /// The account of both, as accounts are compared.
    pub account_key: String,
    /// The state of the other payout, if the question is about its state: this one pays it again, or it is only said to have
    /// failed. Such a question is asked again when the state changes.
    pub asked_state: Option<PayoutState>,
    /// The other payout is not recent, and only asked about if the two payrolls are the same.
    pub(crate) is_near: bool,
    /// The user's reason, once decided.
    pub decided: Option<String>,
}

impl Overlap {
    /// Identifies exactly what is asked: the person, the amount and the other payout, and whether it is unknown if the
    /// service has that one. Whoever pays in doubt has not decided to pay although the other payment is known.
    #[must_use]
    pub fn subject(&self) -> String {
        self.subject_of(self.doubt(), self.asked_state)
    }

    const fn doubt(&self) -> Doubt {
        match self.kind {
            OverlapKind::Unknown => Doubt::Unknown,
            OverlapKind::Armed if self.other_was_unknown => Doubt::DecidedAbsent,
            OverlapKind::Armed
            | OverlapKind::UnderWay
            | OverlapKind::PaidSamePeriod
            | OverlapKind::PaidRecently
            | OverlapKind::NoLongerFailed
            | OverlapKind::FailedByCallback
            | OverlapKind::FailedByReading => Doubt::None,
        }
    }

    pub(super) fn subject_of(&self, doubt: Doubt, asked_state: Option<PayoutState>) -> String {
        let mut parts =
            vec![self.account_key.clone(), self.amount.to_string(), self.other_reference.to_string()];
        parts.extend(asked_state.map(|state| state.to_string()));
        parts.extend(doubt.marker().map(str::to_owned));
        parts.join(SUBJECT_SEPARATOR)
    }

    /// Returns the other doubts about the same payout in which an answer answers this question as well, with the state.
    pub(super) fn answered_as_well(&self) -> Vec<(Doubt, Option<PayoutState>)> {
        self.doubt().answered_as_well().iter().map(|doubt| (*doubt, self.asked_state)).collect()
    }
}

/// Whether the service may have somebody of a batch in this state. What was withdrawn may have been sent before that: the
/// state of each payout counts.
pub(super) const fn may_have_people_of(batch: BatchState) -> bool {
    batch.may_be_at_the_service() || matches!(batch, BatchState::Withdrawn)
}

/// Returns the question about a failure that this settled; `None` if whoever settled it can be relied on.
pub(super) const fn doubted_failure(by: SettledBy) -> Option<OverlapKind> {
    match by {
        SettledBy::Callback => Some(OverlapKind::FailedByCallback),
        SettledBy::WordReading => Some(OverlapKind::FailedByReading),
        SettledBy::Asked
        | SettledBy::OutcomeFile
        | SettledBy::Statement
        | SettledBy::StatementMatch
        | SettledBy::ListMatch
        | SettledBy::User => None,
    }
}
