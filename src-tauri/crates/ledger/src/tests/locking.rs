//! One program per ledger: who is refused, and who is not.

use std::{
    process::{Command, Stdio},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread,
};

use super::support::{FILE, at, open};
use crate::Ledger;

/// Threads that start child processes while the ledger is closed and opened.
const SPAWNING_THREADS: usize = 6;
/// How often the ledger is closed and opened meanwhile.
const REOPENINGS: i64 = 60;

/// A forked child shares every open file description until its exec, and with it the file lock. Here the child
/// keeps a duplicate for as long as it lives, which is the same for longer.
#[tokio::test]
async fn a_child_that_shares_the_file_lock_does_not_keep_a_closed_ledger_in_use() {
    let (dir, ledger) = open().await;
    let shared = ledger.file_lock.lock().unwrap().as_ref().unwrap().0.try_clone().unwrap();
    let mut child =
        Command::new("sleep").arg("60").stdin(Stdio::from(shared)).stdout(Stdio::null()).spawn().unwrap();
    ledger.close().await;
    let reopened = Ledger::open(&dir.path().join(FILE), at(1)).await;
    child.kill().unwrap();
    child.wait().unwrap();
    reopened.unwrap();
}

/// The same as it happens: processes are started while a ledger is closed and opened again.
#[tokio::test]
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
