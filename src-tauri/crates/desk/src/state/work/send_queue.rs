//! Which payrolls are being sent, which of them stop after the batch being sent, and why the sending of others stopped.

use std::{
    collections::{BTreeSet, HashMap},
    sync::Mutex,
};

use crate::{app_error::AppError, mutex::lock};

/// Payrolls that are being sent, and why the sending of a payroll stopped or waits.
///
/// Lock order: no mutex is locked while another one is.
#[derive(Default)]
pub(crate) struct SendQueue {
    sending: Mutex<BTreeSet<u32>>,
    /// Payrolls that are being sent and that the user stops.
    stopping: Mutex<BTreeSet<u32>>,
    /// Why the sending of a payroll stopped, or cannot continue, until sending starts again.
    stopped: Mutex<HashMap<u32, AppError>>,
}

impl SendQueue {
    /// Adds a payroll. Returns false if it is already being sent.
    pub fn begin(&self, id: u32) -> bool {
        lock(&self.sending).insert(id)
    }

    pub fn end(&self, id: u32) {
        lock(&self.sending).remove(&id);
        lock(&self.stopping).remove(&id);
    }

    /// Lets sending end after the batch that is being sent. Nothing happens if the payroll is not being sent.
    pub fn stop_after_batch(&self, id: u32) {
        if self.is_sending(id) {
            lock(&self.stopping).insert(id);
        }
    }

    pub fn is_stopping(&self, id: u32) -> bool {
        lock(&self.stopping).contains(&id)
    }

    pub fn is_sending(&self, id: u32) -> bool {
        lock(&self.sending).contains(&id)
    }

    pub fn sending(&self) -> BTreeSet<u32> {
        lock(&self.sending).clone()
    }

    pub fn is_empty(&self) -> bool {
        lock(&self.sending).is_empty()
    }

    pub fn stop(&self, id: u32, why: AppError) {
        lock(&self.stopped).insert(id, why);
    }

    pub fn stopped(&self, id: u32) -> Option<AppError> {
        lock(&self.stopped).get(&id).cloned()
    }

    pub fn clear_stopped(&self, id: u32) {
        lock(&self.stopped).remove(&id);
    }
}
