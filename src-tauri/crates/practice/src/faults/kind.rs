//! Kinds and phases of faults, and their possible combinations.

use serde::{Deserialize, Serialize};
use strum::{Display, EnumIter, EnumString, IntoStaticStr};

/// The phase in which a fault happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[derive(Serialize, Deserialize, Display, EnumIter, EnumString, IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum FaultPhase {
    /// While the connection is opened, TLS included: nothing of a request was read.
    Connect,
    /// While the request is being sent: its head was read and some of its body, never all of it.
    Send,
    /// The whole request was received, and nothing of a response was sent.
    Wait,
    /// While the response is being read.
    Read,
}

/// Whether the service still receives a request that meets the fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Taken {
    /// The service never receives it: no batch is queued, no card charged.
    No,
    /// The service receives it as if there were no fault, and accepts it if it is valid.
    Yes,
}

/// The kind of a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[derive(Serialize, Deserialize, Display, EnumIter, EnumString, IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum FaultKind {
    /// No listener: connections are refused.
    Refuse,
    /// The connection is reset (RST).
    Reset,
    /// The connection is ended in order (FIN) without an answer.
    Close,
    /// The connection stays open and nothing more happens on it.
    Hang,
    /// The bytes continue, a few at a time with pauses between: half a second to six seconds in all.
    Drip,
    /// A response with a content length ends early, possibly in its head.
    Cut,
    /// A chunked response ends without its last chunk.
    CutChunked,
    /// A response without a content length ends in the middle of its JSON.
    CutUnsized,
    /// The response is not HTTP.
    Garbage,
    /// 200 with a body that is not JSON.
    GarbageBody,
    /// 200 with a body of 512 MiB.
    Huge,
    #[serde(rename = "302")]
    #[strum(serialize = "302")]
    Redirect302,
    #[serde(rename = "307")]
    #[strum(serialize = "307")]
    Redirect307,
    #[serde(rename = "400")]
    #[strum(serialize = "400")]
    Status400,
    #[serde(rename = "401")]
    #[strum(serialize = "401")]
    Status401,
    #[serde(rename = "403")]
    #[strum(serialize = "403")]
    Status403,
    #[serde(rename = "404")]
    #[strum(serialize = "404")]
    Status404,
    #[serde(rename = "408")]
    #[strum(serialize = "408")]
    Status408,
    #[serde(rename = "409")]
    #[strum(serialize = "409")]
    Status409,
    #[serde(rename = "413")]
    #[strum(serialize = "413")]
    Status413,
    #[serde(rename = "422")]
    #[strum(serialize = "422")]
    Status422,
    #[serde(rename = "429")]
    #[strum(serialize = "429")]
    Status429,
    #[serde(rename = "500")]
    #[strum(serialize = "500")]
    Status500,
    #[serde(rename = "502")]
    #[strum(serialize = "502")]
    Status502,
    #[serde(rename = "503")]
    #[strum(serialize = "503")]
    Status503,
    #[serde(rename = "504")]
    #[strum(serialize = "504")]
    Status504,
    /// 200 whose body has `status: error`, in one of the words observed for it.
    #[serde(rename = "error_on_200")]
    #[strum(serialize = "error_on_200")]
    ErrorOn200,
    /// The answer says, in other words than the service's own, that the reference is there already.
    ReferenceIsThere,
    /// 200 with JSON whose fields have wrong types.
    WrongTypes,
    /// The certificate is for another name.
    TlsWrongName,
    /// The certificate has expired.
    TlsExpired,
    /// The certificate is signed by an unknown authority.
    TlsUntrusted,
    /// The response to the TLS greeting is not TLS.
    TlsGarbage,
    /// Each callback of the batch arrives two to four times.
    CallbackDuplicate,
    /// The batch's callbacks arrive a quarter of a second to two seconds late.
    CallbackDelay,
    /// The batch's callbacks arrive before the response to its submission.
    CallbackEarly,
    /// The batch's callbacks arrive in another order, a reversal before the callback that it reverses.
    CallbackReordered,
}

/// Whether the service can take the request that meets the fault.
pub(super) type Takings = &'static [Taken];
const NEVER: Takings = &[Taken::No];
const ALWAYS: Takings = &[Taken::Yes];
const EITHER: Takings = &[Taken::No, Taken::Yes];

