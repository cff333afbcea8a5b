//! One fault, as a value and as text: `reset@send:2`, `503_after_taking@read`.

use std::{fmt, num::NonZeroU32, str::FromStr};

use serde::{Deserialize, Serialize};
use strum::IntoEnumIterator as _;

use super::kind::{FaultKind, FaultPhase, Taken, Takings};

/// Suffix of a kind that is possible before and after: the service takes the request first.
const AFTER_TAKING: &str = "_after_taking";
const ALWAYS: &str = "always";

/// Why a requested fault is impossible.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FaultError {
    #[error("`{0}` is not a fault: write KIND@PHASE or KIND@PHASE:COUNT, for instance reset@send:2")]
    Shape(String),
    #[error("there is no fault `{0}`: --faults lists them")]
    Kind(String),
    #[error("there is no phase `{0}`: it is one of {all}", all = listed(FaultPhase::iter()))]
    Phase(String),
    #[error("`{kind}` cannot happen at {phase}: it can at {}", listed(kind.phases()))]
    Impossible { kind: FaultKind, phase: FaultPhase },
    #[error("`{kind}` cannot happen at {phase} once the request was taken")]
    NotAfterTaking { kind: FaultKind, phase: FaultPhase },
    #[error("`{0}` is no count: it is a number from 1 to {max}, or `always`", max = u32::MAX)]
    Count(String),
    #[error("`{0}` needs a service that speaks TLS: --tls")]
    NeedsTls(Fault),
}

fn listed(phases: impl Iterator<Item = FaultPhase>) -> String {
    phases.map(<&'static str>::from).collect::<Vec<_>>().join(", ")
}

/// How often a fault applies before the next one follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Count {
    /// To this many connections (phase `connect`) or requests (the other phases). For [`FaultKind::Refuse`], which
    /// cannot be counted because nothing accepts connections, this many seconds.
    Times(NonZeroU32),
    /// Until other faults are requested.
    Always,
}

/// A possible fault: its kind and phase fit together.
///
/// As text `KIND@PHASE`, `KIND@PHASE:COUNT` or `KIND@PHASE:always`. For a kind that can happen before and after the
/// service took the request, the text means before; with the suffix `_after_taking` it means after. Without a count the
/// fault applies once, except that `refuse@connect` lasts until other faults are requested.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Fault {
    kind: FaultKind,
    phase: FaultPhase,
    taken: Taken,
    count: Count,
}

impl Fault {
    /// Makes a fault of this kind in this phase. If both variants are possible, the service does not take the request.
    ///
    /// # Errors
    /// `Impossible`.
    pub fn new(kind: FaultKind, phase: FaultPhase) -> Result<Self, FaultError> {
        let takings = takings(kind, phase).ok_or(FaultError::Impossible { kind, phase })?;
        let taken = takings.first().copied().unwrap_or(Taken::No);
        Ok(Self { kind, phase, taken, count: usual_count(kind) })
    }

    /// Makes the variant in which the service takes the request first.
    ///
    /// # Errors
    /// `NotAfterTaking`.
    pub fn after_taking(self) -> Result<Self, FaultError> {
        let Self { kind, phase, .. } = self;
        let can = takings(kind, phase).is_some_and(|takings| takings.contains(&Taken::Yes));
        if can {
            Ok(Self { taken: Taken::Yes, ..self })
        } else {
            Err(FaultError::NotAfterTaking { kind, phase })
        }
    }

    #[must_use]
    pub const fn times(self, count: NonZeroU32) -> Self {
        Self { count: Count::Times(count), ..self }
    }

    #[must_use]
    pub const fn always(self) -> Self {
        Self { count: Count::Always, ..self }
    }

    /// Gives the fault its default count.
    #[must_use]
    pub const fn uncounted(self) -> Self {
        Self { count: usual_count(self.kind), ..self }
    }

    /// Returns every possible fault, each with its default count.
    pub fn possible() -> impl Iterator<Item = Self> {
        FaultKind::iter().flat_map(|kind| {
            kind.possibilities().iter().flat_map(move |(phase, takings)| {
                takings.iter().map(move |taken| Self {
                    kind,
                    phase: *phase,
                    taken: *taken,
                    count: usual_count(kind),
                })
            })
        })
    }

    /// Returns whether kind and phase fit together.
    #[must_use]
    pub fn is_possible(kind: FaultKind, phase: FaultPhase) -> bool {
        takings(kind, phase).is_some()
    }

    #[must_use]
    pub const fn kind(self) -> FaultKind {
        self.kind
    }

    #[must_use]
    pub const fn phase(self) -> FaultPhase {
        self.phase
    }

    /// Returns whether the service receives the request that meets the fault.
    #[must_use]
    pub const fn taken(self) -> Taken {
        self.taken
    }

    #[must_use]
    pub const fn count(self) -> Count {
        self.count
    }
}

fn takings(kind: FaultKind, phase: FaultPhase) -> Option<Takings> {
    kind.possibilities().iter().find(|(possible, _)| *possible == phase).map(|(_, takings)| *takings)
}

const fn usual_count(kind: FaultKind) -> Count {
    if matches!(kind, FaultKind::Refuse) { Count::Always } else { Count::Times(NonZeroU32::MIN) }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { kind, phase, taken, count } = *self;
        let either = takings(kind, phase).is_some_and(|takings| takings.len() > 1);
        let suffix = if either && taken == Taken::Yes { AFTER_TAKING } else { "" };
        write!(f, "{kind}{suffix}@{phase}")?;
        match count {
            _ if count == usual_count(kind) => Ok(()),
            Count::Times(times) => write!(f, ":{times}"),
            Count::Always => write!(f, ":{ALWAYS}"),
        }
    }
}

impl FromStr for Fault {
    type Err = FaultError;

    fn from_str(text: &str) -> Result<Self, FaultError> {
        let (kind, place) = text.split_once('@').ok_or_else(|| FaultError::Shape(text.to_owned()))?;
        let (phase, count) =
            place.split_once(':').map_or((place, None), |(phase, count)| (phase, Some(count)));
        let (name, taken) =
            kind.strip_suffix(AFTER_TAKING).map_or((kind, Taken::No), |name| (name, Taken::Yes));
        let kind = FaultKind::from_str(name).map_err(|_| FaultError::Kind(kind.to_owned()))?;
        let phase = FaultPhase::from_str(phase).map_err(|_| FaultError::Phase(phase.to_owned()))?;
        let fault = Self::new(kind, phase)?;
        let fault = match taken {
            Taken::No => fault,
            Taken::Yes => fault.after_taking()?,
        };
        match count {
            None => Ok(fault),
            Some(ALWAYS) => Ok(fault.always()),
            Some(count) => {
                count.parse().map(|count| fault.times(count)).map_err(|_| FaultError::Count(count.to_owned()))
            }
        }
    }
}

impl From<Fault> for String {
    fn from(fault: Fault) -> Self {
        fault.to_string()
    }
}

impl TryFrom<String> for Fault {
    type Error = FaultError;

    fn try_from(text: String) -> Result<Self, FaultError> {
        text.parse()
    }
}
