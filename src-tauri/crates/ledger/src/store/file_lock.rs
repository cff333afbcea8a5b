//! One program per ledger: a second program would treat the open attempt of the first one as interrupted by a crash.
//!
//! Two file locks are held while a ledger is open. One is on a byte of the ledger's own file: it applies under every
//! name of that file, through links and relative paths, and cannot be deleted. The other is on the file beside it. It
//! also locks out a program that finds another file at the same path. The operating
//! system releases both locks however the program ends.
//!
//! Within one program the open ledgers are also listed, because of a rule of POSIX: closing *any* descriptor of a file
//! releases all `fcntl` locks that the process has on it, including SQLite's. A ledger that is open here is therefore
//! recognised without opening its file.
//!
//! # One program per ledger
//!
//! `ledger::store::file_lock` locks one byte of the ledger's own file, far outside of what SQLite locks, and a second
//! file beside it, for as long as the ledger is open. A second path, a link or a deleted lock file does not get around
//! it. Each change checks, before and after, that the path still leads to that file. Proven on Linux; on macOS and
//! Windows the same calls are compiled, and not tested.

mod system;

use std::{
    collections::BTreeMap,
    fs::{File, OpenOptions, TryLockError},
    io,
    path::{Path, PathBuf},
    pin::Pin,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use sqlx::{SqliteConnection, pool::PoolConnectionMetadata};

pub(crate) use self::system::FileId;
use crate::model::error::{LedgerError, Result};

/// Extension of the file beside the ledger, added to the ledger's file name.
const LOCK_FILE_EXTENSION: &str = "lock";
/// Maximum number of attempts to acquire the locks. A program that was killed may have just started a child process,
/// which shares its locks until its exec.
const ATTEMPTS_MAX: u32 = 10;
const ATTEMPT_INTERVAL: Duration = Duration::from_millis(50);

/// The ledgers that this program has open, and their locked files. Dropping an entry closes its files.
static OPEN_LEDGERS: Mutex<BTreeMap<FileId, LockedFiles>> = Mutex::new(BTreeMap::new());

#[derive(Debug)]
struct LockedFiles {
    _guards: [Locked; 2],
    /// Files opened by mistake while the ledger is open. Closing them earlier would release SQLite's locks.
    close_later: Vec<File>,
}

/// A locked file. Dropping it unlocks the file explicitly: a child process that was just forked shares the open file
/// until its exec, and closing alone would leave the lock with that child.
#[derive(Debug)]
struct Locked {
    file: File,
    unlock: fn(&File) -> io::Result<()>,
}

impl Drop for Locked {
    fn drop(&mut self) {
        // If this fails, closing the file releases the lock as soon as no child process shares it.
        let _closing_releases_it_too = (self.unlock)(&self.file);
    }
}

/// The locks of an open ledger; dropping it releases them.
#[derive(Debug)]
pub(crate) struct FileLock {
    path: PathBuf,
    id: FileId,
}

/// The program or desk that has the ledger open.
enum Holder {
    ThisProgram,
    AnotherProgram,
}

impl FileLock {
    /// Locks the ledger at `path` for this program, and creates its file, accessible only to its owner, if there is
    /// none.
    ///
    /// # Errors
    /// `InUse` if another program, or another desk of this one, has it open; `SecondName`, `File`.
    pub async fn acquire(path: &Path) -> Result<Self> {
        Self::acquire_with(path, async || tokio::time::sleep(ATTEMPT_INTERVAL).await).await
    }

    /// Same as `acquire`, with a hook that runs between two attempts.
    pub(crate) async fn acquire_with(path: &Path, mut pause: impl AsyncFnMut()) -> Result<Self> {
        let path = std::path::absolute(path)?;
        for _ in 1..ATTEMPTS_MAX {
            match Self::attempt(&path)? {
                Ok(lock) => return Ok(lock),
                Err(Holder::ThisProgram) => return Err(LedgerError::InUse),
                Err(Holder::AnotherProgram) => pause().await,
            }
        }
        Self::attempt(&path)?.map_err(|_| LedgerError::InUse)
    }

    fn attempt(path: &Path) -> Result<Result<Self, Holder>> {
        let mut open_ledgers = open_ledgers();
        if FileId::at(path).is_ok_and(|id| open_ledgers.contains_key(&id)) {
            return Ok(Err(Holder::ThisProgram));
        }
        let beside = open_for_owner(&path.with_added_extension(LOCK_FILE_EXTENSION))?;
        match beside.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Ok(Err(Holder::AnotherProgram)),
            Err(TryLockError::Error(error)) => return Err(error.into()),
        }
        let beside = Locked { file: beside, unlock: File::unlock };
        let ledger = open_for_owner(path)?;
        let id = FileId::of(&ledger)?;
        if let Some(files) = open_ledgers.get_mut(&id) {
            files.close_later.push(ledger);
            return Ok(Err(Holder::ThisProgram));
        }
        if !system::lock_byte(&ledger)? {
            return Ok(Err(Holder::AnotherProgram));
        }
        let ledger = Locked { file: ledger, unlock: system::unlock_byte };
        if system::names_of(&ledger.file)? > 1 {
            return Err(LedgerError::SecondName);
        }
        let lock = Self { path: path.to_owned(), id };
        lock.check()?;
        open_ledgers.insert(id, LockedFiles { _guards: [ledger, beside], close_later: Vec::new() });
        Ok(Ok(lock))
    }

    /// Checks that the ledger's path still leads to the file that was locked. SQLite does not check this: it continues
    /// to write to the open file, wherever that is now, and the data are lost with it.
    ///
    /// # Errors
    /// `Replaced`, `File`.
    pub fn check(&self) -> Result<()> {
        match FileId::at(&self.path) {
            Ok(id) if id == self.id => Ok(()),
            Ok(_) => Err(LedgerError::Replaced),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Err(LedgerError::Replaced),
            Err(error) => Err(error.into()),
        }
    }
}

