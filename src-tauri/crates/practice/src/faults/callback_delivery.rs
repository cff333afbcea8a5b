//! Faults of callbacks: how often, when and in which order the callbacks of a batch are sent.

use std::time::Duration;

use tokio::sync::mpsc;

use crate::{random::SeededRng, wire::callback_form::Form};

/// How a batch's callbacks are sent; all variants except the first are faults.
#[derive(Clone, Default)]
pub(crate) enum CallbackDelivery {
    #[default]
    Plain,
    /// Each callback is sent this number of times.
    Repeated(u64),
    /// All callbacks are delayed by this time.
    Late(Duration),
    /// Before the response to the submission: the response waits until all copies of this sender are dropped.
    Early(mpsc::Sender<()>),
    /// In an order from seeded random numbers, and the last callback of a payout first.
    Reordered(SeededRng),
}

impl CallbackDelivery {
    pub(crate) const fn late(&self) -> Duration {
        match self {
            Self::Late(late) => *late,
            Self::Plain | Self::Repeated(_) | Self::Early(_) | Self::Reordered(_) => Duration::ZERO,
        }
    }

    /// Returns the order of payouts, as their places in a batch of this many payouts.
    pub(crate) fn order(&self, payouts: usize) -> Vec<usize> {
        let mut order: Vec<_> = (0..payouts).collect();
        if let Self::Reordered(rng) = self {
            let mut rng = rng.clone();
            order.sort_by_cached_key(|_| rng.next());
        }
        order
    }

    /// Returns a payout's callbacks as they are to be sent.
    pub(crate) fn twist(&self, mut forms: Vec<(usize, Form)>) -> Vec<(usize, Form)> {
        match self {
            Self::Plain | Self::Late(_) | Self::Early(_) => {}
            Self::Repeated(times) => forms = (0..*times).flat_map(|_| forms.clone()).collect(),
            Self::Reordered(_) => forms.reverse(),
        }
        forms
    }

    pub(crate) fn told(&self) -> Option<mpsc::Sender<()>> {
        match self {
            Self::Early(told) => Some(told.clone()),
            Self::Plain | Self::Repeated(_) | Self::Late(_) | Self::Reordered(_) => None,
        }
    }
}
