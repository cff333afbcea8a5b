//! A reading process started before its file is known, while the user still holds it over the window or looks for it.
//! A program with a window takes longer to start than most files to read. It waits without using the processor, with
//! its limits on, and ends by itself when this program does: it then has nothing to read from.

use std::{
    fmt,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use super::{Process, Worker, locked};
use crate::error::FileError;

/// How long one waits for a file that may never be dropped.
pub(super) const SPARE_KEPT: Duration = Duration::from_secs(120);

/// At most one, and when it was last wanted; clones of a worker share it.
#[derive(Clone, Default)]
pub(super) struct Spare(Arc<Mutex<Option<(Process, Instant)>>>);

impl fmt::Debug for Spare {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Spare")
    }
}

impl Spare {
    /// Starts one, where none waits already.
    pub fn fill(&self, worker: &Worker) -> Result<(), FileError> {
        let mut waiting = self.waiting();
        let process = match waiting.take() {
            Some((process, _)) if !process.has_ended() => process,
            Some(_) | None => Process::start(worker)?,
        };
        *waiting = Some((process, Instant::now()));
        Ok(())
    }

    /// Ends the one that waits, where nobody wanted it lately.
    pub fn let_go_unused(&self) {
        let unused = self.waiting().take_if(|(_, wanted)| wanted.elapsed() >= SPARE_KEPT);
        // Nobody waits for its end.
        drop(unused);
    }

    /// The one that waits, unless it has ended meanwhile.
    pub fn take(&self) -> Option<Process> {
        let (process, _) = self.waiting().take()?;
        (!process.has_ended()).then_some(process)
    }

    fn waiting(&self) -> MutexGuard<'_, Option<(Process, Instant)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Process {
    /// One that cannot be asked counts as ended.
    fn has_ended(&self) -> bool {
        !matches!(locked(&self.child).try_wait(), Ok(None))
    }
}
