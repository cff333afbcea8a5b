//! The gate that all requests that move money pass. It is closed while an update is installed, which ends the program.

use std::sync::Arc;

use tokio::sync::{OwnedRwLockReadGuard, OwnedRwLockWriteGuard, RwLock};

use crate::app_error::AppError;

/// Any number pass it together, and it is closed only while nobody does.
#[derive(Default)]
pub(crate) struct SendGate(Arc<RwLock<()>>);

/// Kept by whoever moves money, until the answer is stored.
pub(crate) struct Passage {
    _gate: OwnedRwLockReadGuard<()>,
}

/// The gate stays closed until this is dropped.
pub struct SendingHeld {
    _gate: OwnedRwLockWriteGuard<()>,
}

impl SendGate {
    /// Passes the gate.
    ///
    /// # Errors
    /// `UpdateInstalling` if it is closed.
    pub fn pass(&self) -> Result<Passage, AppError> {
        let passed = Arc::clone(&self.0).try_read_owned();
        passed.map(|gate| Passage { _gate: gate }).map_err(|_| AppError::UpdateInstalling)
    }

    /// Returns whether anybody is passing it, or closed it. Closing it to find out would refuse whoever comes then.
    pub fn is_in_use(&self) -> bool {
        Arc::strong_count(&self.0) > 1
    }

    /// Closes the gate. None if anybody is passing it, or closed it already.
    pub fn close(&self) -> Option<SendingHeld> {
        Arc::clone(&self.0).try_write_owned().ok().map(|gate| SendingHeld { _gate: gate })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_closed_only_while_nobody_passes_and_nobody_passes_while_it_is_closed() {
        let gate = SendGate::default();
        assert!(!gate.is_in_use());
        let (first, second) = (gate.pass().unwrap(), gate.pass().unwrap());
        assert!(gate.is_in_use() && gate.close().is_none());
        drop(first);
        assert!(gate.close().is_none());
        drop(second);
        let held = gate.close().unwrap();
        assert_eq!(gate.pass().err(), Some(AppError::UpdateInstalling));
        assert!(gate.close().is_none());
        drop(held);
        assert!(!gate.is_in_use() && gate.pass().is_ok());
    }
}
