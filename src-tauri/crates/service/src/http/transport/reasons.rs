//! Why nothing was sent, and why the outcome of what was sent is unknown.

use serde::{Deserialize, Serialize};

/// Why nothing was sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[derive(Serialize, Deserialize, strum::Display, strum::IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum NotSentReason {
    /// The host's name could not be resolved.
    Dns,
    /// Nothing listens at the address.
    Refused,
    /// TLS could not be negotiated, or the certificate is not trusted.
    Tls,
    ConnectTimeout,
    /// This computer has no network route.
    Offline,
    /// Opening the connection failed in another way.
    ConnectFailed,
    /// The token contains characters that a header cannot carry.
    TokenUnusable,
    /// The request could not be built.
    RequestUnusable,
}

/// Why the outcome is unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[derive(Serialize, Deserialize, strum::Display, strum::IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum UnknownReason {
    /// No complete response in time.
    Timeout,
    /// The connection was reset.
    Reset,
    /// The connection ended without a response, or with data that is not HTTP.
    NoAnswer,
    /// The response was incomplete.
    CutAnswer,
    /// 3xx; a redirect is never followed.
    Redirect,
    /// 408
    RequestTimeout,
    /// 409
    Conflict,
    /// 5xx
    ServerError,
    /// A status that reports neither success nor refusal.
    OtherStatus,
    /// 2xx with a body that cannot be read.
    Unreadable,
    /// The response is larger than [`crate::ANSWER_BYTES_MAX`].
    TooLarge,
    /// Success without a batch id.
    BatchIdMissing,
    /// 2xx with a status word that is neither success nor error.
    StatusUnclear,
    /// The response reports success and refusal at once.
    Contradictory,
    /// The service already has a reference of this batch: somebody may have sent it before, for example another
    /// computer or an attempt whose response was lost.
    DuplicateReference,
}
