//! One program per ledger: who is refused, and who is not.

#[cfg(unix)]
use std::path::PathBuf;
use std::{
    fs::{self, File},
    path::Path,
    process::{Command, Stdio},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::Duration,
};

use paysheet_domain::BatchState;
use sqlx::{ConnectOptions, Connection, sqlite::SqliteConnectOptions};
use tempfile::TempDir;

use crate::{
    EventKind, Ledger, LedgerError, PayrollId,
    store::{file_lock::FileLock, write_tx::EventSubject},
    tests::support::{FILE, accepted, approved, at, open, other_process, output_of, ready},
};

/// Number of threads that start child processes while the ledger is closed and opened.
const SPAWNING_THREADS: usize = 6;
/// Number of times that the ledger is closed and opened meanwhile.
const REOPENINGS: i64 = 60;

/// A forked child shares every open file description until its exec, and with it the file lock. The child in this test
/// holds a duplicate for its whole life, which is the same situation for a longer time.
#[tokio::test]
#[cfg_attr(windows, ignore = "Windows has no fork, which shares open files")]
async fn a_child_that_shares_the_file_lock_does_not_keep_a_closed_ledger_in_use() {
    let (dir, ledger) = open().await;
    let [one, two] = ledger.file_lock.lock().as_ref().unwrap().shared_files();
    let mut child = Command::new("sleep")
        .arg("60")
        .stdin(Stdio::from(one))
        .stdout(Stdio::null())
        .stderr(Stdio::from(two))
        .spawn()
        .unwrap();
    ledger.close().await;
    let reopened = Ledger::open(&dir.path().join(FILE), at(1)).await;
    child.kill().unwrap();
    child.wait().unwrap();
    reopened.unwrap();
}

/// The same with real processes: they are started while a ledger is closed and opened again.
#[tokio::test]
#[cfg_attr(windows, ignore = "Windows has no fork, which shares open files")]
async fn reopening_right_after_closing_succeeds_while_processes_are_started() {
    let (dir, mut ledger) = open().await;
    let done = Arc::new(AtomicBool::new(false));
    let spawn_until_done = |_| {
        let done = Arc::clone(&done);
        thread::spawn(move || {
            while !done.load(Ordering::SeqCst) {
                Command::new("true").status().unwrap();
            }
        })
    };
    let spawners: Vec<_> = (0..SPAWNING_THREADS).map(spawn_until_done).collect();
    let mut failed = None;
    for round in 0..REOPENINGS {
        ledger.close().await;
        match Ledger::open(&dir.path().join(FILE), at(round)).await {
            Ok((opened, _)) => ledger = opened,
            Err(error) => {
                failed = Some((round, error));
                break;
            }
        }
    }
    done.store(true, Ordering::SeqCst);
    for spawner in spawners {
        spawner.join().unwrap();
    }
    assert!(failed.is_none(), "{failed:?}");
}

/// Output of the example `other_process` when the ledger was opened.
#[cfg(unix)]
const OPENED: &str = "opened";
/// Its output when the ledger was refused.
const REFUSED: &str = "in use";

/// Opens the ledger in another process and returns the result.
fn open_in_another_process(path: &Path) -> String {
    output_of(Command::new(other_process()).arg("open").arg(path))
}

/// The same folder is mounted a second time, in its own mount namespace. If the system does not allow that, the test
/// is skipped.
#[cfg(target_os = "linux")]
#[tokio::test]
async fn the_same_file_in_a_folder_mounted_twice_is_in_use() {
    let allowed = Command::new("unshare").args(["-Urm", "true"]).status();
    if !allowed.is_ok_and(|status| status.success()) {
        println!("no namespaces here: not tested");
        return;
    }
    let (dir, _ledger) = open().await;
    let second = TempDir::new().unwrap();
    let (from, to) = (dir.path().display(), second.path().display());
    let script = format!("mount --bind '{from}' '{to}' && rm -f '{to}/{FILE}.lock' && exec \"$0\" \"$@\"");
    let mut command = Command::new("unshare");
    command
        .args(["-Urm", "sh", "-c", &script])
        .arg(other_process())
        .arg("open")
        .arg(second.path().join(FILE));
    assert_eq!(output_of(&mut command), REFUSED);
}

