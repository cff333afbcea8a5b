//! Restoring replaces the ledger by a backup. The previous ledger is renamed, never deleted. The restored ledger does
//! not contain what happened since the backup; the anchor reveals that ([`crate::recovery::anchor`]).

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use jiff::Timestamp;
use sqlx::{ConnectOptions, Connection};
use tempfile::TempPath;

use crate::{
    model::error::{BackupError, Result},
    recovery::{
        backup::files::{
            BackupDescription, SIDE_FILES, hash, open_copy, stem, sync_folder, unfinished_file, unwritten,
            verify_backup,
        },
        backup::rotation,
    },
    store::{
        connection::connect_options,
        file_lock::FileLock,
        migrations::{MIGRATOR, newest_version},
        network, page_checksums,
    },
};

/// The suffix of the lock file, which is not renamed.
const LOCK_FILE_SUFFIX: &str = ".lock";

/// What a backup contains, shown before the user decides to restore it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BackupPreview {
    pub description: BackupDescription,
    /// Name and period of the payroll that changed last.
    pub last_payroll: Option<(String, String)>,
    /// The requested setting in the backup, such as the fingerprint of its profile key.
    pub setting: Option<String>,
}

/// Verifies a backup and reads its contents and one of its settings.
///
/// # Errors
/// `Backup` if it is no backup of this or an earlier version, or not the file that was made.
pub async fn preview_backup(path: &Path, setting: &str) -> Result<BackupPreview> {
    let description = verify_backup(path).await?;
    let mut copy = open_copy(path).await?;
    let version: Option<i64> =
        sqlx::query_scalar("SELECT MAX(version) FROM _sqlx_migrations").fetch_one(&mut copy).await?;
    if version > newest_version(&MIGRATOR) {
        return Err(BackupError::NewerVersion.into());
    }
    let last_payroll = sqlx::query_as(
        "SELECT name, period FROM payrolls ORDER BY COALESCE(last_outcome_at, approved_at, created_at) DESC LIMIT 1",
    )
    .fetch_optional(&mut copy)
    .await?;
    let setting = sqlx::query_scalar("SELECT value FROM settings WHERE name = $1")
        .bind(setting)
        .fetch_optional(&mut copy)
        .await?;
    copy.close().await?;
    Ok(BackupPreview { description, last_payroll, setting })
}

/// Replaces the ledger at `ledger` by a verified backup. Returns the new path of the previous ledger; `None` if there
/// was none.
///
/// # Errors
/// Those of [`preview_backup`]; `InUse` if a program has the ledger open. The ledger is then unchanged.
pub async fn restore_backup(backup: &Path, ledger: &Path, now: Timestamp) -> Result<Option<PathBuf>> {
    let ledger = std::path::absolute(ledger)?;
    let description = preview_backup(backup, "").await?.description;
    network::require_local(&ledger)?;
    let had_file = ledger.exists();
    let had_ledger = ledger.metadata().is_ok_and(|found| found.len() > 0);
    // A log without a ledger counts as well: SQLite would apply it to the backup.
    let existed = SIDE_FILES
        .iter()
        .filter(|suffix| **suffix != LOCK_FILE_SUFFIX)
        .any(|suffix| with_suffix(&ledger, suffix).exists());
    let lock = FileLock::acquire(&ledger).await?;
    if had_ledger {
        shorten_log(&ledger).await;
    }
    let restored = take_place(backup, &ledger, (existed, &description), now).await;
    if restored.is_err() && !had_file {
        // Locking created an empty file.
        fs::remove_file(&ledger)?;
    }
    drop(lock);
    restored
}

async fn take_place(
    backup: &Path,
    ledger: &Path,
    (existed, description): (bool, &BackupDescription),
    now: Timestamp,
) -> Result<Option<PathBuf>> {
    let copy = verified_copy(backup, ledger, description).await?;
    if !existed {
        copy.persist(ledger).map_err(|error| unwritten(ledger, error.error))?;
        sync_folder(ledger.parent().unwrap_or(ledger))?;
        return Ok(None);
    }
    let aside = ledger.with_file_name(rotation::replaced_name(&stem(ledger), now));
    let exchanged =
        rename_all(ledger, &aside).and_then(|()| copy.persist_noclobber(ledger).map_err(|error| error.error));
    if let Err(error) = exchanged {
        rename_all(&aside, ledger)?;
        return Err(unwritten(ledger, error));
    }
    sync_folder(ledger.parent().unwrap_or(ledger))?;
    Ok(Some(aside))
}

/// Makes a durable copy of the backup beside the ledger, byte for byte the one that was verified.
async fn verified_copy(backup: &Path, ledger: &Path, description: &BackupDescription) -> Result<TempPath> {
    let copy = unfinished_file(ledger, &stem(ledger)).map_err(|error| unwritten(ledger, error))?;
    let copied = fs::copy(backup, &copy).and_then(|_| {
        let file = fs::File::options().append(true).open(&copy)?;
        owner_only(&file)?;
        file.sync_all()
    });
    copied.map_err(|error| unwritten(ledger, error))?;
    if hash(copy.to_path_buf()).await? == description.sha256 {
        Ok(copy)
    } else {
        Err(BackupError::Differs.into())
    }
}

#[cfg(unix)]
fn owner_only(file: &fs::File) -> io::Result<()> {
    file.set_permissions(std::os::unix::fs::PermissionsExt::from_mode(crate::store::file_lock::OWNER_ONLY))
}

#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, reason = "elsewhere it can fail")]
const fn owner_only(_file: &fs::File) -> io::Result<()> {
    Ok(())
}

/// Moves the log into the file that is renamed. A damaged ledger keeps its log beside it.
async fn shorten_log(ledger: &Path) {
    let Ok(options) = connect_options(ledger) else { return };
    // If a bit of the log changed, SQLite would drop everything after it.
    if page_checksums::require_intact_log(ledger).is_err() {
        return;
    }
    if let Ok(mut connection) = options.connect().await {
        let _stays_beside_it = sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)").execute(&mut connection).await;
        let _closed_all_the_same = connection.close().await;
    }
}

/// Renames a ledger and all of SQLite's side files, the ledger itself last.
fn rename_all(from: &Path, to: &Path) -> io::Result<()> {
    for suffix in SIDE_FILES.into_iter().rev().filter(|suffix| *suffix != LOCK_FILE_SUFFIX) {
        let (from, to) = (with_suffix(from, suffix), with_suffix(to, suffix));
        match fs::rename(from, to) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            Ok(()) | Err(_) => {}
        }
    }
    Ok(())
}

fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(suffix);
    path.with_file_name(name)
}
