//! A reading process that is started before its file is known, while the user still drags the file over the window or
//! searches for it. A program with a window takes longer to start than most files take to read. The spare process
//! waits without using the processor, with its limits set. It ends by itself when this program ends, because its
//! standard input is then closed.

use std::{
    fmt,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use super::child::{Process, Program};
use crate::{error::FileError, formats::Content};

/// How long a spare process waits for a file that may never be dropped.
pub(super) const SPARE_KEPT: Duration = Duration::from_secs(120);

/// At most one waiting process, and when it was last requested. Clones of a worker share it.
#[derive(Clone, Default)]
pub(super) struct Spare(Arc<Mutex<Option<(Process, Instant)>>>);

impl fmt::Debug for Spare {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Spare")
    }
}

impl Spare {
    /// Starts a process unless one is already waiting.
    pub fn fill(&self, program: &Program) -> Result<(), FileError> {
        let mut waiting = self.waiting();
        let process = match waiting.take() {
            Some((process, _)) if !process.has_ended() => process,
            Some(_) | None => Process::start(program, Content::Tables)?,
        };
        *waiting = Some((process, Instant::now()));
        Ok(())
    }

    /// Ends the waiting process if it was not requested lately.
    pub fn let_go_unused(&self) {
        let unused = self.waiting().take_if(|(_, since)| since.elapsed() >= SPARE_KEPT);
        // Nothing waits for its end.
        drop(unused);
    }

    /// Returns the waiting process, unless it has ended meanwhile.
    pub fn take(&self) -> Option<Process> {
        let (process, _) = self.waiting().take()?;
        (!process.has_ended()).then_some(process)
    }

    fn waiting(&self) -> MutexGuard<'_, Option<(Process, Instant)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
