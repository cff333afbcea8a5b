//! What a story must not show, and the gaps in the code that are known today.

/// What must always hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, strum::Display, strum::EnumIter)]
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
    /// When the operator has done everything, everything has ended.
    DoesNotEnd,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    pub invariant: Invariant,
    pub what: String,
    /// Known to be open, and counted apart.
    pub hole: Option<Hole>,
}

/// Where the code is known not to hold an invariant. A hole that is closed leaves this list, and from then on every
/// story that falls into it is a violation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, strum::Display, strum::EnumIter)]
#[strum(serialize_all = "snake_case")]
pub enum Hole {
    /// Two payrolls of one period pay the same person: the operator of a story is asked, and always decides to pay.
    OverlappingPayrolls,
    /// An older copy of the ledger is used beside or after the newer one, and nothing notices.
    OlderLedger,
    /// Callbacks that were stored and not applied wait for the next callback or the next start.
    CallbacksNotApplied,
}

/// The holes that are open today.
const OPEN: [Hole; 3] = [Hole::OverlappingPayrolls, Hole::OlderLedger, Hole::CallbacksNotApplied];

impl Hole {
    pub fn is_open(self) -> bool {
        OPEN.contains(&self)
    }
}
