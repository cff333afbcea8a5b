//! Injects write failures for tests: the n-th write, sync or truncation of one database and its log.

use std::{
    collections::HashMap,
    ffi::CStr,
    io,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use libsqlite3_sys::{SQLITE_FULL, SQLITE_IOERR_FSYNC, SQLITE_IOERR_TRUNCATE, SQLITE_IOERR_WRITE};

use crate::{code::Code, step::Step};

/// The steps that fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Faults {
    /// The first step that fails, counted from 1 when the faults were installed.
    pub from: u64,
    /// How many consecutive steps fail.
    pub steps: u64,
    pub error: FaultKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaultKind {
    DiskFull,
    Io,
}

#[derive(Debug, Default)]
struct Counter {
    steps: u64,
    faults: Option<Faults>,
}

type Shared = Arc<Mutex<Counter>>;

static COUNTERS: Mutex<Option<HashMap<PathBuf, Shared>>> = Mutex::new(None);

fn counters() -> MutexGuard<'static, Option<HashMap<PathBuf, Shared>>> {
    COUNTERS.lock().unwrap_or_else(PoisonError::into_inner)
}

fn shared(path: PathBuf) -> Shared {
    Arc::clone(counters().get_or_insert_default().entry(path).or_default())
}

/// Returns the path in SQLite's form: absolute and, except on Windows, with links resolved. There SQLite makes a path
/// absolute as the standard library does; a path with its links resolved would begin with `\\?\`, and never be found.
fn resolved(path: &Path) -> io::Result<PathBuf> {
    let path = std::path::absolute(path)?;
    if cfg!(windows) {
        return Ok(path);
    }
    let folder = path.parent().unwrap_or(&path).canonicalize()?;
    Ok(folder.join(path.file_name().unwrap_or_default()))
}

/// Restarts the step count of this database and its log. From now on its steps fail as `faults` says, or not at all.
///
/// # Errors
/// If the path has no absolute form; except on Windows, if the database's folder does not exist.
pub fn install(path: &Path, faults: Option<Faults>) -> io::Result<()> {
    *shared(resolved(path)?).lock().unwrap_or_else(PoisonError::into_inner) = Counter { steps: 0, faults };
    Ok(())
}

/// Returns the number of steps, failed ones included, since faults were last installed.
///
/// # Errors
/// If the path has no absolute form; except on Windows, if the database's folder does not exist.
pub fn count(path: &Path) -> io::Result<u64> {
    Ok(shared(resolved(path)?).lock().unwrap_or_else(PoisonError::into_inner).steps)
}

/// The faults of one open file.
#[derive(Debug)]
pub(crate) struct Installed(Shared);

impl Installed {
    pub fn of(name: &CStr, is_log: bool) -> Self {
        let name = name.to_string_lossy();
        let database = if is_log { name.strip_suffix("-wal").unwrap_or(&name) } else { &name };
        Self(shared(PathBuf::from(database)))
    }

    pub fn pass(&self, step: Step) -> Result<(), Code> {
        let mut counter = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        counter.steps += 1;
        let Some(Faults { from, steps, error }) = counter.faults else { return Ok(()) };
        if counter.steps < from || counter.steps - from >= steps {
            return Ok(());
        }
        Err(match (error, step) {
            (FaultKind::DiskFull, _) => SQLITE_FULL,
            (FaultKind::Io, Step::Write) => SQLITE_IOERR_WRITE,
            (FaultKind::Io, Step::Sync) => SQLITE_IOERR_FSYNC,
            (FaultKind::Io, Step::Truncate) => SQLITE_IOERR_TRUNCATE,
        })
    }
}