/// Returns other names of the same ledger, each made in a different way.
#[cfg(unix)]
fn names_of_the_same_file(dir: &TempDir) -> Vec<(&'static str, PathBuf)> {
    let path = dir.path().join(FILE);
    let elsewhere = dir.path().join("elsewhere");
    fs::create_dir(&elsewhere).unwrap();
    let in_elsewhere = |name: &str| elsewhere.join(name);
    std::os::unix::fs::symlink(&path, in_elsewhere("symlink.db")).unwrap();
    std::os::unix::fs::symlink(in_elsewhere("symlink.db"), in_elsewhere("second-symlink.db")).unwrap();
    fs::hard_link(&path, in_elsewhere("hard-link.db")).unwrap();
    std::os::unix::fs::symlink(dir.path(), in_elsewhere("folder")).unwrap();
    let working = std::env::current_dir().unwrap();
    let up = "../".repeat(working.components().count());
    vec![
        ("the same path", path.clone()),
        ("a symbolic link", in_elsewhere("symlink.db")),
        ("a symbolic link to a symbolic link", in_elsewhere("second-symlink.db")),
        ("a hard link", in_elsewhere("hard-link.db")),
        ("a path through a linked folder", in_elsewhere("folder").join(FILE)),
        ("a path with ..", elsewhere.join("..").join(FILE)),
        ("a relative path", Path::new(&up).join(path.strip_prefix("/").unwrap())),
    ]
}

#[cfg(unix)]
#[tokio::test]
async fn the_same_file_under_another_name_is_in_use() {
    let (dir, ledger) = open().await;
    let mut admitted = Vec::new();
    for (name, path) in names_of_the_same_file(&dir) {
        for lock_files_are_deleted in [false, true] {
            if lock_files_are_deleted {
                let _there_may_be_none = fs::remove_file(path.with_added_extension("lock"));
            }
            let case = format!("{name}, lock file deleted: {lock_files_are_deleted}");
            match Ledger::open(&path, at(1)).await {
                Err(LedgerError::InUse) => {}
                other => admitted.push(format!("{case}, this process: {:?}", other.map(drop))),
            }
            let outcome = open_in_another_process(&path);
            if outcome != REFUSED {
                admitted.push(format!("{case}, another process: {outcome}"));
            }
        }
    }
    assert!(admitted.is_empty(), "{admitted:#?}");
    // Refused attempts release neither the first program's own lock nor the database's.
    approved(&ledger, "November", &[2]).await;
    ledger.verify_chain().await.unwrap();
    ledger.close().await;
    fs::remove_file(dir.path().join("elsewhere").join("hard-link.db")).unwrap();
    assert_eq!(open_in_another_process(&dir.path().join(FILE)), OPENED);
}

/// Locks the ledger's own file as another process does, and releases it between two attempts.
#[tokio::test]
async fn a_lock_that_a_dying_process_leaves_for_a_moment_is_waited_for() {
    let (dir, ledger) = open().await;
    let path = dir.path().join(FILE);
    ledger.close().await;
    let mut other = File::options().read(true).append(true).open(path.with_added_extension("lock")).ok();
    other.as_ref().unwrap().lock().unwrap();
    let mut pauses = 0;
    let lock = FileLock::acquire_with(&path, async || {
        pauses += 1;
        other = None;
    })
    .await;
    assert!(lock.is_ok(), "{lock:?}");
    assert_eq!(pauses, 1);
}

#[tokio::test]
async fn a_lock_that_stays_is_refused_after_some_attempts() {
    let (dir, ledger) = open().await;
    let path = dir.path().join(FILE);
    ledger.close().await;
    let other = File::options().read(true).append(true).open(path.with_added_extension("lock")).unwrap();
    other.lock().unwrap();
    let mut pauses = 0;
    let refused = FileLock::acquire_with(&path, async || pauses += 1).await;
    assert!(matches!(refused, Err(LedgerError::InUse)), "{refused:?}");
    assert!(pauses > 0);
    drop(other);
    Ledger::open(&path, at(1)).await.unwrap();
}

/// Replaces the ledger by an older copy: the ledger as it was before the payroll was approved.
async fn replaced_by_an_older_copy(dir: &TempDir, ledger: &Ledger) -> PayrollId {
    let (path, copy) = (dir.path().join(FILE), dir.path().join("older.db"));
    sqlx::query("VACUUM INTO $1").bind(copy.to_str().unwrap()).execute(&ledger.writer).await.unwrap();
    let id = approved(ledger, "November", &[2]).await;
    fs::rename(&copy, &path).unwrap();
    id
}

