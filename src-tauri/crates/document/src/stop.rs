//! Stops a document that takes long.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

/// Whether the user stopped a document. It stays so: what was made after that is incomplete, and is never saved.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    #[must_use]
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::SeqCst)
    }

    pub fn set(&self) {
        self.0.store(true, Ordering::SeqCst);
    }

    /// Returns whether another one has it: the document is still being made.
    #[must_use]
    pub fn is_shared(&self) -> bool {
        Arc::strong_count(&self.0) > 1
    }
}
