//! Backups on real files, and what makes them fail.

#[cfg(target_os = "linux")]
use std::process::Command;
use std::{
    fs,
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use jiff::Timestamp;
use paysheet_domain::Report;
use sqlx::{
    ConnectOptions, Connection, SqlStr,
    migrate::{Migration, MigrationType, Migrator},
    sqlite::{SqliteConnectOptions, SqliteJournalMode},
};
use tempfile::TempDir;

#[cfg(target_os = "linux")]
use crate::tests::support::{other_process, output_of};
use crate::{
    BackupError, Ledger, LedgerError, PayrollId,
    recovery::backup::{
        Job, copy,
        files::{Verification, contents},
    },
    store::{connection::connect_options, migrations::MIGRATOR, page_checksums},
    tests::support::{FILE, accepted, approved, at, open, payout_states, references, report, send},
    verify_backup,
};

/// The version of a later schema.
const LATER: i64 = 2;

pub async fn with_a_history() -> (TempDir, Ledger, PayrollId) {
    let (dir, ledger) = open().await;
    let id = approved(&ledger, "November", &[2, 1]).await;
    send(&ledger, id, accepted()).await;
    report(&ledger, &references(&ledger, id).await[0], Report::Successful).await;
    (dir, ledger, id)
}

pub fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[tokio::test]
async fn a_backup_is_the_ledger_and_opens_as_one() {
    let (dir, ledger, id) = with_a_history().await;
    let target = dir.path().join("copies").join("backup.db");
    fs::create_dir(target.parent().unwrap()).unwrap();
    let backup = ledger.backup_to(&target, at(20)).await.unwrap();
    assert_eq!(names(target.parent().unwrap()), ["backup.db", "backup.db.json"]);
    let contents = &backup.description.contents;
    assert_eq!((contents.payrolls, contents.batches, contents.payouts), (1, 2, 3));
    assert_eq!(verify_backup(&target).await.unwrap(), backup.description);

    let (restored, recovery) = Ledger::open(&target, at(21)).await.unwrap();
    assert!(recovery.became_unknown.is_empty());
    assert_eq!(restored.verify_chain().await.unwrap(), contents.events.unsigned_abs());
    assert_eq!(payout_states(&restored, id).await, payout_states(&ledger, id).await);
    let last = restored.events(id).await.unwrap().pop().unwrap();
    assert_eq!(last.hash, contents.chain_head);
}

#[cfg(unix)]
#[tokio::test]
async fn a_backup_is_its_owners_alone() {
    use std::os::unix::fs::PermissionsExt;
    let (dir, ledger, _) = with_a_history().await;
    ledger.backup_to(&dir.path().join("backup.db"), at(20)).await.unwrap();
    for name in ["backup.db", "backup.db.json"] {
        let mode = fs::metadata(dir.path().join(name)).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "{name}");
    }
}

#[cfg(unix)]
#[tokio::test]
async fn the_ledger_itself_is_no_target() {
    use std::os::unix::fs::symlink;
    let (dir, ledger, _) = with_a_history().await;
    let path = dir.path().join(FILE);
    let elsewhere = dir.path().join("elsewhere");
    fs::create_dir(&elsewhere).unwrap();
    symlink(&path, elsewhere.join("symlink.db")).unwrap();
    fs::hard_link(&path, elsewhere.join("hard-link.db")).unwrap();
    symlink(dir.path(), elsewhere.join("folder")).unwrap();
    let beside = |ending: &str| dir.path().join(format!("{FILE}{ending}"));
    let before = names(dir.path());
    for target in [
        path.clone(),
        elsewhere.join("symlink.db"),
        elsewhere.join("hard-link.db"),
        elsewhere.join("folder").join(FILE),
        elsewhere.join("..").join(FILE),
        beside("-wal"),
        beside("-shm"),
        beside("-journal"),
        beside(".lock"),
        elsewhere.join("folder").join(format!("{FILE}-wal")),
    ] {
        let refused = ledger.backup_to(&target, at(20)).await;
        let is_refused = matches!(refused, Err(LedgerError::Backup(BackupError::IsTheLedger(_))));
        assert!(is_refused, "{}: {refused:?}", target.display());
    }
    assert_eq!(names(dir.path()), before);
    approved(&ledger, "December", &[1]).await;
    ledger.verify_chain().await.unwrap();
}

