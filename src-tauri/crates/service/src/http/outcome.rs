//! Classifies an exchange for the batch: the classes of the design's batch states. If any doubt is left the class is
//! `Unknown`: it costs a question, while the other mistakes pay somebody's salary twice or not at all.
//!
//! # Every outcome has one of four classes, and the class is true
//!
//! `service::http::outcome` and `service::card` return "not sent" only where no byte can have left, and "not accepted"
//! only where a complete answer says no. `tests/faults` compares each class with the practice service's own record.
//!
//! An answer that says yes and no at the same time, such as a 4xx with `status: success`, is Unknown rather than a
//! refusal.

pub(crate) mod already_there;
mod both;

use serde::{Deserialize, Serialize};

use crate::{
    decode::{
        batch::batch_id,
        envelope::{Envelope, EnvelopeStatus},
    },
    http::{
        evidence::Evidence,
        redactor::Redactor,
        transport::{Answer, Fault, NotSentReason, UnknownReason},
    },
};

/// The class of a submission. Dropping the future of a submission that has begun leaves it `Unknown` as well.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SubmitOutcome {
    /// The service accepted the batch; the digits of its `batchId`.
    Accepted { batch_id: String, evidence: Evidence },
    /// No byte of the request can have left.
    NotSent { reason: NotSentReason, evidence: Evidence },
    /// A complete response refuses the batch. Only the caller can determine whether an earlier attempt is still
    /// unknown.
    NotAccepted { refusal: Refusal, evidence: Evidence },
    /// The service may or may not have accepted the batch.
    Unknown { reason: UnknownReason, evidence: Evidence },
}

impl SubmitOutcome {
    #[must_use]
    pub const fn evidence(&self) -> &Evidence {
        match self {
            Self::Accepted { evidence, .. }
            | Self::NotSent { evidence, .. }
            | Self::NotAccepted { evidence, .. }
            | Self::Unknown { evidence, .. } => evidence,
        }
    }
}

/// A complete response that refuses the request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Refusal {
    pub http_status: u16,
    pub kind: RefusalKind,
    /// The service's own message, free of secrets.
    pub message: Option<String>,
    pub code: Option<String>,
}

/// The kind of a refusal, as far as status, code and message show it. It guides the user and decides nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[derive(Serialize, Deserialize, strum::Display, strum::IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum RefusalKind {
    /// The token is wrong or has expired (401).
    TokenRefused,
    /// The token has no permission for this call (403).
    Forbidden,
    WrongLock,
    /// The service already has this reference. For a submission it proves nothing: its class is `Unknown`.
    DuplicateReference,
    InsufficientBalance,
    /// The request violates a rule of the service.
    Invalid,
    RateLimited,
    Other,
}

impl RefusalKind {
    /// Whether it says nothing about what was asked: the token, its permission, or the number of requests.
    #[must_use]
    pub const fn is_about_the_caller(self) -> bool {
        match self {
            Self::TokenRefused | Self::Forbidden | Self::RateLimited => true,
            Self::WrongLock
            | Self::DuplicateReference
            | Self::InsufficientBalance
            | Self::Invalid
            | Self::Other => false,
        }
    }
}

/// What the status code allows a response to mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StatusClass {
    Whole2xx,
    SaysNo,
    Open(UnknownReason),
}

pub(crate) const fn status_class(http_status: u16, said: EnvelopeStatus) -> StatusClass {
    match http_status {
        200..=299 => StatusClass::Whole2xx,
        300..=399 => StatusClass::Open(UnknownReason::Redirect),
        400 | 401 | 403 | 404 | 405 | 413 | 415 | 422 | 429 => StatusClass::SaysNo,
        // Seen as plain refusals; proxies on the way answer so too, so the body has to refuse as well.
        406 | 410 if matches!(said, EnvelopeStatus::Refusal) => StatusClass::SaysNo,
        408 => StatusClass::Open(UnknownReason::RequestTimeout),
        409 => StatusClass::Open(UnknownReason::Conflict),
        500..=599 => StatusClass::Open(UnknownReason::ServerError),
        _ => StatusClass::Open(UnknownReason::OtherStatus),
    }
}

/// Returns the class of a submission, whether it ended with a response or a fault.
pub(crate) fn classify(exchange: Result<Answer, Fault>, redactor: &Redactor<'_>) -> SubmitOutcome {
    match exchange {
        Ok(answer) => of_answer(&answer, redactor),
        Err(Fault::NotSent { reason, evidence }) => SubmitOutcome::NotSent { reason, evidence },
        Err(Fault::Unknown { reason, evidence }) => SubmitOutcome::Unknown { reason, evidence },
    }
}