#[tokio::test]
#[cfg_attr(windows, ignore = "Windows lets nobody replace or move a file that is open")]
async fn nothing_is_written_to_a_ledger_whose_file_was_replaced() {
    let (dir, ledger) = open().await;
    let id = replaced_by_an_older_copy(&dir, &ledger).await;
    // SQLite would not detect this: it continues with the file that has no name any more.
    sqlx::query("UPDATE settings SET value = value").execute(&ledger.writer).await.unwrap();
    let refused = crate::tests::support::intent(&ledger, ready(&ledger, id).await, at(4)).await;
    assert!(matches!(refused, Err(LedgerError::Replaced)), "{refused:?}");
    assert!(ledger.attempts(ready(&ledger, id).await.key).await.unwrap().is_empty());
    let refused = ledger.set_setting("sender", "Acme", at(5)).await;
    assert!(matches!(refused, Err(LedgerError::Replaced)), "{refused:?}");
    assert_eq!(
        open_in_another_process(&dir.path().join(FILE)),
        REFUSED,
        "the file beside it is still locked"
    );
}

/// Data committed meanwhile are in a file that nobody can find again: they are not durable, and the commit must fail.
#[tokio::test]
#[cfg_attr(windows, ignore = "Windows lets nobody replace or move a file that is open")]
async fn a_file_replaced_within_a_change_fails_the_change() {
    let (dir, ledger) = open().await;
    let copy = dir.path().join("older.db");
    sqlx::query("VACUUM INTO $1").bind(copy.to_str().unwrap()).execute(&ledger.writer).await.unwrap();
    let mut tx = ledger.begin_write(at(4)).await.unwrap();
    tx.append_event(EventKind::SettingChanged, EventSubject::NOTHING, &serde_json::json!({}));
    fs::rename(&copy, dir.path().join(FILE)).unwrap();
    let committed = tx.commit().await;
    assert!(matches!(committed, Err(LedgerError::Replaced)), "{committed:?}");
}

#[tokio::test]
#[cfg_attr(windows, ignore = "Windows lets nobody replace or move a file that is open")]
async fn a_second_program_that_opens_the_replacement_stops_the_first() {
    let (dir, ledger) = open().await;
    let id = replaced_by_an_older_copy(&dir, &ledger).await;
    let path = dir.path().join(FILE);
    fs::remove_file(path.with_added_extension("lock")).unwrap();
    // The replacement would use the log that the first one left beside it.
    fs::remove_file(dir.path().join(format!("{FILE}-wal"))).unwrap();
    fs::remove_file(dir.path().join(format!("{FILE}-shm"))).unwrap();
    let (second, _) = Ledger::open(&path, at(6)).await.unwrap();
    let refused = crate::tests::support::intent(&ledger, ready(&ledger, id).await, at(7)).await;
    assert!(matches!(refused, Err(LedgerError::Replaced)), "{refused:?}");
    approved(&second, "December", &[1]).await;
}

#[tokio::test]
#[cfg_attr(windows, ignore = "Windows lets nobody replace or move a file that is open")]
async fn a_ledger_that_was_moved_away_is_written_again_once_it_is_back() {
    let (dir, ledger) = open().await;
    let id = approved(&ledger, "November", &[2]).await;
    let (path, away) = (dir.path().join(FILE), dir.path().join("away.db"));
    let intent = crate::tests::support::intent(&ledger, ready(&ledger, id).await, at(4)).await.unwrap();
    fs::rename(&path, &away).unwrap();
    let unrecorded = ledger.record(intent, accepted(), at(5)).await.unwrap_err();
    assert!(matches!(unrecorded.error, LedgerError::Replaced), "{}", unrecorded.error);
    assert!(unrecorded.error.may_pass());
    fs::rename(&away, &path).unwrap();
    let state = ledger.record(unrecorded.intent, unrecorded.outcome, at(6)).await.unwrap();
    assert_eq!(state, BatchState::Settling);
    ledger.verify_chain().await.unwrap();
}

