//! Misbehaving on demand: what can go wrong ([`FaultKind`]), while what ([`FaultPhase`]), and what is asked for
//! ([`Faults`]). What each does to a connection is `line`'s and `shape`'s, and which request meets which is
//! `script`'s.
//!
//! Not in it on purpose: anything by chance. A fault is met because it was asked for, and its details follow from
//! a seed.

mod error;
mod fault;
mod kind;
pub(crate) mod line;
pub(crate) mod misbehave;
mod redirect_sink;
mod script;
mod shape;
pub(crate) mod words;

pub use error::FaultError;
pub use fault::{Count, Fault};
pub use kind::{FaultKind, FaultPhase, Taken};
pub use redirect_sink::Arrived;
pub use script::FaultScript;

pub(crate) use kind::{CallbackFault, Certificate, Manner, Opening, Then};
pub(crate) use redirect_sink::RedirectSink;
pub(crate) use script::{ActiveFault, Listeners, Speaks};

use crate::random::SeededRng;

/// The table of all faults, in Markdown: what each does, what the journal says then, and whether the batch is queued.
pub const FAULTS: &str = include_str!("../FAULTS.md");

/// Most that are drawn at once.
const DRAWN_MAX: usize = 10_000;

/// Requests that a fault can be met by, other than those of the phase `connect`, which any connection meets.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum FaultPath {
    /// Batches, charges of cards and their verification: calls that move money.
    #[default]
    MoneyCalls,
    /// Every path that begins so; `/` is every call.
    Prefix(String),
}

/// Which faults a service is started with, and how they turn out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Faults {
    /// Met in this order; after the last everything is as it should be.
    pub script: Vec<Fault>,
    pub path: FaultPath,
    /// Details follow from it: how many bytes are read before a reset, where an answer is cut, which wrong types,
    /// which garbage, how slow a drip, how late a callback. The same seed and script misbehave alike.
    pub seed: u64,
    /// Where redirects point; none: to a second listener of the service's own, which counts what it gets.
    pub redirect: Option<String>,
}

impl Faults {
    pub fn scripted(script: impl IntoIterator<Item = Fault>) -> Self {
        Self { script: script.into_iter().collect(), ..Self::default() }
    }

    /// So many faults (10,000 at most), drawn by the seed from all that need no TLS and end by themselves; details by it, too.
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

    /// Met by every request whose path begins so, instead of by the calls that move money.
    #[must_use]
    pub fn at(self, prefix: impl Into<String>) -> Self {
        Self { path: FaultPath::Prefix(prefix.into()), ..self }
    }
}