#[cfg(unix)]
#[tokio::test]
async fn nothing_is_overwritten() {
    let (dir, ledger, _) = with_a_history().await;
    fs::write(dir.path().join("taken.db"), "somebody's").unwrap();
    fs::write(dir.path().join("described.db.json"), "somebody's").unwrap();
    std::os::unix::fs::symlink(dir.path().join("nowhere"), dir.path().join("dangling.db")).unwrap();
    for name in ["taken.db", "described.db", "dangling.db"] {
        let refused = ledger.backup_to(&dir.path().join(name), at(20)).await;
        assert!(matches!(refused, Err(LedgerError::Backup(BackupError::Exists(_)))), "{name}: {refused:?}");
    }
    assert_eq!(fs::read_to_string(dir.path().join("taken.db")).unwrap(), "somebody's");
    assert!(!dir.path().join("nowhere").exists());
}

#[tokio::test]
async fn a_folder_that_is_not_there_is_said_to_be() {
    let (dir, ledger, _) = with_a_history().await;
    let refused = ledger.backup_to(&dir.path().join("missing").join("backup.db"), at(20)).await;
    assert!(matches!(refused, Err(LedgerError::Backup(BackupError::NotWritable { .. }))), "{refused:?}");
}

#[tokio::test]
async fn a_damaged_or_exchanged_backup_is_recognised() {
    let (dir, ledger, _) = with_a_history().await;
    let target = dir.path().join("backup.db");
    ledger.backup_to(&target, at(20)).await.unwrap();
    let whole = fs::read(&target).unwrap();
    for bit in [0, 100 * 8, whole.len() * 4, whole.len() * 8 - 1] {
        let mut flipped = whole.clone();
        flipped[bit / 8] ^= 1 << (bit % 8);
        fs::write(&target, &flipped).unwrap();
        let found = verify_backup(&target).await;
        assert!(matches!(found, Err(LedgerError::Backup(BackupError::Differs))), "bit {bit}: {found:?}");
    }
    fs::write(&target, &whole[..whole.len() / 2]).unwrap();
    assert!(verify_backup(&target).await.is_err(), "cut short");
    // The last event is removed, and the counts match that: only the description reveals it.
    fs::write(&target, &whole).unwrap();
    let options = SqliteConnectOptions::new().filename(&target);
    let mut hand = options.journal_mode(SqliteJournalMode::Delete).connect().await.unwrap();
    sqlx::query("DELETE FROM events WHERE seq = (SELECT MAX(seq) FROM events)")
        .execute(&mut hand)
        .await
        .unwrap();
    hand.close().await.unwrap();
    assert!(verify_backup(&target).await.is_err(), "an event less");
}

#[tokio::test]
async fn a_ledger_whose_chain_is_broken_gives_no_backup() {
    let (dir, ledger, _) = with_a_history().await;
    sqlx::query("UPDATE events SET data = '{}' WHERE seq = 2").execute(&ledger.writer).await.unwrap();
    let before = names(dir.path());
    let refused = ledger.backup_to(&dir.path().join("backup.db"), at(20)).await;
    assert!(matches!(refused, Err(LedgerError::ChainBroken { seq: 2, .. })), "{refused:?}");
    assert_eq!(names(dir.path()), before);
}

/// The ledger changes between reading its contents and copying it: the copy is rejected.
#[tokio::test]
async fn a_copy_of_another_moment_is_not_taken() {
    let (dir, ledger, _) = with_a_history().await;
    let target = dir.path().join("backup.db");
    let job = Job { target: &target, stem: "ledger", verification: Verification::WholeChain, key: None };
    let mut connection = ledger.writer.connect_options().as_ref().clone().connect().await.unwrap();
    let before = contents(&mut connection).await.unwrap();
    ledger.set_setting("meanwhile", "changed", at(20)).await.unwrap();
    assert!(copy(&mut connection, &job, &before).await.unwrap().is_none());
    let now = contents(&mut connection).await.unwrap();
    assert!(copy(&mut connection, &job, &now).await.unwrap().is_some());
    assert_eq!(names(dir.path()).iter().filter(|name| name.contains("unfinished")).count(), 0);
}

