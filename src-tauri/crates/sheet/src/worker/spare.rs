//! A reading process started before its file is known, while the user still holds it over the window or looks for it.
//! A program with a window takes longer to start than most files to read. It waits without using the processor, with
//! its limits on, and ends by itself when this program does: it then has nothing to read from.

use std::{
    fmt,
    sync::{Arc, Mutex, PoisonError},
};

use super::{Process, Worker, locked};
use crate::error::FileError;

/// At most one; clones of a worker share it.
#[derive(Clone, Default)]
pub(super) struct Spare(Arc<Mutex<Option<Process>>>);

impl fmt::Debug for Spare {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Spare")
    }
}

impl Spare {
    /// Starts one, where none waits already.
    pub fn fill(&self, worker: &Worker) -> Result<(), FileError> {
        let mut waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if waiting.as_ref().is_none_or(Process::has_ended) {
            *waiting = Some(Process::start(worker)?);
        }
        Ok(())
    }

    /// The one that waits, unless it has ended meanwhile.
    pub fn take(&self) -> Option<Process> {
        let mut waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.take().filter(|process| !process.has_ended())
    }
}

impl Process {
    /// One that cannot be asked counts as ended.
    fn has_ended(&self) -> bool {
        !matches!(locked(&self.child).try_wait(), Ok(None))
    }
}
