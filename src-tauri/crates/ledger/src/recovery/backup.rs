//! A backup is a copy of the ledger at one moment, verified before it gets its name. A file with the name of a backup
//! is therefore always complete; partial files are removed after a failure. The copy contains what the ledger
//! contains, and no secret, because the ledger contains none.
//!
//! # A restore loses nothing
//!
//! `ledger::recovery::backup::restore` verifies the backup, renames the existing ledger, and only then gives the copy
//! its name. The anchor blocks sending afterwards, by design.
//!
//! # A backup is complete, or it does not exist
//!
//! `ledger::recovery::backup` copies the ledger as it was at one moment (`VACUUM INTO`), compares integrity, counts and
//! the event chain with it, and only then gives the copy its name, beside a description with its SHA-256 and the
//! chain's head. `desk::recovery::backups` makes a backup on demand, and on each day on which something changed: beside
//! the ledger or, in a folder that the user chose, in a subfolder for this ledger. It overwrites nothing and removes
//! what a full disk left half-written. `Ledger::open` makes a backup before it changes the schema of an existing
//! ledger, and changes nothing without it.

use std::{
    fs::File,
    io,
    path::{Path, PathBuf},
    sync::Arc,
};

use jiff::Timestamp;
use paysheet_domain::ChainKey;
use sqlx::{ConnectOptions, SqliteConnection, SqlitePool};
use tempfile::TempPath;

use crate::{
    model::{
        columns::stamp,
        error::{BackupError, LedgerError, Result},
    },
    recovery::backup::files::{
        SIDE_FILES, Verification, closed, contents, description_path, discard, give_name, hash, open_copy,
        read_description, stem, unfinished_file, unfinished_prefix, unwritten, verified_contents,
    },
    store::{
        chain::Chain,
        file_lock::{FileId, SharedFileLock},
        ledger::Ledger,
    },
};

pub(crate) mod files;
mod restore;
mod rotation;

pub use files::{BackupContents, BackupDescription, verify_backup};
pub use restore::{BackupPreview, preview_backup, restore_backup};
pub use rotation::{DAILY_BACKUPS_KEPT, MONTHLY_BACKUPS_KEPT};

/// Number of attempts to copy while others write. After that, writing waits for one copy.
const ATTEMPTS_WHILE_WRITING: u32 = 2;

/// A backup that was made and verified.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Backup {
    pub path: PathBuf,
    pub description: BackupDescription,
}

/// The ledger that is copied.
#[derive(Clone)]
pub(crate) struct Source<'a> {
    pub writer: &'a SqlitePool,
    pub file_lock: &'a SharedFileLock,
    /// The key of its event chain.
    pub key: Option<Arc<ChainKey>>,
}

impl Ledger {
    /// Copies the ledger to `target` while others read and write, and describes the copy in a file beside it.
    ///
    /// # Errors
    /// `Backup`; `ChainBroken` and `Damaged` if the ledger is not fit to be copied; `Replaced`.
    pub async fn backup_to(&self, target: &Path, now: Timestamp) -> Result<Backup> {
        let Chain { seals, block, .. } = self.chain().clone();
        let source = Source { writer: &self.writer, file_lock: &self.file_lock, key: seals.key };
        // A history that does not verify is copied as it is: the backup may be the only remaining copy.
        let is_keyless = source.key.is_none() && self.anchor().await?.is_some();
        let is_unverified = block.is_some() || is_keyless;
        let verification = if is_unverified { Verification::HeadOnly } else { Verification::WholeChain };
        source.back_up(target, now, verification).await
    }

    /// Returns what the ledger contains now.
    pub async fn contents(&self) -> Result<BackupContents> {
        contents(&mut *self.reader.acquire().await?).await
    }

    /// Makes a backup now in `folder`, and then removes outdated ones: all but the newest of each of the last
    /// [`DAILY_BACKUPS_KEPT`] days and [`MONTHLY_BACKUPS_KEPT`] months that have one. The folder is for the backups of
    /// this ledger only.
    ///
    /// # Errors
    /// Those of [`Ledger::backup_to`]; then nothing was removed.
    pub async fn backup_to_folder(&self, folder: &Path, now: Timestamp) -> Result<Backup> {
        let stem = stem(&self.file_lock.path()?);
        rotation::remove_unfinished(folder, &unfinished_prefix(&stem));
        let backup = self.backup_to(&folder.join(rotation::name(&stem, now)), now).await?;
        rotation::rotate(folder, &stem);
        Ok(backup)
    }
}

/// A backup in a folder, by its description.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedBackup {
    pub path: PathBuf,
    pub description: BackupDescription,
    pub bytes: u64,
}

/// Returns the backups of the ledger at `ledger` in a folder, newest first. Those without a readable description are
/// omitted. Nothing is verified.
#[must_use]
pub fn list_backups(folder: &Path, ledger: &Path) -> Vec<ListedBackup> {
    let described = |path: PathBuf| {
        let description = read_description(&path).ok()?;
        let bytes = path.metadata().ok()?.len();
        Some(ListedBackup { path, description, bytes })
    };
    rotation::backups(folder, &stem(ledger)).into_iter().filter_map(described).collect()
}