#[cfg(test)]
impl FileLock {
    /// Returns duplicates of the locked files, as a forked child process has them.
    pub fn shared_files(&self) -> [File; 2] {
        let open_ledgers = open_ledgers();
        let files = open_ledgers.get(&self.id).unwrap();
        [0, 1].map(|guard: usize| files._guards[guard].file.try_clone().unwrap())
    }
}

impl Drop for FileLock {
    fn drop(&mut self) {
        let mut open_ledgers = open_ledgers();
        // The files are closed while no other thread can open them.
        drop(open_ledgers.remove(&self.id));
    }
}

/// The locks of a ledger, shared by all its clones; `None` once it is closed.
#[derive(Clone, Debug)]
pub(crate) struct SharedFileLock(Arc<Mutex<Option<FileLock>>>);

impl SharedFileLock {
    pub fn new(lock: FileLock) -> Self {
        Self(Arc::new(Mutex::new(Some(lock))))
    }

    pub fn release(&self) {
        drop(self.lock().take());
    }

    /// Same as `FileLock::check`; a closed ledger has nothing to check.
    ///
    /// # Errors
    /// `Replaced`, `File`.
    pub fn check(&self) -> Result<()> {
        self.lock().as_ref().map_or(Ok(()), FileLock::check)
    }

    /// Returns the absolute path of the ledger.
    ///
    /// # Errors
    /// Fails if the ledger is closed.
    pub fn path(&self) -> Result<PathBuf> {
        let path = self.lock().as_ref().map(|lock| lock.path.clone());
        path.ok_or(LedgerError::Database(sqlx::Error::PoolClosed))
    }

    /// Returns a check that refuses a new connection to a file other than the locked one.
    pub fn connection_check(
        &self,
    ) -> impl Fn(
        &mut SqliteConnection,
        PoolConnectionMetadata,
    ) -> Pin<Box<dyn Future<Output = sqlx::Result<()>> + Send + '_>>
    + Send
    + Sync
    + 'static
    + use<> {
        let lock = self.clone();
        move |_, _| {
            let checked = lock.check().map_err(|error| sqlx::Error::Io(io::Error::other(error)));
            Box::pin(std::future::ready(checked))
        }
    }

    pub(crate) fn lock(&self) -> MutexGuard<'_, Option<FileLock>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn open_ledgers() -> MutexGuard<'static, BTreeMap<FileId, LockedFiles>> {
    OPEN_LEDGERS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Opens a file that only its owner may read, from the moment it exists. The database gives its side files the same
/// permissions.
fn open_for_owner(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    // Windows cannot lock a file that is open only for appending.
    options.read(true).append(true).create(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
        let file = options.mode(OWNER_ONLY).open(path)?;
        file.set_permissions(std::fs::Permissions::from_mode(OWNER_ONLY))?;
        Ok(file)
    }
    #[cfg(not(unix))]
    options.open(path)
}

#[cfg(unix)]
pub(crate) const OWNER_ONLY: u32 = 0o600;
