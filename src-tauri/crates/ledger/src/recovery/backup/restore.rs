//! Restoring replaces the ledger by a backup. The previous ledger is renamed, never deleted. The restored ledger does
//! not contain what happened since the backup; the anchor reveals that ([`crate::recovery::anchor`]).

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use jiff::Timestamp;
use sqlx::{ConnectOptions, Connection, SqliteConnection};
use tempfile::TempPath;

use crate::{
    model::error::{BackupError, Result},
    recovery::{
        backup::files::{
            BackupDescription, closed, discard, give_one_name, hash, open_copy, stem, sync_folder,
            unfinished_file, unwritten, verify_backup,
        },
        backup::rotation,
    },
    store::{
        connection::connect_options,
        file_lock::FileLock,
        held_files::when_released,
        migrations::{MIGRATOR, newest_version},
        network, page_checksums,
    },
};

/// Suffixes of SQLite's files beside a ledger. They are renamed with it; the lock file is not.
const LOG_SUFFIXES: [&str; 3] = ["-wal", "-shm", "-journal"];

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
    let read = last_payroll_and_setting(&mut copy, setting).await;
    let (last_payroll, setting) = closed(copy, read).await?;
    Ok(BackupPreview { description, last_payroll, setting })
}

async fn last_payroll_and_setting(
    copy: &mut SqliteConnection,
    setting: &str,
) -> Result<(Option<(String, String)>, Option<String>)> {
    let version: Option<i64> =
        sqlx::query_scalar("SELECT MAX(version) FROM _sqlx_migrations").fetch_one(&mut *copy).await?;
    if version > newest_version(&MIGRATOR) {
        return Err(BackupError::NewerVersion.into());
    }
    let last_payroll = sqlx::query_as(
        "SELECT name, period FROM payrolls ORDER BY COALESCE(last_outcome_at, approved_at, created_at) DESC LIMIT 1",
    )
    .fetch_optional(&mut *copy)
    .await?;
    let setting = sqlx::query_scalar("SELECT value FROM settings WHERE name = $1")
        .bind(setting)
        .fetch_optional(copy)
        .await?;
    Ok((last_payroll, setting))
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
    let lock = FileLock::acquire(&ledger).await?;
    // Asked under the lock: until then another program can make a ledger here. Locking itself makes an empty file.
    let had_ledger = ledger.metadata()?.len() > 0;
    // A log without a ledger counts as well: SQLite would apply it to the backup.
    let had_log = LOG_SUFFIXES.iter().any(|suffix| with_suffix(&ledger, suffix).exists());
    if had_ledger {
        shorten_log(&ledger).await;
    }
    let replaces = had_ledger || had_log;
    // Windows replaces no file that is open, and the lock has the empty one open.
    let aside = (replaces || cfg!(windows))
        .then(|| ledger.with_file_name(rotation::replaced_name(&stem(&ledger), now)));
    let restored = take_place(backup, &ledger, aside.as_deref(), &description).await;
    if restored.is_err() {
        remove_if_empty(&ledger);
    }
    drop(lock);
    restored?;
    if let Some(empty) = aside.as_ref().filter(|_| !replaces) {
        remove_if_empty(empty);
    }
    Ok(aside.filter(|_| replaces))
}

/// Gives a copy of the backup the ledger's name. The file that has this name gets the name `aside`; without one it is the
/// empty file that was made to be locked, and is replaced in one step. Between two steps no other program can come: the
/// lock on the file beside the ledger, which keeps its name, is held until the end.
async fn take_place(
    backup: &Path,
    ledger: &Path,
    aside: Option<&Path>,
    description: &BackupDescription,
) -> Result<()> {
    // Renaming replaces: what an earlier restore set aside must not be lost either.
    if let Some(aside) = aside.filter(|aside| aside.symlink_metadata().is_ok()) {
        return Err(BackupError::Exists(aside.to_owned()).into());
    }
    let copy = verified_copy(backup, ledger, description).await?;
    match aside {
        None => copy.persist(ledger).map_err(|refused| unwritten(ledger, refused.error))?,
        Some(aside) => {
            if let Err(error) = rename_all(ledger, aside).and_then(|()| give_one_name(copy, ledger)) {
                rename_back(aside, ledger).map_err(|failed| unwritten(aside, failed))?;
                return Err(unwritten(ledger, error));
            }
        }
    }
    sync_folder(ledger.parent().unwrap_or(ledger))?;
    Ok(())
}

/// Gives what was set aside its name again. Replaces nothing: if another file has the name by now, both stay, and the
/// error is about the one that was set aside.
fn rename_back(aside: &Path, ledger: &Path) -> io::Result<()> {
    if aside.symlink_metadata().is_ok() && ledger.symlink_metadata().is_ok() {
        return Err(io::ErrorKind::AlreadyExists.into());
    }
    rename_all(aside, ledger)
}

/// Removes a file with nothing in it: a ledger that was never begun.
fn remove_if_empty(path: &Path) {
    if path.metadata().is_ok_and(|found| found.len() == 0) {
        let _an_empty_file_does_no_harm = when_released(|| fs::remove_file(path));
    }
}

/// Makes a durable copy of the backup beside the ledger, byte for byte the one that was verified.
async fn verified_copy(backup: &Path, ledger: &Path, description: &BackupDescription) -> Result<TempPath> {
    let copy = unfinished_file(ledger, &stem(ledger)).map_err(|error| unwritten(ledger, error))?;
    let copied = fs::copy(backup, &copy).and_then(|_| {
        let file = fs::File::options().append(true).open(&copy)?;
        owner_only(&file)?;
        file.sync_all()
    });
    let hashed = match copied {
        Ok(()) => hash(copy.to_path_buf()).await,
        Err(error) => Err(unwritten(ledger, error)),
    };
    if hashed.as_ref().is_ok_and(|found| *found == description.sha256) {
        return Ok(copy);
    }
    discard(copy);
    hashed.and(Err(BackupError::Differs.into()))
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
    for suffix in LOG_SUFFIXES.into_iter().rev().chain([""]) {
        let (from, to) = (with_suffix(from, suffix), with_suffix(to, suffix));
        match when_released(|| fs::rename(&from, &to)) {
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

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::*;

    #[test]
    fn a_ledger_that_was_set_aside_gets_its_name_back_unless_another_file_has_it() {
        for another in [None, Some("another")] {
            let folder = TempDir::new().unwrap();
            let (aside, ledger) = (folder.path().join("aside.db"), folder.path().join("ledger.db"));
            fs::write(&aside, "ledger").unwrap();
            if let Some(another) = another {
                fs::write(&ledger, another).unwrap();
            }
            let renamed = rename_back(&aside, &ledger);
            assert_eq!(fs::read_to_string(&ledger).unwrap(), another.unwrap_or("ledger"));
            assert_eq!(renamed.is_ok(), another.is_none());
            assert_eq!(aside.exists(), another.is_some());
        }
    }
}
