//! A backup is a copy of the ledger at one moment, verified before it gets its name. A file with the name of a backup
//! is therefore always complete; partial files are removed after a failure. The copy contains what the ledger
//! contains, and no secret, because the ledger contains none.

use std::{
    fs::File,
    io,
    path::{Path, PathBuf},
    sync::Arc,
};

use jiff::Timestamp;
use paysheet_domain::ChainKey;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use sqlx::{ConnectOptions, Connection, SqliteConnection, SqlitePool, sqlite::SqliteConnectOptions};
use tempfile::{Builder, TempPath};

use crate::{
    chain::{self, CHAIN_START, Chain},
    columns::stamp,
    error::{LedgerError, Result},
    file_lock::{FileId, SharedFileLock},
    open::Ledger,
    page_checksums,
};

mod restore;
mod rotation;

pub use restore::{BackupPreview, preview_backup, restore_backup};
pub use rotation::{DAILY_BACKUPS_KEPT, MONTHLY_BACKUPS_KEPT};

/// Extension of the description, added to the name of a backup.
const DESCRIPTION_EXTENSION: &str = "json";
/// Suffixes that SQLite and the file lock add to the ledger's name.
const SIDE_FILES: [&str; 5] = ["", "-wal", "-shm", "-journal", ".lock"];
/// Number of attempts to copy while others write. After that, writing waits for one copy.
const ATTEMPTS_WHILE_WRITING: u32 = 2;
const HASH_BUFFER_BYTES: usize = 1024 * 1024;

/// A backup that was made and verified.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Backup {
    pub path: PathBuf,
    pub description: BackupDescription,
}

/// The description of a backup. It is stored beside the backup, so that a damaged or exchanged file is detected.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BackupDescription {
    /// RFC 3339, in UTC.
    pub made_at: String,
    /// Of the whole file, in hexadecimal digits.
    pub sha256: String,
    #[serde(flatten)]
    pub contents: BackupContents,
}

/// What a ledger contained at one moment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, sqlx::FromRow)]
pub struct BackupContents {
    pub payrolls: i64,
    pub batches: i64,
    pub payouts: i64,
    pub events: i64,
    /// Hash of the last event.
    pub chain_head: String,
}

/// The reason why a backup was not made. No file of it remains.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// The target is the ledger under this or another name, or one of its side files.
    #[error("{0} is the ledger itself")]
    IsTheLedger(PathBuf),
    /// The target exists. Nothing is ever overwritten.
    #[error("there is a file at {0} already")]
    Exists(PathBuf),
    #[error("the disk of {0} is full")]
    DiskFull(PathBuf),
    #[error("nothing can be written at {path}")]
    NotWritable { path: PathBuf, source: io::Error },
    /// The copy differs from the ledger, or the file from its description.
    #[error("the copy is not what the ledger is")]
    Differs,
    /// The file or the description beside it was not written by Paysheet.
    #[error("this is no backup, or the description beside it is missing")]
    NotABackup,
    /// A newer version of Paysheet made it.
    #[error("the backup is of a newer version")]
    NewerVersion,
}

/// What is verified of the copy in addition to its integrity, its counts and the chain's head.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Verification {
    WholeChain,
    /// For ledgers of earlier versions, whose events this version may not be able to verify.
    HeadOnly,
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
    ///
    /// # Errors
    /// Fails if the ledger cannot be read.
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

fn read_description(path: &Path) -> Result<BackupDescription> {
    let text = std::fs::read_to_string(description_path(path)).map_err(|error| {
        let is_none = matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::InvalidData);
        if is_none { LedgerError::from(BackupError::NotABackup) } else { error.into() }
    })?;
    serde_json::from_str(&text).map_err(|_| BackupError::NotABackup.into())
}

