//! The words: kinds, phases, and which go together.

use serde::{Deserialize, Serialize};
use strum::{Display, EnumIter, EnumString, IntoStaticStr};

/// While what a fault happens.
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
    Display,
    EnumIter,
    EnumString,
    IntoStaticStr,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum FaultPhase {
    /// While the connection is opened, TLS included: nothing of a request was read.
    Connect,
    /// While the request is being sent: its head was read and some of its body, never all of it.
    Send,
    /// The whole request was received, nothing of an answer was sent.
    Wait,
    /// While the answer is being read.
    Read,
}

/// Whether a request that meets the fault is handed to the service all the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Taken {
    /// The service never gets it: no batch is queued, no card charged.
    No,
    /// The service gets it as if nothing were amiss, and takes it where it is good.
    Yes,
}

/// What goes wrong.
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
    Display,
    EnumIter,
    EnumString,
    IntoStaticStr,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum FaultKind {
    /// Nothing listens.
    Refuse,
    /// The connection is reset (RST).
    Reset,
    /// The connection is ended in order (FIN) without an answer.
    Close,
    /// The connection stays and nothing happens on it any more.
    Hang,
    /// The bytes go on, a few at a time with pauses between: half a second to six in all.
    Drip,
    /// An answer with a content length ends before it, be it in its head.
    Cut,
    /// A chunked answer ends without its last chunk.
    CutChunked,
    /// An answer without a content length ends in the middle of its JSON.
    CutUnsized,
    /// What comes back is not HTTP.
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
    /// 200 whose body says `status: error`, in one of the words seen for it.
    #[serde(rename = "error_on_200")]
    #[strum(serialize = "error_on_200")]
    ErrorOn200,
    /// 200 with JSON whose fields have other types than they should.
    WrongTypes,
    /// The certificate is for another name.
    TlsWrongName,
    /// The certificate has expired.
    TlsExpired,
    /// The certificate is signed by somebody unknown.
    TlsUntrusted,
    /// What answers the TLS greeting is no TLS.
    TlsGarbage,
    /// Each callback of the batch comes twice to four times.
    CallbackDuplicate,
    /// The batch's callbacks come a quarter of a second to two seconds late.
    CallbackDelay,
    /// The batch's callbacks come before the answer to its submission.
    CallbackEarly,
    /// The batch's callbacks come in another order, a reversal before what it reverses.
    CallbackReordered,
}

/// What a fault may do with the request it meets.
pub(super) type Takings = &'static [Taken];
const NEVER: Takings = &[Taken::No];
const ALWAYS: Takings = &[Taken::Yes];
const EITHER: Takings = &[Taken::No, Taken::Yes];

impl FaultKind {
    /// The phases in which it can happen, with what may become of the request.
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
            | Self::WrongTypes => &[(Read, EITHER)],
            Self::Redirect302
            | Self::Redirect307
            | Self::Status408
            | Self::Status409
            | Self::Status500
            | Self::Status502
            | Self::Status503
            | Self::Status504 => &[(Send, NEVER), (Read, EITHER)],
            // No service says these of what it took.
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

    /// The phases in which it can happen.
    pub fn phases(self) -> impl Iterator<Item = FaultPhase> {
        self.possibilities().iter().map(|(phase, _)| *phase)
    }

    /// Whether it can only happen where the service speaks TLS.
    #[must_use]
    pub const fn needs_tls(self) -> bool {
        matches!(self.manner(), Manner::Opening(Opening::Certificate(_) | Opening::NoTls))
    }

    /// Whether it is about callbacks, so that only a batch can meet it.
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

/// Kinds by who does them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Manner {
    /// Nothing is said, or no more; then this.
    Silence(Then),
    /// The connection does not come about as it should.
    Opening(Opening),
    /// What is said is not what it should be.
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
    /// An answer with this status, redirects included.
    Status(u16),
    ErrorOn200,
    WrongTypes,
}

/// What a connection ends in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Then {
    Close,
    Reset,
    Hang,
}

/// How an answer that is cut would have told its end.
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
