//! Selects the fault for each connection and request: in the requested order, each as often as requested.

use std::{
    collections::VecDeque,
    num::NonZeroU32,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use tokio::{sync::watch, time::Instant};

use super::{
    fault::{Count, Fault, FaultError},
    kind::{FaultKind, FaultPhase},
    rebindable_listener::RebindableListener,
    requested::{FaultPath, Faults},
};
use crate::{
    random::SeededRng,
    wire::paths::{QUEUE_PATH, TRANSFER_PATH},
};

/// Most faults that [`FaultScript::met`] returns; a fault that always applies is not recorded without limit.
const MET_MAX: usize = 10_000;

/// The faults of a running service.
pub struct FaultScript {
    inner: Mutex<Inner>,
    path: FaultPath,
    seed: u64,
    redirect: Option<String>,
    speaks: Speaks,
    /// The listener of the service, and the target of redirects.
    listeners: Listeners,
    /// Counts the times at which open connections should end, so that the next fault applies to all.
    turns: watch::Sender<u64>,
}

/// The protocol of a service's connections.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Speaks {
    Plain,
    Tls,
}

pub(crate) struct Listeners {
    pub(crate) service: RebindableListener,
    pub(crate) redirect_sink: RebindableListener,
}

#[derive(Default)]
struct Inner {
    /// The faults still to apply. The first one's count is its remaining count.
    left: VecDeque<Fault>,
    met: Vec<Fault>,
    /// Details of a fault follow from its number among those that applied since the script was set.
    meetings: u64,
    refusal_ends: Option<Instant>,
}

/// A fault that applies, and the seeded random numbers for its details.
#[derive(Clone)]
pub(crate) struct ActiveFault {
    pub(crate) fault: Fault,
    pub(crate) rng: SeededRng,
}

impl FaultScript {
    pub(crate) fn new(faults: Faults, speaks: Speaks, listeners: Listeners) -> Result<Self, FaultError> {
        let Faults { script, path, seed, redirect } = faults;
        let inner = Mutex::new(Inner::default());
        let script_of = Self { inner, path, seed, redirect, speaks, listeners, turns: watch::Sender::new(0) };
        script_of.script(script)?;
        Ok(script_of)
    }

    /// Replaces all faults: from now on these apply, in this order, and no earlier ones. Details are drawn from the
    /// seed anew. A refusal is in effect when this returns.
    ///
    /// # Errors
    /// `NeedsTls`; then nothing has changed.
    pub fn script(&self, faults: impl IntoIterator<Item = Fault>) -> Result<(), FaultError> {
        let left: VecDeque<_> = faults.into_iter().collect();
        let without_tls = |fault: &&Fault| self.speaks == Speaks::Plain && fault.kind().needs_tls();
        if let Some(fault) = left.iter().find(without_tls) {
            return Err(FaultError::NeedsTls(*fault));
        }
        if self.redirect.is_none() && left.iter().any(|fault| fault.kind().is_redirect()) {
            self.listeners.redirect_sink.open();
        }
        let mut inner = self.inner();
        inner.left = left;
        inner.meetings = 0;
        self.turn(&mut inner);
        self.turns.send_modify(|turns| *turns += 1);
        Ok(())
    }

    /// Removes all faults: from now on the service works normally, except on connections that met a fault before.
    /// Connections are accepted when this returns.
    pub fn clear(&self) {
        let mut inner = self.inner();
        inner.left.clear();
        self.turn(&mut inner);
        self.turns.send_modify(|turns| *turns += 1);
    }

    /// Returns the faults still to apply, the first with its remaining count.
    #[must_use]
    pub fn left(&self) -> Vec<Fault> {
        self.inner().left.iter().copied().collect()
    }

    /// Returns the faults that applied since the service started, in order, once for each time; the first 10,000.
    #[must_use]
    pub fn met(&self) -> Vec<Fault> {
        self.inner().met.clone()
    }