#[tokio::test]
#[cfg_attr(windows, ignore = "Windows lets nobody replace or move a file that is open")]
async fn no_new_connection_is_made_to_a_replacement() {
    let (dir, ledger) = open().await;
    assert_eq!(ledger.reader.size(), 3, "all are open from the beginning");
    let mut readers = Vec::new();
    for _ in 0..3 {
        readers.push(ledger.reader.acquire().await.unwrap());
    }
    replaced_by_an_older_copy(&dir, &ledger).await;
    readers.pop().unwrap().close().await.unwrap();
    let waiting = tokio::time::timeout(Duration::from_millis(500), ledger.reader.acquire());
    assert!(waiting.await.is_err(), "a reader of another file was given out");
}

/// Returns SQLite's locks on the ledger's own file, as the system lists them for this process.
#[cfg(target_os = "linux")]
fn sqlite_locks(path: &Path) -> Vec<String> {
    let inode = std::os::unix::fs::MetadataExt::ino(&fs::metadata(path).unwrap());
    let of_this_file = format!(":{inode}");
    let of_this_process = std::process::id().to_string();
    let locks = fs::read_to_string("/proc/locks").unwrap();
    let is_ours = |words: &[&str]| {
        words[1] == "POSIX" && words[4] == of_this_process && words[5].ends_with(&of_this_file)
    };
    locks
        .lines()
        .map(|line| line.split_whitespace().collect::<Vec<_>>())
        .filter(|words| words.len() > 7 && is_ours(words))
        .map(|words| words[3..].join(" "))
        .collect()
}

/// Closing any descriptor of a file releases the process's `fcntl` locks on it. Without them the SQLite of another
/// program could delete the log that this one is writing.
#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_refused_attempt_does_not_cost_sqlite_its_locks() {
    let (dir, ledger) = open().await;
    let path = dir.path().join(FILE);
    let before = sqlite_locks(&path);
    assert!(!before.is_empty(), "SQLite locks the file of a ledger that is open");
    for (name, path) in names_of_the_same_file(&dir) {
        let refused = Ledger::open(&path, at(1)).await;
        assert!(matches!(refused, Err(LedgerError::InUse)), "{name}");
    }
    assert_eq!(sqlite_locks(&path), before);
    drop(ledger);
}

/// The ledger's file stays readable for other tools: the ledger's lock is on a byte that SQLite never uses.
#[tokio::test]
async fn other_tools_read_a_ledger_that_is_open() {
    let (dir, ledger) = open().await;
    approved(&ledger, "November", &[2]).await;
    let options = SqliteConnectOptions::new().filename(dir.path().join(FILE)).read_only(true);
    let mut tool = options.connect().await.unwrap();
    let people: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM payouts").fetch_one(&mut tool).await.unwrap();
    assert_eq!(people, 2);
    tool.close().await.unwrap();
    approved(&ledger, "December", &[1]).await;
}

/// SQLite searches for the log beside the name by which a file is opened. What a crash left in the log is missing
/// under another name: the batch whose attempt was begun would be ready to be sent again.
#[cfg(unix)]
#[tokio::test]
async fn a_ledger_with_a_second_name_is_not_opened() {
    let (dir, ledger) = open().await;
    let id = approved(&ledger, "November", &[2]).await;
    ledger.shorten_log().await.unwrap();
    let _cut_short = crate::tests::support::intent(&ledger, ready(&ledger, id).await, at(4)).await.unwrap();
    let (crashed, elsewhere) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    for name in [FILE.to_owned(), format!("{FILE}-wal")] {
        fs::copy(dir.path().join(&name), crashed.path().join(&name)).unwrap();
    }
    let (path, second) = (crashed.path().join(FILE), elsewhere.path().join(FILE));
    fs::hard_link(&path, &second).unwrap();
    for name in [&second, &path] {
        let opened = Ledger::open(name, at(5)).await;
        if let Ok((ledger, _)) = &opened {
            let next = ledger.next_to_send(id).await;
            panic!("{}: opened, and next is {next:?}", name.display());
        }
        assert!(matches!(opened, Err(LedgerError::SecondName)), "{:?}", opened.map(drop));
    }
    fs::remove_file(&second).unwrap();
    let (ledger, recovery) = Ledger::open(&path, at(6)).await.unwrap();
    assert_eq!(recovery.became_unknown.len(), 1);
    ledger.verify_chain().await.unwrap();
}
