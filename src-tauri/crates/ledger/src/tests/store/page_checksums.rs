//! How ledgers and their backups get checksums.

use std::{fs, path::Path};

use paysheet_page_checksum::faults::{self, FaultKind, Faults};
use sqlx::{ConnectOptions, migrate::MigrateError};
use tempfile::TempDir;

use crate::{
    Ledger, LedgerError,
    store::migrations::MIGRATOR,
    tests::{
        recovery::backups::{backups_before_migrations, older_ledger, with_a_history},
        support::{FILE, approved, at, open},
    },
    verify_backup,
};

const PAGE_BYTES: usize = 4096;
const RESERVED_AT: usize = 20;
/// The migration that earlier versions do not have.
const FIRST_WITH_CHECKSUMS: i64 = 8;
/// Distance between tested steps: testing every step takes half a minute.
const STEPS_BETWEEN: usize = 7;

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

async fn newest_without_checksums(dir: &TempDir) -> std::path::PathBuf {
    let path = older_ledger(dir, MIGRATOR.iter().count()).await;
    assert_eq!(reserved(&path), 0);
    path
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

/// An earlier version would write pages without checksums into it.
#[tokio::test]
async fn an_earlier_version_refuses_a_ledger_with_checksums() {
    let (_dir, ledger) = open().await;
    let mut earlier = sqlx::migrate!("./migrations");
    earlier.migrations.to_mut().retain(|migration| migration.version < FIRST_WITH_CHECKSUMS);
    let refused = earlier.run(&ledger.writer).await;
    assert!(matches!(refused, Err(MigrateError::VersionMissing(FIRST_WITH_CHECKSUMS))), "{refused:?}");
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
async fn an_older_ledger_gets_checksums_after_a_backup() {
    let dir = TempDir::new().unwrap();
    let path = newest_without_checksums(&dir).await;
    let (ledger, _) = Ledger::open(&path, at(60)).await.unwrap();
    assert_eq!(ledger.payrolls().await.unwrap()[0].name, "October");
    assert_eq!(reserved(&path), 8, "while it is open already");
    let backups = backups_before_migrations(dir.path());
    assert_eq!(backups.len(), 1, "{backups:?}");
    assert_eq!(verify_backup(&backups[0]).await.unwrap().contents.payrolls, 1);
    assert_eq!(reserved(&backups[0]), 0, "as the ledger was");
    ledger.close().await;
    let (again, _) = Ledger::open(&path, at(61)).await.unwrap();
    again.close().await;
    assert_eq!(backups_before_migrations(dir.path()).len(), 1, "once");
    damage(&path);
    let refused = Ledger::open(&path, at(62)).await;
    assert!(matches!(refused, Err(LedgerError::Damaged { .. })), "{:?}", refused.map(drop));
}

/// The disk fails at each step of adding checksums, or the program is killed there: the files on the disk can be
/// opened.
#[tokio::test]
async fn adding_checksums_may_end_anywhere() {
    let dir = TempDir::new().unwrap();
    let older = newest_without_checksums(&dir).await;
    let mut tried = 0;
    for from in (1..).step_by(STEPS_BETWEEN) {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join(FILE);
        fs::copy(&older, &path).unwrap();
        faults::install(&path, Some(Faults { from, steps: u64::MAX, error: FaultKind::Io })).unwrap();
        let opened = Ledger::open(&path, at(60)).await;
        faults::install(&path, None).unwrap();
        let is_open = opened.is_ok();
        if let Ok((ledger, _)) = opened {
            ledger.close().await;
        }
        let (ledger, _) = Ledger::open(&path, at(61)).await.unwrap();
        assert_eq!(ledger.payrolls().await.unwrap()[0].name, "October", "step {from}");
        assert_eq!(reserved(&path), 8, "step {from}");
        ledger.close().await;
        if is_open {
            break;
        }
        tried += 1;
    }
    assert!(tried > 10, "{tried}");
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