fn of_answer(answer: &Answer, redactor: &Redactor<'_>) -> SubmitOutcome {
    let evidence = answer.evidence(redactor);
    let envelope = Envelope::read(&answer.body);
    let batch_id = batch_id(&envelope.data);
    let unknown = |reason| SubmitOutcome::Unknown { reason, evidence: evidence.clone() };
    match (status_class(answer.http_status, envelope.said), envelope.said, batch_id) {
        (StatusClass::Open(reason), ..) => unknown(reason),
        _ if envelope.is_contradictory => unknown(UnknownReason::Contradictory),
        (StatusClass::Whole2xx, EnvelopeStatus::Unclear, _) => unknown(UnknownReason::StatusUnclear),
        _ if both::says_both(&envelope, &answer.body) => unknown(UnknownReason::Contradictory),
        (StatusClass::Whole2xx, EnvelopeStatus::Success, Some(batch_id)) => {
            SubmitOutcome::Accepted { batch_id, evidence }
        }
        (StatusClass::Whole2xx, EnvelopeStatus::Success, None) => unknown(UnknownReason::BatchIdMissing),
        (StatusClass::Whole2xx, EnvelopeStatus::Unreadable, _) => unknown(UnknownReason::Unreadable),
        (StatusClass::SaysNo, EnvelopeStatus::Success, _)
        | (_, EnvelopeStatus::Refusal | EnvelopeStatus::Unclear, Some(_)) => {
            unknown(UnknownReason::Contradictory)
        }
        (StatusClass::Whole2xx, EnvelopeStatus::Refusal, None)
        | (
            StatusClass::SaysNo,
            EnvelopeStatus::Refusal | EnvelopeStatus::Unclear | EnvelopeStatus::Unreadable,
            _,
        ) => {
            let refusal = refusal(answer.http_status, &envelope, redactor);
            match refusal.kind {
                _ if already_there::says(&envelope, &answer.body) => {
                    unknown(UnknownReason::DuplicateReference)
                }
                RefusalKind::DuplicateReference => unknown(UnknownReason::DuplicateReference),
                RefusalKind::TokenRefused
                | RefusalKind::Forbidden
                | RefusalKind::WrongLock
                | RefusalKind::InsufficientBalance
                | RefusalKind::Invalid
                | RefusalKind::RateLimited
                | RefusalKind::Other => SubmitOutcome::NotAccepted { refusal, evidence },
            }
        }
    }
}

/// Builds a refusal with its message and kind.
pub(crate) fn refusal(http_status: u16, envelope: &Envelope, redactor: &Redactor<'_>) -> Refusal {
    Refusal {
        http_status,
        kind: refusal_kind(http_status, envelope),
        message: envelope.message.as_deref().map(|message| redactor.message(message, envelope.extent)),
        code: envelope.code.as_deref().map(|code| redactor.message(code, envelope.extent)),
    }
}

/// The code of a refusal for lack of money.
const NO_BALANCE_CODE: &str = "CF";

/// What a service did with something that it calls sent before.
const SENT_WORDS: [&str; 12] = [
    "submitted",
    "received",
    "processed",
    "processing",
    "sent",
    "paid",
    "queued",
    "accepted",
    "completed",
    "exists",
    "used",
    "disbursed",
];
/// What a service may have got before.
const SENT_THINGS: [&str; 11] = [
    "batch",
    "transaction",
    "transactions",
    "request",
    "requests",
    "payout",
    "payouts",
    "payment",
    "payments",
    "disbursement",
    "submission",
];

/// Codes and messages differ between services, so the search matches whole words.
fn refusal_kind(http_status: u16, envelope: &Envelope) -> RefusalKind {
    let said =
        [envelope.code.as_deref(), envelope.message.as_deref()].map(Option::unwrap_or_default).join(" ");
    let said = said.to_lowercase();
    let words: Vec<_> = said.split(|c: char| !c.is_alphanumeric()).collect();
    let says = |any: &[&str]| words.iter().any(|word| any.contains(word));
    let duplicate = says(&["duplicate", "duplicated", "unique", "exists", "exist", "already", "twice"]);
    // What was sent before may be at the service, whether or not the words name a reference.
    let sent_before = says(&["already", "twice"]) && says(&SENT_WORDS)
        || says(&["duplicate", "duplicated"]) && says(&SENT_THINGS);
    let permission =
        says(&["permission", "permissions", "privilege", "privileges", "right", "rights", "scope", "scopes"]);
    let no_balance_code =
        envelope.code.as_deref().is_some_and(|code| code.trim().eq_ignore_ascii_case(NO_BALANCE_CODE));
    let money_missing = says(&["insufficient"]) && !permission
        || says(&["enough"]) && says(&["balance", "funds", "fund", "money"]);
    let token = says(&[
        "token",
        "jwt",
        "bearer",
        "session",
        "credentials",
        "unauthorized",
        "unauthorised",
        "unauthenticated",
        "authentication",
        "authorization",
        "authorisation",
    ]);
    // A 401 is about the token, unless its words are about something else.
    let elsewhere = !token && says(&["card", "cvv", "pin", "otp", "ref", "reference", "references"]);
    match http_status {
        429 => RefusalKind::RateLimited,
        _ if sent_before || duplicate && says(&["ref", "refs", "reference", "references"]) => {
            RefusalKind::DuplicateReference
        }
        _ if says(&["lock"]) => RefusalKind::WrongLock,
        _ if no_balance_code || money_missing => RefusalKind::InsufficientBalance,
        401 if !elsewhere => RefusalKind::TokenRefused,
        _ if says(&["token", "unauthorized", "unauthenticated", "unauthorised"]) => RefusalKind::TokenRefused,
        403 => RefusalKind::Forbidden,
        200..=299 | 400 | 401 | 404..=406 | 410 | 413 | 415 | 422 => RefusalKind::Invalid,
        _ => RefusalKind::Other,
    }
}

#[cfg(test)]
mod tests;
