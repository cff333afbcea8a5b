//! The faults that are requested of a service.

use super::fault::{Count, Fault};
use crate::random::SeededRng;

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
