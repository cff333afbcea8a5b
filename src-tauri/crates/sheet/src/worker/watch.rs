//! How long a reading process may take: to read, and to be gone afterwards.

use std::{
    process::{Child, ExitStatus},
    sync::{
        Arc, Mutex,
        mpsc::{self, RecvTimeoutError},
    },
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use super::locked;

/// Whether a process was too slow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Time {
    Left,
    Up,
}

/// Ends a process whose time is up, so that whoever listens to it hears the end.
pub(super) struct Watch {
    over: mpsc::Sender<()>,
    watching: JoinHandle<Time>,
}

impl Watch {
    pub fn start(child: Arc<Mutex<Child>>, limit: Duration) -> Self {
        let (over, heard) = mpsc::channel();
        let watching = thread::spawn(move || match heard.recv_timeout(limit) {
            Err(RecvTimeoutError::Timeout) => {
                // One that is gone already cannot be killed, and need not be.
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

/// How long a process whose whole answer is here may take to be gone: it gives back its memory, on a busy computer.
pub(super) const END_GRACE: Duration = Duration::from_secs(5);
/// How long one without a whole answer may take, so that the way it died can be told.
pub(super) const DYING_GRACE: Duration = Duration::from_millis(200);
/// Between two looks at whether it is gone.
const END_STEP: Duration = Duration::from_millis(1);

/// How a process ended; none where it is still there after the grace. The lock is held for each look only.
pub(super) fn ended(child: &Mutex<Child>, grace: Duration) -> Option<ExitStatus> {
    let began = Instant::now();
    loop {
        if let Some(status) = locked(child).try_wait().ok()? {
            return Some(status);
        }
        if began.elapsed() >= grace {
            return None;
        }
        thread::sleep(END_STEP);
    }
}
