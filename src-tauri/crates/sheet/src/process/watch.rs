//! The time limits of a reading process: for reading, and for ending afterwards.

use std::{
    process::{Child, ExitStatus},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        mpsc::{self, RecvTimeoutError},
    },
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

/// Whether the time limit was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Time {
    Left,
    Up,
}

/// Kills a process whose time is up, so that its output ends and the reader of that output returns.
pub(super) struct Watch {
    over: mpsc::Sender<()>,
    watching: JoinHandle<Time>,
}

impl Watch {
    pub fn start(child: Arc<Mutex<Child>>, limit: Duration) -> Self {
        let (over, heard) = mpsc::channel();
        let watching = thread::spawn(move || match heard.recv_timeout(limit) {
            Err(RecvTimeoutError::Timeout) => {
                // A process that has already ended cannot be killed, and does not need to be.
                let _gone = locked(&child).kill();
                Time::Up
            }
            Ok(()) | Err(RecvTimeoutError::Disconnected) => Time::Left,
        });
        Self { over, watching }
    }

    pub fn end(self) -> Time {
        drop(self.over);
        self.watching.join().unwrap_or(Time::Left)
    }
}

/// Time in which a process must end after its complete result arrived. It frees its memory, possibly on a busy
/// computer.
pub(super) const END_GRACE: Duration = Duration::from_secs(5);
/// Time in which a process must end without a complete result, so that the cause of its death can be inferred.
pub(super) const DYING_GRACE: Duration = Duration::from_millis(200);
/// Interval between the first two checks whether the process has ended. It doubles up to the longest one: most
/// processes end as soon as their result is read.
const END_STEP_FIRST: Duration = Duration::from_micros(20);
const END_STEP_MAX: Duration = Duration::from_millis(1);

/// Returns how a process ended; none if it is still running after the grace period. The mutex is locked only during
/// each check.
pub(super) fn ended(child: &Mutex<Child>, grace: Duration) -> Option<ExitStatus> {
    let began = Instant::now();
    let mut step = END_STEP_FIRST;
    loop {
        if let Some(status) = locked(child).try_wait().ok()? {
            return Some(status);
        }
        if began.elapsed() >= grace {
            return None;
        }
        thread::sleep(step);
        step = (step * 2).min(END_STEP_MAX);
    }
}

pub(super) fn locked(child: &Mutex<Child>) -> MutexGuard<'_, Child> {
    child.lock().unwrap_or_else(PoisonError::into_inner)
}