/// Verifies a backup with the description beside it, such as before it is restored.
///
/// # Errors
/// `Backup` if it is not the file that was made; `File` if it or its description cannot be read.
pub async fn verify_backup(path: &Path) -> Result<BackupDescription> {
    let description = read_description(path)?;
    if hash(path.to_owned()).await? != description.sha256 {
        return Err(BackupError::Differs.into());
    }
    let mut copy = open_copy(path).await?;
    let contents = verified_contents(&mut copy, (Verification::HeadOnly, None)).await?;
    copy.close().await?;
    if contents == description.contents { Ok(description) } else { Err(BackupError::Differs.into()) }
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
        self.file_lock.check()?;
        let mut attempts = 0;
        let (copy, contents) = loop {
            attempts += 1;
            let paused = if attempts > ATTEMPTS_WHILE_WRITING {
                Some(self.writer.begin_with("BEGIN IMMEDIATE").await?)
            } else {
                None
            };
            let before = contents(&mut connection).await?;
            if let Some(copy) = copy(&mut connection, &job, &before).await? {
                break (copy, before);
            }
            if paused.is_some() {
                return Err(BackupError::Differs.into());
            }
        };
        connection.close().await?;
        self.file_lock.check()?;
        let description =
            BackupDescription { made_at: stamp(now), sha256: hash(copy.to_path_buf()).await?, contents };
        give_name(copy, &target, &description).map_err(|error| unwritten(&target, error))?;
        Ok(Backup { path: target, description })
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
    let about_target = |error| unwritten(job.target, error);
    let unfinished = unfinished_file(job.target, job.stem).map_err(about_target)?;
    let path = unfinished.to_str().ok_or_else(|| about_target(io::ErrorKind::InvalidFilename.into()))?;
    let copied = sqlx::query("VACUUM INTO $1").bind(path).execute(ledger).await;
    copied.map_err(|error| uncopied(job.target, error))?;
    File::options().append(true).open(&unfinished).and_then(|file| file.sync_all()).map_err(about_target)?;
    let mut copy = open_copy(&unfinished).await?;
    let contents = verified_contents(&mut copy, (job.verification, job.key)).await?;
    copy.close().await?;
    Ok((contents == *expected).then_some(unfinished))
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

/// Reads counts and head in one statement, so that they are of one moment.
pub(crate) async fn contents(connection: &mut SqliteConnection) -> Result<BackupContents> {
    Ok(sqlx::query_as(
        "SELECT (SELECT COUNT(*) FROM payrolls) AS payrolls, (SELECT COUNT(*) FROM batches) AS batches,
                (SELECT COUNT(*) FROM payouts) AS payouts, (SELECT COUNT(*) FROM events) AS events,
                COALESCE((SELECT hash FROM events ORDER BY seq DESC LIMIT 1), $1) AS chain_head",
    )
    .bind(CHAIN_START)
    .fetch_one(connection)
    .await?)
}

async fn verified_contents(
    copy: &mut SqliteConnection,
    (verification, key): (Verification, Option<&ChainKey>),
) -> Result<BackupContents> {
    let finding: String = sqlx::query_scalar("PRAGMA integrity_check(1)").fetch_one(&mut *copy).await?;
    if finding != "ok" {
        return Err(LedgerError::Damaged { finding });
    }
    if verification == Verification::WholeChain {
        chain::verify_chain(&mut *copy, key).await?;
    }
    contents(copy).await
}

/// Opens a copy read-only: nothing is written to it, and no side file is created.
async fn open_copy(path: &Path) -> Result<SqliteConnection> {
    page_checksums::enable()?;
    let options = SqliteConnectOptions::new().filename(path).read_only(true).immutable(true);
    Ok(options.disable_statement_logging().connect().await?)
}

fn unfinished_prefix(stem: &str) -> String {
    format!(".{stem}-unfinished-")
}

/// Creates an empty file beside the target, accessible only to its owner. It is removed unless it is named.
fn unfinished_file(target: &Path, stem: &str) -> io::Result<TempPath> {
    let prefix = unfinished_prefix(stem);
    let mut builder = Builder::new();
    builder.prefix(&prefix);
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(crate::file_lock::OWNER_ONLY));
    Ok(builder.tempfile_in(target.parent().unwrap_or(target))?.into_temp_path())
}

/// Names the copy and its description, and makes the names durable. Overwrites nothing.
fn give_name(copy: TempPath, target: &Path, description: &BackupDescription) -> io::Result<()> {
    let description_file = unfinished_file(target, &stem(target))?;
    std::fs::write(&description_file, serde_json::to_string_pretty(description)?)?;
    File::options().append(true).open(&description_file)?.sync_all()?;
    let described = description_path(target);
    description_file.persist_noclobber(&described)?;
    if let Err(error) = copy.persist_noclobber(target) {
        std::fs::remove_file(&described)?;
        return Err(error.into());
    }
    sync_folder(target.parent().unwrap_or(target))
}

/// Makes names durable by syncing their folder. Windows has no such call and does not need one.
#[cfg(unix)]
fn sync_folder(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}

#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, reason = "elsewhere it can fail")]
const fn sync_folder(_folder: &Path) -> io::Result<()> {
    Ok(())
}

async fn hash(path: PathBuf) -> Result<String> {
    let hashed = tokio::task::spawn_blocking(move || {
        let mut file = File::open(path)?;
        let mut hasher = Sha256::new();
        let mut buffer = vec![0; HASH_BUFFER_BYTES];
        loop {
            match io::Read::read(&mut file, &mut buffer)? {
                0 => return Ok(data_encoding::HEXLOWER.encode(&hasher.finalize())),
                read => hasher.update(buffer.get(..read).unwrap_or_default()),
            }
        }
    });
    hashed.await.map_err(io::Error::other)?.map_err(|error: io::Error| error.into())
}

fn description_path(backup: &Path) -> PathBuf {
    backup.with_added_extension(DESCRIPTION_EXTENSION)
}

/// Returns the file name without its extension.
fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

fn unwritten(target: &Path, error: io::Error) -> LedgerError {
    let (path, kind) = (target.to_owned(), error.kind());
    if matches!(kind, io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded) {
        BackupError::DiskFull(path).into()
    } else if kind == io::ErrorKind::AlreadyExists {
        BackupError::Exists(path).into()
    } else {
        BackupError::NotWritable { path, source: error }.into()
    }
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