    pub(crate) const fn scheme(&self) -> &'static str {
        match self.speaks {
            Speaks::Plain => "http",
            Speaks::Tls => "https",
        }
    }

    /// Returns the address that redirects point to, for a call.
    pub(crate) fn location(&self, path: &str) -> String {
        let own = || format!("{}://{}{path}", self.scheme(), self.listeners.redirect_sink.address());
        self.redirect.clone().unwrap_or_else(own)
    }

    pub(crate) const fn listeners(&self) -> &Listeners {
        &self.listeners
    }

    pub(crate) fn turns(&self) -> watch::Receiver<u64> {
        self.turns.subscribe()
    }

    pub(crate) fn meet_connection(&self) -> Option<ActiveFault> {
        self.meet(|fault| fault.phase() == FaultPhase::Connect && fault.kind() != FaultKind::Refuse)
    }

    pub(crate) fn meet_request(&self, path: &str) -> Option<ActiveFault> {
        self.meet(|fault| match fault.phase() {
            FaultPhase::Connect => false,
            FaultPhase::Send | FaultPhase::Wait | FaultPhase::Read => {
                self.is_at(path) && (path == QUEUE_PATH || !fault.kind().is_of_callbacks())
            }
        })
    }

    fn is_at(&self, path: &str) -> bool {
        match &self.path {
            FaultPath::MoneyCalls => path == QUEUE_PATH || path.starts_with(TRANSFER_PATH),
            FaultPath::Prefix(prefix) => path.starts_with(prefix.as_str()),
        }
    }

    /// Returns when the refusal ends by itself, if there is one that does.
    pub(crate) fn refusal_ends(&self) -> Option<Instant> {
        self.inner().refusal_ends
    }

    /// Ends a refusal whose time is over.
    pub(crate) fn end_refusal(&self) {
        let mut inner = self.inner();
        if inner.refusal_ends.is_some_and(|end| end <= Instant::now()) {
            inner.left.pop_front();
            self.turn(&mut inner);
        }
    }

    /// Takes the first remaining fault, if `is_for` accepts it.
    fn meet(&self, is_for: impl Fn(Fault) -> bool) -> Option<ActiveFault> {
        let mut inner = self.inner();
        let first = *inner.left.front().filter(|fault| is_for(**fault))?;
        match first.count() {
            Count::Always => {}
            Count::Times(times) => {
                inner.left.pop_front();
                match NonZeroU32::new(times.get() - 1) {
                    Some(times) => inner.left.push_front(first.times(times)),
                    None => self.turn(&mut inner),
                }
            }
        }
        Some(inner.note(first, self.seed))
    }

    /// Applies a change of the first fault: opens or closes the listener, and ends open connections if needed.
    fn turn(&self, inner: &mut Inner) {
        inner.refusal_ends = None;
        let first = inner.left.front().copied();
        let moved = match first.filter(|fault| fault.kind() == FaultKind::Refuse) {
            Some(refusal) => {
                inner.note(refusal, self.seed);
                inner.refusal_ends = match refusal.count() {
                    Count::Always => None,
                    Count::Times(seconds) => {
                        Some(Instant::now() + Duration::from_secs(u64::from(seconds.get())))
                    }
                };
                self.listeners.service.close()
            }
            None => self.listeners.service.open(),
        };
        if moved || first.is_some_and(|fault| fault.phase() == FaultPhase::Connect) {
            self.turns.send_modify(|turns| *turns += 1);
        }
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Inner {
    fn note(&mut self, fault: Fault, seed: u64) -> ActiveFault {
        let fault = fault.uncounted();
        self.meetings += 1;
        if self.met.len() < MET_MAX {
            self.met.push(fault);
        }
        let rng =
            SeededRng::of(&["fault", &seed.to_string(), &self.meetings.to_string(), &fault.to_string()]);
        ActiveFault { fault, rng }
    }
}
