//! How ledgers and their backups get checksums.

use std::{fs, path::Path};

use sqlx::{ConnectOptions, Connection, sqlite::SqliteConnectOptions};
use tempfile::TempDir;

use crate::{
    BackupDescription, BackupError, Ledger, LedgerError,
    model::columns::stamp,
    recovery::backup::files::{contents, description_path, hash},
    store::{connection::file_options, migrations::MIGRATOR},
    tests::{
        recovery::backups::{backups_before_migrations, with_a_history},
        support::{FILE, approved, at, open},
    },
    verify_backup,
};

const PAGE_BYTES: usize = 4096;
const RESERVED_AT: usize = 20;
/// SQLite's own way to files, without the layer that adds checksums.
const PLAIN_VFS: &str = if cfg!(windows) { "win32" } else { "unix" };

fn reserved(path: &Path) -> u8 {
    fs::read(path).unwrap()[RESERVED_AT]
}

/// Flips a bit in the middle of the last page.
fn damage(path: &Path) {
    let mut bytes = fs::read(path).unwrap();
    let place = bytes.len() - PAGE_BYTES / 2;
    bytes[place] ^= 1;
    fs::write(path, bytes).unwrap();
}

#[tokio::test]
async fn a_new_ledger_has_checksums_before_anything_else() {
    let (dir, ledger) = open().await;
    assert_eq!(reserved(&dir.path().join(FILE)), 8);
    approved(&ledger, "November", &[2]).await;
    ledger.close().await;
    assert_eq!(reserved(&dir.path().join(FILE)), 8);
    assert!(backups_before_migrations(dir.path()).is_empty());
}

/// Makes a ledger as SQLite does by itself.
async fn plain_ledger(path: &Path) {
    let plain = SqliteConnectOptions::new().filename(path).create_if_missing(true).vfs(PLAIN_VFS);
    let mut connection = plain.connect().await.unwrap();
    MIGRATOR.run_direct(None, &mut connection, false).await.unwrap();
    connection.close().await.unwrap();
}

#[tokio::test]
async fn a_ledger_without_checksums_is_not_opened() {
    let dir = TempDir::new().unwrap();
    let path = dir.path().join(FILE);
    plain_ledger(&path).await;
    assert_eq!(reserved(&path), 0);
    let before = fs::read(&path).unwrap();
    let refused = Ledger::open(&path, at(60)).await.unwrap_err();
    assert!(matches!(refused, LedgerError::Damaged { .. }), "{refused:?}");
    assert_eq!(fs::read(&path).unwrap(), before);
}

/// It would take the place of a ledger, and then not be opened.
#[tokio::test]
async fn a_backup_without_checksums_is_none() {
    let dir = TempDir::new().unwrap();
    let path = dir.path().join("backup.db");
    plain_ledger(&path).await;
    let mut copy = file_options(&path).unwrap().connect().await.unwrap();
    let contents = contents(&mut copy).await.unwrap();
    copy.close().await.unwrap();
    let sha256 = hash(path.clone()).await.unwrap();
    let description = BackupDescription { made_at: stamp(at(60)), sha256, contents };
    fs::write(description_path(&path), serde_json::to_vec(&description).unwrap()).unwrap();
    let refused = verify_backup(&path).await;
    assert!(matches!(refused, Err(LedgerError::Backup(BackupError::NotABackup))), "{refused:?}");
}

#[tokio::test]
async fn a_ledger_of_a_newer_version_is_refused_as_such() {
    let (dir, ledger) = open().await;
    sqlx::query(
        "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)
         VALUES (9999, 'later', TRUE, x'00', 0)",
    )
    .execute(&ledger.writer)
    .await
    .unwrap();
    ledger.close().await;
    let path = dir.path().join(FILE);
    let before = fs::read(&path).unwrap();
    let refused = Ledger::open(&path, at(60)).await.unwrap_err();
    assert!(matches!(refused, LedgerError::NewerVersion), "{refused:?}");
    assert_eq!(fs::read(&path).unwrap(), before);
}

/// A program that ended between the checksums and their mark left such a ledger: with one changed bit it would seem to
/// have no checksums.
#[tokio::test]
async fn checksums_without_their_mark_get_it_at_the_next_start() {
    let (dir, ledger) = open().await;
    sqlx::query("PRAGMA application_id = 0").execute(&ledger.writer).await.unwrap();
    ledger.close().await;
    let (ledger, _) = Ledger::open(&dir.path().join(FILE), at(60)).await.unwrap();
    let mark: i32 = sqlx::query_scalar("PRAGMA application_id").fetch_one(&ledger.writer).await.unwrap();
    assert_eq!(mark, paysheet_page_checksum::MARK);
}

#[tokio::test]
async fn a_backup_has_checksums() {
    let (dir, ledger, _) = with_a_history().await;
    let backup = ledger.backup_to(&dir.path().join("backup.db"), at(20)).await.unwrap();
    assert_eq!(reserved(&backup.path), 8);
    damage(&backup.path);
    let opened = Ledger::open(&backup.path, at(30)).await;
    assert!(matches!(opened, Err(LedgerError::Damaged { .. })), "{:?}", opened.map(drop));
}

/// The error is neither a full disk nor a temporary one: a page of an open ledger changed.
#[tokio::test]
async fn damage_of_an_open_ledger_is_told_as_such() {
    let (dir, ledger) = open().await;
    approved(&ledger, "November", &[2]).await;
    ledger.shorten_log().await.unwrap();
    let path = dir.path().join(FILE);
    for page in 1..fs::read(&path).unwrap().len() / PAGE_BYTES {
        let mut bytes = fs::read(&path).unwrap();
        bytes[page * PAGE_BYTES + 100] ^= 4;
        fs::write(&path, bytes).unwrap();
    }
    let mut fresh = crate::store::connection::connect_options(&path).unwrap();
    fresh = fresh.pragma("cache_size", "1");
    let read = async {
        let mut connection = fresh.connect().await?;
        sqlx::query("SELECT * FROM payouts").fetch_all(&mut connection).await
    };
    let Err(error) = read.await.map_err(LedgerError::from) else { panic!("it was read") };
    assert!(matches!(error, LedgerError::Damaged { .. }), "{error:?}");
    assert!(!error.may_pass());
}

#[tokio::test]
async fn a_log_with_a_changed_bit_is_not_recovered() {
    let (dir, ledger) = open().await;
    approved(&ledger, "November", &[2]).await;
    let crashed = TempDir::new().unwrap();
    for name in [FILE.to_owned(), format!("{FILE}-wal")] {
        fs::copy(dir.path().join(&name), crashed.path().join(&name)).unwrap();
    }
    let log = crashed.path().join(format!("{FILE}-wal"));
    let whole = fs::read(&log).unwrap();
    let mut bytes = whole.clone();
    let place = bytes.len() - 3 * PAGE_BYTES;
    bytes[place] ^= 1;
    fs::write(&log, &bytes).unwrap();
    let refused = Ledger::open(&crashed.path().join(FILE), at(30)).await;
    assert!(matches!(refused, Err(LedgerError::Damaged { .. })), "{:?}", refused.map(drop));
    assert_eq!(fs::read(&log).unwrap(), bytes, "it is left as it was");
    fs::write(&log, &whole).unwrap();
    let (ledger, _) = Ledger::open(&crashed.path().join(FILE), at(31)).await.unwrap();
    assert_eq!(ledger.payrolls().await.unwrap().len(), 1);
}