impl FaultKind {
    /// Returns the phases in which the kind can happen, and whether the request can be taken in each.
    pub(super) const fn possibilities(self) -> &'static [(FaultPhase, Takings)] {
        use FaultPhase::{Connect, Read, Send, Wait};
        match self {
            Self::Refuse | Self::TlsWrongName | Self::TlsExpired | Self::TlsUntrusted | Self::TlsGarbage => {
                &[(Connect, NEVER)]
            }
            Self::Reset | Self::Hang => &[(Connect, NEVER), (Send, NEVER), (Wait, EITHER), (Read, EITHER)],
            Self::Close => &[(Connect, NEVER), (Wait, EITHER)],
            Self::Drip => &[(Send, ALWAYS), (Read, ALWAYS)],
            Self::Cut
            | Self::CutChunked
            | Self::CutUnsized
            | Self::Garbage
            | Self::GarbageBody
            | Self::Huge
            | Self::ReferenceIsThere
            | Self::WrongTypes => &[(Read, EITHER)],
            Self::Redirect302
            | Self::Redirect307
            | Self::Status408
            | Self::Status409
            | Self::Status500
            | Self::Status502
            | Self::Status503
            | Self::Status504 => &[(Send, NEVER), (Read, EITHER)],
            // No service sends these for a request that it took.
            Self::Status400
            | Self::Status401
            | Self::Status403
            | Self::Status404
            | Self::Status413
            | Self::Status422
            | Self::Status429 => &[(Send, NEVER), (Read, NEVER)],
            Self::ErrorOn200 => &[(Read, NEVER)],
            Self::CallbackDuplicate | Self::CallbackDelay | Self::CallbackEarly | Self::CallbackReordered => {
                &[(Wait, ALWAYS)]
            }
        }
    }

    /// Returns the phases in which the kind can happen.
    pub fn phases(self) -> impl Iterator<Item = FaultPhase> {
        self.possibilities().iter().map(|(phase, _)| *phase)
    }

    /// Returns whether the kind is possible only if the service uses TLS.
    #[must_use]
    pub const fn needs_tls(self) -> bool {
        matches!(self.manner(), Manner::Opening(Opening::Certificate(_) | Opening::NoTls))
    }

    /// Returns whether the kind is about callbacks, so that only a batch can meet it.
    #[must_use]
    pub const fn is_of_callbacks(self) -> bool {
        matches!(self.manner(), Manner::Callbacks(_))
    }

    #[must_use]
    pub const fn is_redirect(self) -> bool {
        matches!(self, Self::Redirect302 | Self::Redirect307)
    }

    pub(crate) const fn manner(self) -> Manner {
        match self {
            Self::Refuse => Manner::Opening(Opening::Refusal),
            Self::Reset => Manner::Silence(Then::Reset),
            Self::Close => Manner::Silence(Then::Close),
            Self::Hang => Manner::Silence(Then::Hang),
            Self::Drip => Manner::Answer(Answering::Drip),
            Self::Cut => Manner::Answer(Answering::Cut(Cutting::Sized)),
            Self::CutChunked => Manner::Answer(Answering::Cut(Cutting::Chunked)),
            Self::CutUnsized => Manner::Answer(Answering::Cut(Cutting::Unsized)),
            Self::Garbage => Manner::Answer(Answering::Garbage),
            Self::GarbageBody => Manner::Answer(Answering::GarbageBody),
            Self::Huge => Manner::Answer(Answering::Huge),
            Self::Redirect302 => Manner::Answer(Answering::Status(302)),
            Self::Redirect307 => Manner::Answer(Answering::Status(307)),
            Self::Status400 => Manner::Answer(Answering::Status(400)),
            Self::Status401 => Manner::Answer(Answering::Status(401)),
            Self::Status403 => Manner::Answer(Answering::Status(403)),
            Self::Status404 => Manner::Answer(Answering::Status(404)),
            Self::Status408 => Manner::Answer(Answering::Status(408)),
            Self::Status409 => Manner::Answer(Answering::Status(409)),
            Self::Status413 => Manner::Answer(Answering::Status(413)),
            Self::Status422 => Manner::Answer(Answering::Status(422)),
            Self::Status429 => Manner::Answer(Answering::Status(429)),
            Self::Status500 => Manner::Answer(Answering::Status(500)),
            Self::Status502 => Manner::Answer(Answering::Status(502)),
            Self::Status503 => Manner::Answer(Answering::Status(503)),
            Self::Status504 => Manner::Answer(Answering::Status(504)),
            Self::ErrorOn200 => Manner::Answer(Answering::ErrorOn200),
            Self::ReferenceIsThere => Manner::Answer(Answering::ReferenceIsThere),
            Self::WrongTypes => Manner::Answer(Answering::WrongTypes),
            Self::TlsWrongName => Manner::Opening(Opening::Certificate(Certificate::WrongName)),
            Self::TlsExpired => Manner::Opening(Opening::Certificate(Certificate::Expired)),
            Self::TlsUntrusted => Manner::Opening(Opening::Certificate(Certificate::Untrusted)),
            Self::TlsGarbage => Manner::Opening(Opening::NoTls),
            Self::CallbackDuplicate => Manner::Callbacks(CallbackFault::Duplicate),
            Self::CallbackDelay => Manner::Callbacks(CallbackFault::Delay),
            Self::CallbackEarly => Manner::Callbacks(CallbackFault::Early),
            Self::CallbackReordered => Manner::Callbacks(CallbackFault::Reordered),
        }
    }
}

/// Kinds grouped by the code that applies them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Manner {
    /// No bytes are sent, or no further ones; then this.
    Silence(Then),
    /// The connection is not opened normally.
    Opening(Opening),
    /// The response is not the normal one.
    Answer(Answering),
    Callbacks(CallbackFault),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Opening {
    Refusal,
    Certificate(Certificate),
    NoTls,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answering {
    Drip,
    Cut(Cutting),
    Garbage,
    GarbageBody,
    Huge,
    /// A response with this status, redirects included.
    Status(u16),
    ErrorOn200,
    ReferenceIsThere,
    WrongTypes,
}

/// How a connection ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Then {
    Close,
    Reset,
    Hang,
}

/// How a truncated response would have marked its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cutting {
    Sized,
    Chunked,
    /// By the end of the connection.
    Unsized,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Certificate {
    Good,
    WrongName,
    Expired,
    Untrusted,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CallbackFault {
    Duplicate,
    Delay,
    Early,
    Reordered,
}
