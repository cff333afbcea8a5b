//! Hooks before and after each durable commit, for the simulator. A hook can let the commit continue, make it fail, or
//! end the program there. Only compiled with the feature `simulate`, which the application never enables.

use std::{
    collections::HashMap,
    fmt,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

/// Write faults below SQLite.
pub use paysheet_page_checksum::faults;

use crate::model::{
    error::{LedgerError, Result},
    events::StoredEvent,
};

/// An event of the commit, as written to the events table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProbedEvent {
    /// The name of an [`crate::EventKind`].
    pub kind: String,
    /// RFC 3339, by the clock of the program.
    pub at: String,
    pub payroll: Option<u32>,
    pub batch: Option<u32>,
    /// JSON.
    pub data: String,
}

/// The hook's decision about the commit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    Proceed,
    /// The caller gets this error. Before the commit nothing is durable; after it everything is.
    Fail(CommitFailure),
    /// The caller never gets a result: the program ends here.
    Stop,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommitFailure {
    DiskFull,
    Io,
}

/// The hooks. They are called on the writer's task, while it holds the ledger's only writing connection.
pub trait Probe: Send + Sync {
    /// Runs before the commit: nothing of it is durable yet.
    fn before(&self, events: &[ProbedEvent]) -> Verdict;
    /// Runs after the commit: it is durable, and has not returned to its caller yet.
    fn after(&self, events: &[ProbedEvent]) -> Verdict;
}

static INSTALLED: Mutex<Option<HashMap<PathBuf, Arc<dyn Probe>>>> = Mutex::new(None);

fn installed() -> MutexGuard<'static, Option<HashMap<PathBuf, Arc<dyn Probe>>>> {
    INSTALLED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Sets the probe of every ledger that is opened at `path` from now on.
pub fn install(path: &Path, probe: Arc<dyn Probe>) {
    installed().get_or_insert_default().insert(path.to_owned(), probe);
}

/// Removes the probe for ledgers that are opened at `path` from now on.
pub fn remove(path: &Path) {
    installed().get_or_insert_default().remove(path);
}

/// The probe of one open ledger, if it has one.
#[derive(Clone, Default)]
pub(crate) struct Probed(Option<Arc<dyn Probe>>);

impl fmt::Debug for Probed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Probed").field(&self.0.is_some()).finish()
    }
}

impl Probed {
    pub fn of(path: &Path) -> Self {
        Self(installed().get_or_insert_default().get(path).cloned())
    }

    pub fn commit(&self, events: &[StoredEvent]) -> ProbedCommit {
        let told = |event: &StoredEvent| ProbedEvent {
            kind: event.kind.clone(),
            at: event.at.clone(),
            payroll: event.payroll.and_then(|payroll| u32::try_from(payroll).ok()),
            batch: event.batch.and_then(|batch| u32::try_from(batch).ok()),
            data: event.data.clone(),
        };
        let events = if self.0.is_some() { events.iter().map(told).collect() } else { Vec::new() };
        ProbedCommit { probe: self.0.clone(), events }
    }
}

/// One commit and its probe.
pub(crate) struct ProbedCommit {
    probe: Option<Arc<dyn Probe>>,
    events: Vec<ProbedEvent>,
}

impl ProbedCommit {
    pub async fn before(&self) -> Result<()> {
        let verdict = self.probe.as_ref().map_or(Verdict::Proceed, |probe| probe.before(&self.events));
        obey(verdict).await
    }

    pub async fn after(&self) -> Result<()> {
        let verdict = self.probe.as_ref().map_or(Verdict::Proceed, |probe| probe.after(&self.events));
        obey(verdict).await
    }
}

async fn obey(verdict: Verdict) -> Result<()> {
    match verdict {
        Verdict::Proceed => Ok(()),
        Verdict::Fail(CommitFailure::DiskFull) => Err(LedgerError::DiskFull),
        Verdict::Fail(CommitFailure::Io) => {
            Err(LedgerError::Database(sqlx::Error::Io(std::io::Error::other("the disk does not answer"))))
        }
        Verdict::Stop => std::future::pending().await,
    }
}
