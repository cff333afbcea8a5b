//! The files of a backup: the copy, its description beside it, and their verification.

use std::{
    fs::File,
    io,
    path::{Path, PathBuf},
};

use paysheet_domain::ChainKey;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use sqlx::{ConnectOptions as _, Connection as _, SqliteConnection, sqlite::SqliteConnectOptions};
use tempfile::{Builder, TempPath};

use crate::{
    history::chain_verification::verify_chain,
    model::error::{BackupError, LedgerError, Result},
    store::{
        chain::CHAIN_START, connection::enable_page_checksums, held_files::when_released, page_checksums,
    },
};

/// Extension of the description, added to the name of a backup.
pub(super) const DESCRIPTION_EXTENSION: &str = "json";

/// Suffixes that SQLite and the file lock add to the ledger's name.
pub(super) const SIDE_FILES: [&str; 5] = ["", "-wal", "-shm", "-journal", ".lock"];

pub(super) const HASH_BUFFER_BYTES: usize = 1024 * 1024;

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

/// What is verified of the copy in addition to its integrity, its counts and the chain's head.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Verification {
    WholeChain,
    /// For ledgers whose events cannot be verified here: of another version, or without the profile key.
    HeadOnly,
}

pub(super) fn read_description(path: &Path) -> Result<BackupDescription> {
    let text = std::fs::read_to_string(description_path(path)).map_err(|error| {
        let is_none = matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::InvalidData);
        if is_none { LedgerError::from(BackupError::NotABackup) } else { error.into() }
    })?;
    serde_json::from_str(&text).map_err(|_| BackupError::NotABackup.into())
}

/// Verifies a backup with the description beside it, such as before it is restored.
///
/// # Errors
/// `Backup` if it is not the file that was made, or has no page checksums; `File` if it or its description cannot be read.
pub async fn verify_backup(path: &Path) -> Result<BackupDescription> {
    let description = read_description(path)?;
    if hash(path.to_owned()).await? != description.sha256 {
        return Err(BackupError::Differs.into());
    }
    if !page_checksums::has_checksums(path)? {
        return Err(BackupError::NotABackup.into());
    }
    let mut copy = open_copy(path).await?;
    let contents = verified_contents(&mut copy, (Verification::HeadOnly, None)).await;
    let contents = closed(copy, contents).await?;
    if contents == description.contents { Ok(description) } else { Err(BackupError::Differs.into()) }
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

pub(super) async fn verified_contents(
    copy: &mut SqliteConnection,
    (verification, key): (Verification, Option<&ChainKey>),
) -> Result<BackupContents> {
    let finding: String = sqlx::query_scalar("PRAGMA integrity_check(1)").fetch_one(&mut *copy).await?;
    if finding != "ok" {
        return Err(LedgerError::Damaged { finding });
    }
    if verification == Verification::WholeChain {
        verify_chain(&mut *copy, key).await?;
    }
    contents(copy).await
}

/// Opens a copy read-only: nothing is written to it, and no side file is created.
pub(super) async fn open_copy(path: &Path) -> Result<SqliteConnection> {
    enable_page_checksums()?;
    let options = SqliteConnectOptions::new().filename(path).read_only(true).immutable(true);
    Ok(options.disable_statement_logging().connect().await?)
}

/// Closes a connection, whatever came of its use. One that is only dropped closes its file a moment later, and until then
/// Windows neither deletes nor renames that file.
///
/// # Errors
/// That of its use; else that of closing it.
pub(super) async fn closed<T>(connection: SqliteConnection, used: Result<T>) -> Result<T> {
    let closed = connection.close().await;
    let used = used?;
    closed?;
    Ok(used)
}

pub(super) fn unfinished_prefix(stem: &str) -> String {
    format!(".{stem}-unfinished-")
}

/// Creates an empty file beside the target, accessible only to its owner. It is removed unless it is named. Nothing may
/// have it open then.
pub(super) fn unfinished_file(target: &Path, stem: &str) -> io::Result<TempPath> {
    let prefix = unfinished_prefix(stem);
    let mut builder = Builder::new();
    builder.prefix(&prefix);
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(crate::store::file_lock::OWNER_ONLY));
    Ok(builder.tempfile_in(target.parent().unwrap_or(target))?.into_temp_path())
}

/// Removes a file that gets no name. Dropping it removes it too, but does not wait for another program that holds it.
pub(super) fn discard(unfinished: TempPath) {
    let _dropping_tries_again = when_released(|| std::fs::remove_file(&unfinished));
}

/// Gives an unfinished file its name. Overwrites nothing.
pub(super) fn give_one_name(unfinished: TempPath, target: &Path) -> io::Result<()> {
    let mut unnamed = Some(unfinished);
    let named = when_released(|| {
        let Some(file) = unnamed.take() else { return Err(io::ErrorKind::NotFound.into()) };
        file.persist_noclobber(target).map_err(|refused| {
            unnamed = Some(refused.path);
            refused.error
        })
    });
    if let Some(file) = unnamed {
        discard(file);
    }
    named
}

/// Names the copy and its description, and makes the names durable. Overwrites nothing.
pub(super) fn give_name(copy: TempPath, target: &Path, description: &BackupDescription) -> io::Result<()> {
    let description_file = unfinished_file(target, &stem(target))?;
    std::fs::write(&description_file, serde_json::to_string_pretty(description)?)?;
    File::options().append(true).open(&description_file)?.sync_all()?;
    let described = description_path(target);
    give_one_name(description_file, &described)?;
    if let Err(error) = give_one_name(copy, target) {
        when_released(|| std::fs::remove_file(&described))?;
        return Err(error);
    }
    sync_folder(target.parent().unwrap_or(target))
}

pub(crate) async fn hash(path: PathBuf) -> Result<String> {
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

pub(crate) fn description_path(backup: &Path) -> PathBuf {
    backup.with_added_extension(DESCRIPTION_EXTENSION)
}

/// Returns the file name without its extension.
pub(super) fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

pub(super) fn unwritten(target: &Path, error: io::Error) -> LedgerError {
    let (path, kind) = (target.to_owned(), error.kind());
    if matches!(kind, io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded) {
        BackupError::DiskFull(path).into()
    } else if kind == io::ErrorKind::AlreadyExists {
        BackupError::Exists(path).into()
    } else {
        BackupError::NotWritable { path, source: error }.into()
    }
}

/// Makes names durable by syncing their folder. Windows has no such call and does not need one.
#[cfg(unix)]
pub(super) fn sync_folder(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}

#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, reason = "elsewhere it can fail")]
pub(super) const fn sync_folder(_folder: &Path) -> io::Result<()> {
    Ok(())
}
