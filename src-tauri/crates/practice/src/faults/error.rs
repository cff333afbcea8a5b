//! Why a requested fault is impossible, or a service with faults or TLS cannot start.

use std::{io, path::PathBuf};

use strum::IntoEnumIterator as _;

use super::{Fault, FaultKind, FaultPhase};

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

#[derive(Debug, thiserror::Error)]
pub enum InjectorError {
    #[error(transparent)]
    Fault(#[from] FaultError),
    #[error("the root certificate cannot be written to {}: {source}", path.display())]
    Root { path: PathBuf, source: io::Error },
    #[error("no certificate can be made: {0}")]
    Certificate(#[from] rcgen::Error),
    #[error("TLS cannot be spoken: {0}")]
    Tls(#[from] rustls::Error),
}

fn listed(phases: impl Iterator<Item = FaultPhase>) -> String {
    phases.map(<&'static str>::from).collect::<Vec<_>>().join(", ")
}
