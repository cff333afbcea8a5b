//! The rules that a story must not violate.

use std::fmt;

/// An invariant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[derive(serde::Serialize, serde::Deserialize, strum::Display, strum::EnumIter)]
#[strum(serialize_all = "snake_case")]
pub enum Invariant {
    /// Nobody receives a payout of a payroll more often than the payroll contains it.
    PaidTwice,
    /// Nobody is paid by two payrolls of one period without a decision.
    PaidByTwoPayrolls,
    /// Everybody in an approved payroll is paid in the end.
    Lost,
    /// The service never receives a batch that is not durable in the ledger as an intent.
    SentWithoutIntent,
    /// The operator requested each sending of a batch.
    SentByItself,
    /// The bytes that the service receives are those that were frozen.
    OtherBytes,
    /// A batch that the service has is accepted, settling, closed or unknown in the ledger.
    AcceptedButDenied,
    /// A batch that is accepted in the ledger is at the service, or the operator stated so.
    ClaimsAcceptance,
    /// A batch that is not sent in the ledger did not reach the service.
    ClaimsNotSent,
    /// A payout's outcome in the ledger is the one that the service reported.
    ClaimsOutcome,
    /// Rows, sums and bodies have the same totals.
    SumsDiffer,
    /// The same person of the same payroll has the same reference, however often it is frozen.
    NewReference,
    /// A batch is sent only after the batches before it.
    Overtaken,
    /// Each event follows from the event before it.
    ChainBroken,
    /// A ledger that lacks sent batches is blocked when it is opened, and names the payrolls that may have been sent.
    OlderLedgerUnnoticed,
    /// Nothing is approved or sent from a blocked ledger.
    SentWhileBlocked,
    /// If a failing disk prevents something, the error states that the disk is the cause.
    NotSaidToBeTheDisk,
    /// A complete ledger is not blocked.
    BlockedByItself,
    /// Nothing is approved with a total that differs from its own.
    WrongTotalApproved,
    /// Nothing is sent more than the days of the profile after its total was typed, or before it by the clock.
    SentLongAfterApproval,
    /// A withdrawn batch is not sent.
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
