//! What a story must not show.

use std::fmt;

/// What must always hold.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    serde::Serialize,
    serde::Deserialize,
    strum::Display,
    strum::EnumIter,
)]
#[strum(serialize_all = "snake_case")]
pub enum Invariant {
    /// Nobody receives a payout of a payroll more often than it stands there.
    PaidTwice,
    /// Nobody is paid by two payrolls of one period without a decision.
    PaidByTwoPayrolls,
    /// Whoever was approved is paid in the end.
    Lost,
    /// The service never receives what is not durable here as an intent.
    SentWithoutIntent,
    /// Each time a batch goes out, the operator asked for it.
    SentByItself,
    /// The bytes that the service receives are those that were frozen.
    OtherBytes,
    /// What the service has is accepted, settling, closed or unknown here.
    AcceptedButDenied,
    /// What is accepted here is with the service, or the operator said so.
    ClaimsAcceptance,
    /// What is not sent here did not reach the service.
    ClaimsNotSent,
    /// A payout's outcome here is the one that the service reported.
    ClaimsOutcome,
    /// Rows, sums and bodies come to the same.
    SumsDiffer,
    /// The same person of the same payroll has the same reference, however often it is frozen.
    NewReference,
    /// A batch goes out after those before it only.
    Overtaken,
    /// Each event follows from the one before.
    ChainBroken,
    /// A ledger that lacks what was sent is blocked when it is opened, and names what may have been sent.
    OlderLedgerUnnoticed,
    /// Nothing is approved or sent from a blocked ledger.
    SentWhileBlocked,
    /// What a failing disk keeps from being done is said to be the disk's doing.
    NotSaidToBeTheDisk,
    /// A ledger that has everything is not blocked.
    BlockedByItself,
    /// Nothing is approved under another total than its own.
    WrongTotalApproved,
    /// What was withdrawn is not sent.
    SentAfterWithdrawal,
    /// When the operator has done everything, everything has ended.
    DoesNotEnd,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    pub invariant: Invariant,
    pub what: String,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.invariant, self.what)
    }
}
