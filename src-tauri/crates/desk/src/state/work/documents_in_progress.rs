//! Documents that are being made, so that the user can stop one that takes long.

use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex, Weak,
        atomic::{AtomicBool, Ordering},
    },
};

use crate::mutex::lock;

/// Whether the user stopped a document. It stays so: what was made after that is incomplete, and is never saved.
#[derive(Clone, Debug, Default)]
pub(crate) struct Stop(Arc<AtomicBool>);

impl Stop {
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::SeqCst)
    }

    #[cfg(test)]
    pub fn set(&self) {
        self.0.store(true, Ordering::SeqCst);
    }
}

/// The documents that are being made, by payroll.
#[derive(Default)]
pub(crate) struct DocumentsInProgress(Mutex<HashMap<u32, Vec<Weak<AtomicBool>>>>);

impl DocumentsInProgress {
    /// Returns the stop of a document, which is in progress as long as anybody has it.
    pub fn begin(&self, payroll: u32) -> Stop {
        let stop = Stop::default();
        let mut all = lock(&self.0);
        let of_payroll = all.entry(payroll).or_default();
        of_payroll.retain(|other| other.strong_count() > 0);
        of_payroll.push(Arc::downgrade(&stop.0));
        stop
    }

    /// Stops all documents of a payroll that are being made.
    pub fn stop(&self, payroll: u32) {
        let stopped = lock(&self.0).remove(&payroll).unwrap_or_default();
        for stop in stopped.iter().filter_map(Weak::upgrade) {
            stop.store(true, Ordering::SeqCst);
        }
    }
}