/// Each backup is the ledger at one moment, and no write is lost because of it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backup_beside_a_writer_is_whole() {
    let (dir, ledger, id) = with_a_history().await;
    let done = Arc::new(AtomicBool::new(false));
    let writing = tokio::spawn({
        let (ledger, done) = (ledger.clone(), Arc::clone(&done));
        async move {
            let mut written = 0_u32;
            while !done.load(Ordering::SeqCst) {
                ledger.set_setting("counter", &written.to_string(), at(30)).await.unwrap();
                written += 1;
            }
            written
        }
    });
    let before = ledger.verify_chain().await.unwrap();
    for round in 0..5 {
        let target = dir.path().join(format!("backup-{round}.db"));
        let backup = ledger.backup_to(&target, at(40 + round)).await.unwrap();
        assert_eq!(verify_backup(&target).await.unwrap(), backup.description);
        let (copy, _) = Ledger::open(&target, at(50)).await.unwrap();
        assert_eq!(copy.verify_chain().await.unwrap(), backup.description.contents.events.unsigned_abs());
        // The setting and its event are of the same moment.
        let counter: Option<u64> = copy.setting("counter").await.unwrap().map(|text| text.parse().unwrap());
        let written = backup.description.contents.events.unsigned_abs() - 14;
        assert!(counter.is_none() && written == 0 || counter == Some(written - 1), "{counter:?} {written}");
        copy.close().await;
    }
    done.store(true, Ordering::SeqCst);
    let written = writing.await.unwrap();
    assert!(written > 0);
    assert!(before >= 14);
    assert_eq!(ledger.verify_chain().await.unwrap(), 14 + u64::from(written));
    assert_eq!(ledger.payroll(id).await.unwrap().name, "November");
}

#[tokio::test]
async fn a_folder_of_backups_is_kept_within_bounds() {
    let (dir, ledger, _) = with_a_history().await;
    let folder = dir.path().join("backups");
    fs::create_dir(&folder).unwrap();
    const DAY_S: i64 = 86_400;
    let unfinished = folder.join(".ledger-unfinished-abc");
    fs::write(&unfinished, "").unwrap();
    let somebodys = folder.join("notes.txt");
    fs::write(&somebodys, "keep").unwrap();
    // Two a day for 40 days; a backup is made for the last one.
    let name = |moment: Timestamp| format!("ledger-{}.db", moment.strftime("%Y-%m-%dT%H-%M-%S.000Z"));
    for half_day in 0..79 {
        let path = folder.join(name(at(half_day * DAY_S / 2)));
        fs::write(&path, "").unwrap();
        fs::write(path.with_added_extension("json"), "").unwrap();
    }
    let made = ledger.backup_to_folder(&folder, at(79 * DAY_S / 2)).await.unwrap();
    assert_eq!(made.path, folder.join(name(at(79 * DAY_S / 2))));
    let names = names(&folder);
    let backups: Vec<_> = names.iter().filter(|name| name.ends_with(".db")).collect();
    assert_eq!(names.len(), 2 * backups.len() + 1, "each with its description: {names:?}");
    assert_eq!(backups.len(), 14 + 1, "14 days of June and July, and the newest of May: {backups:?}");
    assert!(!unfinished.exists());
    assert!(somebodys.exists());
    verify_backup(&made.path).await.unwrap();
}

/// The migrations of a later version: those of this one, and one more.
fn later() -> Migrator {
    let sql = SqlStr::from_static("CREATE TABLE later (id BIGINT NOT NULL PRIMARY KEY)");
    let more = Migration::new(LATER, "later".into(), MigrationType::Simple, sql, false);
    Migrator::with_migrations(MIGRATOR.iter().cloned().chain([more]).collect())
}

/// The program may end while the tables are created for the first time.
#[tokio::test]
async fn a_first_start_that_ended_anywhere_is_continued() {
    for migrations in 0..later().iter().count() {
        let dir = TempDir::new().unwrap();
        let path = dir.path().join(FILE);
        fs::write(&path, []).unwrap();
        page_checksums::begin(&path).await.unwrap();
        let mut connection = connect_options(&path).unwrap().connect().await.unwrap();
        let begun = Migrator::with_migrations(later().iter().take(migrations).cloned().collect());
        begun.run_direct(None, &mut connection, false).await.unwrap();
        connection.close().await.unwrap();
        let opened = Ledger::open_migrated(&path, &later(), at(60)).await;
        assert!(opened.is_ok(), "{migrations} migrations: {opened:?}");
    }
}

/// Returns a closed ledger of this version with one payroll.
async fn closed_ledger() -> (TempDir, PathBuf) {
    let (dir, ledger) = open().await;
    approved(&ledger, "October", &[1]).await;
    ledger.close().await;
    let path = dir.path().join(FILE);
    (dir, path)
}

async fn version(path: &Path) -> i64 {
    let mut connection = connect_options(path).unwrap().connect().await.unwrap();
    let version =
        sqlx::query_scalar("SELECT MAX(version) FROM _sqlx_migrations").fetch_one(&mut connection).await;
    connection.close().await.unwrap();
    version.unwrap()
}

pub fn backups_before_migrations(folder: &Path) -> Vec<PathBuf> {
    let of_migrations = |name: &String| name.contains("-before-") && name.ends_with(".db");
    names(folder).into_iter().filter(of_migrations).map(|name| folder.join(name)).collect()
}

