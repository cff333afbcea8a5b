//! The handle to an open ledger.

use std::{
    collections::BTreeSet,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use sqlx::SqlitePool;

use crate::{
    model::records::PayrollId,
    store::{chain::Chain, file_lock::SharedFileLock},
};

/// The ledger of one profile. Clones share its connections: one that writes, a few that read.
#[derive(Clone, Debug)]
pub struct Ledger {
    pub(crate) writer: SqlitePool,
    pub(crate) reader: SqlitePool,
    /// Locks out other programs; `None` once closed.
    pub(crate) file_lock: SharedFileLock,
    /// The state of its event chain.
    pub(crate) chain: Arc<Mutex<Chain>>,
    /// Locked by the write transaction that is under way.
    pub(crate) writing: Arc<tokio::sync::Mutex<()>>,
    /// Payrolls that were read completely since the ledger was opened, and found intact.
    pub(crate) found_intact: Arc<Mutex<BTreeSet<PayrollId>>>,
    /// Payrolls whose totals were compared with their payouts since the ledger was opened.
    pub(crate) verified_totals: Arc<Mutex<BTreeSet<PayrollId>>>,
    /// The name of the person whose action is recorded; `None` if the program acts by itself.
    pub(crate) person: Option<Arc<str>>,
    #[cfg(feature = "simulate")]
    pub(crate) probe: crate::store::probe::Probed,
}

impl Ledger {
    /// Returns a handle to the same ledger for an action of this person: the events of its transactions name them, in
    /// `by`.
    #[must_use]
    pub fn acting_for(&self, person: &str) -> Self {
        Self { person: Some(person.into()), ..self.clone() }
    }

    pub(crate) fn chain(&self) -> MutexGuard<'_, Chain> {
        self.chain.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the read connections, for the simulator's own statements, which must not write.
    #[cfg(feature = "simulate")]
    #[must_use]
    pub const fn reader(&self) -> &SqlitePool {
        &self.reader
    }
}
