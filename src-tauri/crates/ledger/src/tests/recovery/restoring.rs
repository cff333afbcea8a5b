//! Restoring a backup on real files, and what is refused.

use std::{fs, path::Path};

use sqlx::{
    ConnectOptions, Connection,
    sqlite::{SqliteConnectOptions, SqliteJournalMode},
};
use tempfile::TempDir;

use super::backups::{names, with_a_history};
use crate::{
    BackupError, Ledger, LedgerError, preview_backup, restore_backup,
    tests::support::{FILE, approved, at},
};

#[tokio::test]
async fn a_backup_is_restored_and_the_ledger_before_is_set_aside() {
    let (dir, ledger, id) = with_a_history().await;
    let path = dir.path().join(FILE);
    let backup = ledger.backup_to(&dir.path().join("backup.db"), at(20)).await.unwrap();
    let later = approved(&ledger, "December", &[1]).await;
    let open = restore_backup(&backup.path, &path, at(30)).await;
    assert!(matches!(open, Err(LedgerError::InUse)), "{:?}", open.err());
    ledger.close().await;

    let preview = preview_backup(&backup.path, "theme").await.unwrap();
    assert_eq!(preview.last_payroll, Some(("November".to_owned(), "2026-11".to_owned())));
    assert_eq!((preview.description, preview.setting), (backup.description, None));

    let aside = restore_backup(&backup.path, &path, at(30)).await.unwrap().unwrap();
    let (restored, _) = Ledger::open(&path, at(31)).await.unwrap();
    assert_eq!(restored.payrolls().await.unwrap().iter().map(|payroll| payroll.id).collect::<Vec<_>>(), [id]);
    restored.close().await;
    let (before, _) = Ledger::open(&aside, at(32)).await.unwrap();
    assert!(before.payrolls().await.unwrap().iter().any(|payroll| payroll.id == later), "nothing is lost");
    assert!(aside.file_name().unwrap().to_str().unwrap().starts_with("ledger-replaced-"));
}

#[tokio::test]
async fn a_backup_is_restored_where_there_is_no_ledger_or_a_damaged_one() {
    let (dir, ledger, _) = with_a_history().await;
    let backup = ledger.backup_to(&dir.path().join("backup.db"), at(20)).await.unwrap();
    ledger.close().await;
    let other = TempDir::new().unwrap();
    let path = other.path().join(FILE);
    assert_eq!(restore_backup(&backup.path, &path, at(30)).await.unwrap(), None);
    assert_eq!(names(other.path()), [FILE.to_owned(), format!("{FILE}.lock")], "nothing else is left");
    assert_eq!(fs::read(&path).unwrap(), fs::read(&backup.path).unwrap());
    fs::write(&path, b"this was a ledger").unwrap();
    let aside = restore_backup(&backup.path, &path, at(31)).await.unwrap().unwrap();
    assert_eq!(fs::read(aside).unwrap(), b"this was a ledger");
    let (restored, _) = Ledger::open(&path, at(32)).await.unwrap();
    assert_eq!(restored.payrolls().await.unwrap().len(), 1);
}

/// A first start that ended at once left it.
#[tokio::test]
async fn an_empty_file_is_no_ledger_that_is_set_aside() {
    let (dir, ledger, _) = with_a_history().await;
    let backup = ledger.backup_to(&dir.path().join("backup.db"), at(20)).await.unwrap();
    ledger.close().await;
    let other = TempDir::new().unwrap();
    let path = other.path().join(FILE);
    fs::write(&path, []).unwrap();
    assert_eq!(restore_backup(&backup.path, &path, at(30)).await.unwrap(), None);
    assert_eq!(names(other.path()), [FILE.to_owned(), format!("{FILE}.lock")]);
    assert_eq!(fs::read(&path).unwrap(), fs::read(&backup.path).unwrap());
}

