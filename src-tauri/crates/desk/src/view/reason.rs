//! The reason for a batch's state, as one closed list: every reason of the service crate, and the desk's own. The
//! window has a sentence for each. A reason added in the service crate fails to compile here until it is listed.

use paysheet_service::{NotSentReason, RefusalKind, UnknownReason};
use serde::{Deserialize, Serialize};

/// The ledger's codes of attempts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[derive(Serialize, Deserialize, specta::Type, strum::Display, strum::EnumIter, strum::EnumString)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Reason {
    Accepted,
    // Nothing left this computer.
    Dns,
    Refused,
    Tls,
    ConnectTimeout,
    Offline,
    ConnectFailed,
    TokenUnusable,
    RequestUnusable,
    /// The user locked the desk between intent and sending.
    Locked,
    /// What is stored is not what was frozen.
    BodyChanged,
    /// Too much time passed between intent and sending.
    IntentExpired,
    /// The keychain did not take the ledger's anchor.
    AnchorNotStored,
    // Nobody knows.
    Timeout,
    Reset,
    NoAnswer,
    CutAnswer,
    Redirect,
    RequestTimeout,
    Conflict,
    ServerError,
    OtherStatus,
    Unreadable,
    TooLarge,
    BatchIdMissing,
    StatusUnclear,
    Contradictory,
    /// The answer accepted the batch under the id of another one.
    DuplicateBatchId,
    /// The service has a reference of the batch already. Of ledgers before 0006 also a refusal.
    DuplicateReference,
    /// Paysheet ended while the batch was being sent.
    CrashFound,
    /// It was armed in a ledger that turned out to be an older copy, another one, or changed.
    MaybeSentSince,
    // The service said no.
    TokenRefused,
    Forbidden,
    WrongLock,
    /// A card charge at a path that the service does not have.
    NoSuchCall,
    InsufficientBalance,
    Invalid,
    RateLimited,
    Other,
}

impl From<NotSentReason> for Reason {
    fn from(reason: NotSentReason) -> Self {
        use NotSentReason as N;
        match reason {
            N::Dns => Self::Dns,
            N::Refused => Self::Refused,
            N::Tls => Self::Tls,
            N::ConnectTimeout => Self::ConnectTimeout,
            N::Offline => Self::Offline,
            N::ConnectFailed => Self::ConnectFailed,
            N::TokenUnusable => Self::TokenUnusable,
            N::RequestUnusable => Self::RequestUnusable,
        }
    }
}

impl From<UnknownReason> for Reason {
    fn from(reason: UnknownReason) -> Self {
        use UnknownReason as U;
        match reason {
            U::Timeout => Self::Timeout,
            U::Reset => Self::Reset,
            U::NoAnswer => Self::NoAnswer,
            U::CutAnswer => Self::CutAnswer,
            U::Redirect => Self::Redirect,
            U::RequestTimeout => Self::RequestTimeout,
            U::Conflict => Self::Conflict,
            U::ServerError => Self::ServerError,
            U::OtherStatus => Self::OtherStatus,
            U::Unreadable => Self::Unreadable,
            U::TooLarge => Self::TooLarge,
            U::BatchIdMissing => Self::BatchIdMissing,
            U::StatusUnclear => Self::StatusUnclear,
            U::Contradictory => Self::Contradictory,
            U::DuplicateReference => Self::DuplicateReference,
        }
    }
}

impl From<RefusalKind> for Reason {
    fn from(kind: RefusalKind) -> Self {
        use RefusalKind as R;
        match kind {
            R::TokenRefused => Self::TokenRefused,
            R::Forbidden => Self::Forbidden,
            R::WrongLock => Self::WrongLock,
            R::DuplicateReference => Self::DuplicateReference,
            R::InsufficientBalance => Self::InsufficientBalance,
            R::Invalid => Self::Invalid,
            R::RateLimited => Self::RateLimited,
            R::Other => Self::Other,
        }
    }
}
