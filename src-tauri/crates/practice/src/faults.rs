//! Faults on demand: the kinds of faults ([`FaultKind`]), the phases in which they happen ([`FaultPhase`]), and the
//! requested ones ([`Faults`]). The effect of each on a connection is in `line` and `shape`, and `script` selects the
//! request that meets a fault.
//!
//! Not in it on purpose: chance. A fault occurs because it was requested, and its details follow from a seed.

mod callback_delivery;
mod connection;
mod error;
mod fault;
mod kind;
mod line;
mod misbehave;
mod rebindable_listener;
mod redirect_sink;
mod script;
mod shape;
mod tls;
mod words;

pub use error::{FaultError, InjectorError};
pub use fault::{Count, Fault};
pub use kind::{FaultKind, FaultPhase, Taken};
pub use redirect_sink::Arrived;
pub use script::FaultScript;
pub use tls::Tls;

pub(crate) use callback_delivery::CallbackDelivery;
pub(crate) use connection::{Arrivals, FaultInjector, receive};

use kind::{CallbackFault, Certificate, Manner, Opening, Then};
use redirect_sink::RedirectSink;
use script::{ActiveFault, Listeners, Speaks};

use crate::{practice::Practice, random::SeededRng};

/// The table of all faults, in Markdown: what each does, the journal's entry, and whether the batch is queued.
pub const FAULTS: &str = include_str!("../FAULTS.md");

/// Most faults that are drawn at once.
const DRAWN_MAX: usize = 10_000;

/// Requests that a fault can apply to, except faults of the phase `connect`, which apply to any connection.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum FaultPath {
    /// Batches, charges of cards and their verification: calls that move money.
    #[default]
    MoneyCalls,
    /// Every path with this prefix; `/` is every call.
    Prefix(String),
}

/// The faults of a service, and their details.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Faults {
    /// Applied in this order; after the last one the service works normally.
    pub script: Vec<Fault>,
    pub path: FaultPath,
    /// The seed of the details: how many bytes are read before a reset, where a response is cut, which wrong types,
    /// which garbage, how slow a drip, how late a callback. The same seed and script give the same faults.
    pub seed: u64,
    /// The target of redirects; none: a second listener of the service, which counts its requests.
    pub redirect: Option<String>,
}

impl Faults {
    pub fn scripted(script: impl IntoIterator<Item = Fault>) -> Self {
        Self { script: script.into_iter().collect(), ..Self::default() }
    }

    /// Draws this many faults (10,000 at most) by the seed from all faults that need no TLS and end by themselves.
    /// Their details follow from the seed, too.
    #[must_use]
    pub fn drawn(seed: u64, count: usize) -> Self {
        let all: Vec<_> = Fault::possible()
            .filter(|fault| !fault.kind().needs_tls() && fault.count() != Count::Always)
            .collect();
        let mut rng = SeededRng::of(&["drawn", &seed.to_string()]);
        let draw = |_| usize::try_from(rng.below(all.len() as u64)).ok().and_then(|at| all.get(at).copied());
        Self::scripted((0..count.min(DRAWN_MAX)).filter_map(draw)).seeded(seed)
    }

    #[must_use]
    pub fn seeded(self, seed: u64) -> Self {
        Self { seed, ..self }
    }

    /// Applies the faults to every request whose path has this prefix, instead of to the calls that move money.
    #[must_use]
    pub fn at(self, prefix: impl Into<String>) -> Self {
        Self { path: FaultPath::Prefix(prefix.into()), ..self }
    }
}

impl Practice {
    /// Returns the requests that reached the default redirect target; none arrive there if the faults name another one.
    #[must_use]
    pub fn redirected(&self) -> Vec<Arrived> {
        self.acceptor.injector.redirect_sink.arrived()
    }

    /// Returns the faults, to set, clear or inspect them.
    #[must_use]
    pub fn faults(&self) -> &FaultScript {
        &self.acceptor.injector.script
    }

    /// Returns the certificate, as PEM, of the authority that signed the service's; none if it uses plain HTTP.
    #[must_use]
    pub fn root_pem(&self) -> Option<&str> {
        self.acceptor.injector.certificates.as_ref().map(|certificates| certificates.root_pem.as_str())
    }
}