/// What is set aside is renamed, and renaming replaces.
#[tokio::test]
async fn a_ledger_that_was_set_aside_before_is_not_replaced() {
    let (dir, ledger, _) = with_a_history().await;
    let backup = ledger.backup_to(&dir.path().join("backup.db"), at(20)).await.unwrap();
    ledger.close().await;
    let path = dir.path().join(FILE);
    let aside = restore_backup(&backup.path, &path, at(30)).await.unwrap().unwrap();
    let (before, set_aside) = (names(dir.path()), fs::read(&aside).unwrap());
    let refused = restore_backup(&backup.path, &path, at(30)).await;
    assert!(matches!(refused, Err(LedgerError::Backup(BackupError::Exists(_)))), "{refused:?}");
    assert_eq!((names(dir.path()), fs::read(aside).unwrap()), (before, set_aside));
}

/// SQLite would apply the log of the lost ledger to the backup.
#[tokio::test]
async fn a_log_without_its_ledger_is_set_aside_too() {
    let (dir, ledger, _) = with_a_history().await;
    let backup = ledger.backup_to(&dir.path().join("backup.db"), at(20)).await.unwrap();
    approved(&ledger, "December", &[1]).await;
    let log = fs::read(dir.path().join(format!("{FILE}-wal"))).unwrap();
    ledger.close().await;
    let other = TempDir::new().unwrap();
    let path = other.path().join(FILE);
    fs::write(other.path().join(format!("{FILE}-wal")), log).unwrap();
    let aside = restore_backup(&backup.path, &path, at(30)).await.unwrap().unwrap();
    let log_aside = aside.with_file_name(format!("{}-wal", aside.file_name().unwrap().to_str().unwrap()));
    assert!(log_aside.metadata().unwrap().len() > 0, "the newest changes may be all that is left");
    let (restored, _) = Ledger::open(&path, at(32)).await.unwrap();
    assert_eq!(restored.payrolls().await.unwrap().len(), 1);
    assert_eq!(restored.contents().await.unwrap(), backup.description.contents);
}

#[tokio::test]
async fn what_is_no_whole_backup_is_not_restored() {
    let (dir, ledger, _) = with_a_history().await;
    let backup = ledger.backup_to(&dir.path().join("backup.db"), at(20)).await.unwrap();
    ledger.close().await;
    let path = dir.path().join(FILE);
    let own = fs::read(&path).unwrap();
    let described = dir.path().join("backup.db.json");
    let description = fs::read_to_string(&described).unwrap();
    let bytes = fs::read(&backup.path).unwrap();
    for fault in ["no description", "no JSON", "cut", "changed", "newer"] {
        fs::write(&described, &description).unwrap();
        fs::write(&backup.path, &bytes).unwrap();
        match fault {
            "no description" => fs::remove_file(&described).unwrap(),
            "no JSON" => fs::write(&described, "{").unwrap(),
            "cut" => fs::write(&backup.path, &bytes[..bytes.len() / 2]).unwrap(),
            "changed" => {
                fs::write(&backup.path, [&bytes[..bytes.len() - 1], &[!bytes[bytes.len() - 1]]].concat())
                    .unwrap()
            }
            _ => of_a_newer_version(&backup.path, &described).await,
        }
        let refused = restore_backup(&backup.path, &path, at(30)).await.unwrap_err();
        let is_newer = matches!(refused, LedgerError::Backup(BackupError::NewerVersion));
        let is_none = matches!(refused, LedgerError::Backup(BackupError::NotABackup | BackupError::Differs));
        let expected = if fault == "newer" { is_newer } else { is_none };
        assert!(expected, "{fault}: {refused:?}");
        assert_eq!(fs::read(&path).unwrap(), own, "{fault}: the ledger is as it was");
    }
}

/// Makes the backup one of a version newer than this one.
async fn of_a_newer_version(backup: &Path, described: &Path) {
    let options = SqliteConnectOptions::new().filename(backup).journal_mode(SqliteJournalMode::Delete);
    let mut connection = options.connect().await.unwrap();
    sqlx::query("UPDATE _sqlx_migrations SET version = 9999 WHERE version = (SELECT MAX(version) FROM _sqlx_migrations)")
        .execute(&mut connection)
        .await
        .unwrap();
    connection.close().await.unwrap();
    let mut description: crate::BackupDescription =
        serde_json::from_str(&fs::read_to_string(described).unwrap()).unwrap();
    description.sha256 = crate::model::columns::sha256_hex(&fs::read(backup).unwrap());
    fs::write(described, serde_json::to_string(&description).unwrap()).unwrap();
}