#[tokio::test]
async fn a_ledger_is_backed_up_before_it_is_migrated() {
    let (dir, path) = closed_ledger().await;
    let before = version(&path).await;
    let ledger = Ledger::open_migrated(&path, &later(), at(60)).await.unwrap();
    assert_eq!(ledger.payrolls().await.unwrap()[0].name, "October");
    ledger.close().await;
    let backups = backups_before_migrations(dir.path());
    assert_eq!(backups.len(), 1, "{backups:?}");
    assert_eq!(verify_backup(&backups[0]).await.unwrap().contents.payrolls, 1);
    assert_eq!((version(&backups[0]).await, version(&path).await), (before, LATER));
    Ledger::open_migrated(&path, &later(), at(61)).await.unwrap().close().await;
    assert_eq!(backups_before_migrations(dir.path()).len(), 1, "nothing to migrate the second time");
    let refused = Ledger::open(&path, at(62)).await;
    assert!(matches!(refused, Err(LedgerError::NewerVersion)), "{:?}", refused.map(drop));
}

#[tokio::test]
async fn a_new_ledger_needs_no_backup() {
    let (dir, ledger) = open().await;
    ledger.close().await;
    assert!(backups_before_migrations(dir.path()).is_empty());
}

#[tokio::test]
async fn without_a_backup_nothing_is_migrated() {
    let (dir, path) = closed_ledger().await;
    let before = version(&path).await;
    let moment = at(60).strftime("%Y-%m-%dT%H-%M-%S.000Z");
    fs::create_dir(dir.path().join(format!("ledger-before-{LATER:04}-{moment}.db"))).unwrap();
    let refused = Ledger::open_migrated(&path, &later(), at(60)).await;
    let Err(LedgerError::MigrationBackup(cause)) = refused else { panic!("{:?}", refused.map(drop)) };
    assert!(matches!(*cause, LedgerError::Backup(BackupError::Exists(_))), "{cause:?}");
    assert_eq!(version(&path).await, before);
    let ledger = Ledger::open_migrated(&path, &later(), at(61)).await.unwrap();
    assert_eq!(ledger.payrolls().await.unwrap().len(), 1);
}

/// Returns a closed ledger of about one MiB.
#[cfg(target_os = "linux")]
async fn large_ledger() -> (TempDir, PathBuf) {
    let (dir, ledger) = open().await;
    for number in 0..16 {
        ledger.set_setting(&format!("filler {number}"), &"x".repeat(64 * 1024), at(4)).await.unwrap();
    }
    ledger.close().await;
    let path = dir.path().join(FILE);
    assert!(fs::metadata(&path).unwrap().len() > 1024 * 1024);
    (dir, path)
}

/// Makes a backup in another process, after a shell has prepared its environment.
#[cfg(target_os = "linux")]
fn back_up_in_another_process(shell: &[&str], prepare: &str, ledger: &Path, target: &Path) -> String {
    let script = format!("{prepare} && exec \"$0\" \"$@\"");
    let mut command = Command::new(shell[0]);
    command.args(&shell[1..]).args(["sh", "-c", &script]);
    output_of(command.arg(other_process()).arg("back-up").args([ledger, target]))
}

/// No file may grow beyond 512 KiB; the copy of a ledger of one MiB needs more.
#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_backup_that_cannot_be_written_whole_leaves_nothing() {
    let (_dir, path) = large_ledger().await;
    let folder = TempDir::new().unwrap();
    let target = folder.path().join("backup.db");
    let said = back_up_in_another_process(&["env"], "trap '' XFSZ && ulimit -f 1024", &path, &target);
    assert_eq!(said, "not writable, files left: 0");
    assert!(names(folder.path()).is_empty());
}

/// A disk of 512 KiB, in its own mount namespace. If the system does not allow that, the test is skipped.
#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_full_disk_is_said_to_be_full_and_nothing_is_left() {
    const NAMESPACE: [&str; 2] = ["unshare", "-Urm"];
    let allowed = Command::new(NAMESPACE[0]).args([NAMESPACE[1], "true"]).status();
    if !allowed.is_ok_and(|status| status.success()) {
        println!("no namespaces here: not tested");
        return;
    }
    let (_dir, path) = large_ledger().await;
    let folder = TempDir::new().unwrap();
    let mount = format!("mount -t tmpfs -o size=512k tmpfs '{}'", folder.path().display());
    let said = back_up_in_another_process(&NAMESPACE, &mount, &path, &folder.path().join("backup.db"));
    assert_eq!(said, "disk full, files left: 0");
}