impl Source<'_> {
    /// Makes the backup beside the ledger that is required before its schema is migrated to that of `version`.
    ///
    /// # Errors
    /// `MigrationBackup`; then the schema must not be migrated.
    pub async fn back_up_before_migration(self, version: i64, now: Timestamp) -> Result<Backup> {
        let made = async {
            let ledger = self.file_lock.path()?;
            let target = ledger.with_file_name(rotation::migration_name(&stem(&ledger), version, now));
            self.back_up(&target, now, Verification::HeadOnly).await
        };
        made.await.map_err(|error| LedgerError::MigrationBackup(Box::new(error)))
    }

    async fn back_up(self, target: &Path, now: Timestamp, verification: Verification) -> Result<Backup> {
        let target = std::path::absolute(target)?;
        let ledger = self.file_lock.path()?;
        check_target(&target, &ledger)?;
        let job = Job { target: &target, stem: &stem(&ledger), verification, key: self.key.as_deref() };
        let mut connection = self.writer.connect_options().as_ref().clone().connect().await?;
        let copied = self.copy_of_one_moment(&mut connection, &job).await;
        let (copy, contents) = closed(connection, copied).await?;
        self.file_lock.check()?;
        let description =
            BackupDescription { made_at: stamp(now), sha256: hash(copy.to_path_buf()).await?, contents };
        give_name(copy, &target, &description).map_err(|error| unwritten(&target, error))?;
        Ok(Backup { path: target, description })
    }

    /// Makes a verified copy, and returns it with its contents. Others write meanwhile; if the ledger changes during each of
    /// the first copies, they wait for the last one.
    async fn copy_of_one_moment(
        &self,
        connection: &mut SqliteConnection,
        job: &Job<'_>,
    ) -> Result<(TempPath, BackupContents)> {
        self.file_lock.check()?;
        let mut attempts = 0;
        loop {
            attempts += 1;
            let paused = if attempts > ATTEMPTS_WHILE_WRITING {
                Some(self.writer.begin_with("BEGIN IMMEDIATE").await?)
            } else {
                None
            };
            let before = contents(connection).await?;
            if let Some(copy) = copy(connection, job, &before).await? {
                return Ok((copy, before));
            }
            if paused.is_some() {
                return Err(BackupError::Differs.into());
            }
        }
    }
}

/// The parameters of a copy.
pub(crate) struct Job<'a> {
    pub target: &'a Path,
    /// The stem of the ledger's name.
    pub stem: &'a str,
    pub verification: Verification,
    pub key: Option<&'a ChainKey>,
}

/// Makes a verified copy that has no name yet; `None` if its contents differ from `expected`, because the ledger was
/// changed after that was read.
pub(crate) async fn copy(
    ledger: &mut SqliteConnection,
    job: &Job<'_>,
    expected: &BackupContents,
) -> Result<Option<TempPath>> {
    let unfinished = unfinished_file(job.target, job.stem).map_err(|error| unwritten(job.target, error))?;
    let contents = fill(&unfinished, ledger, job).await;
    if contents.as_ref().is_ok_and(|contents| contents == expected) {
        return Ok(Some(unfinished));
    }
    discard(unfinished);
    contents.map(|_| None)
}

/// Copies the ledger into an empty file, verifies the copy and returns its contents. No file is open afterwards.
async fn fill(unfinished: &Path, ledger: &mut SqliteConnection, job: &Job<'_>) -> Result<BackupContents> {
    let about_target = |error| unwritten(job.target, error);
    let path = unfinished.to_str().ok_or_else(|| about_target(io::ErrorKind::InvalidFilename.into()))?;
    let copied = sqlx::query("VACUUM INTO $1").bind(path).execute(ledger).await;
    copied.map_err(|error| uncopied(job.target, error))?;
    File::options().append(true).open(unfinished).and_then(|file| file.sync_all()).map_err(about_target)?;
    let mut copy = open_copy(unfinished).await?;
    let contents = verified_contents(&mut copy, (job.verification, job.key)).await;
    closed(copy, contents).await
}

fn check_target(target: &Path, ledger: &Path) -> Result<()> {
    let is_ledger = || LedgerError::from(BackupError::IsTheLedger(target.to_owned()));
    if let (Ok(one), Ok(other)) = (FileId::at(target), FileId::at(ledger))
        && one == other
    {
        return Err(is_ledger());
    }
    let folder = target.parent().unwrap_or(target);
    let folder = folder.canonicalize().map_err(|error| unwritten(target, error))?;
    for ledger in [Some(ledger.to_owned()), ledger.canonicalize().ok()].into_iter().flatten() {
        let Some(name) = ledger.file_name() else { continue };
        let beside = ledger.parent().and_then(|folder| folder.canonicalize().ok());
        let is_side_file = SIDE_FILES.iter().any(|ending| {
            let mut side_file = name.to_owned();
            side_file.push(ending);
            target.file_name() == Some(&side_file)
        });
        if beside.as_ref() == Some(&folder) && is_side_file {
            return Err(is_ledger());
        }
    }
    for path in [target.to_owned(), description_path(target)] {
        if path.symlink_metadata().is_ok() {
            return Err(BackupError::Exists(path).into());
        }
    }
    Ok(())
}

/// Maps the error of a failed copy: damage of the ledger itself is returned as such, every other error is about the
/// target.
fn uncopied(target: &Path, error: sqlx::Error) -> LedgerError {
    let (path, error) = (target.to_owned(), LedgerError::from(error));
    if matches!(error, LedgerError::DiskFull) {
        BackupError::DiskFull(path).into()
    } else if let LedgerError::Database(error) = error {
        BackupError::NotWritable { path, source: io::Error::other(error) }.into()
    } else {
        error
    }
}
