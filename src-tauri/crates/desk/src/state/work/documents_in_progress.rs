//! Documents that are being made, so that the user can stop one that takes long.

use std::{collections::HashMap, sync::Mutex};

use paysheet_document::Stop;

use crate::mutex::lock;

/// The documents that are being made, by payroll.
#[derive(Default)]
pub(crate) struct DocumentsInProgress(Mutex<HashMap<u32, Vec<Stop>>>);

impl DocumentsInProgress {
    /// Returns the stop of a document, which is in progress as long as anybody has it.
    pub fn begin(&self, payroll: u32) -> Stop {
        let stop = Stop::default();
        let mut all = lock(&self.0);
        let of_payroll = all.entry(payroll).or_default();
        of_payroll.retain(Stop::is_shared);
        of_payroll.push(stop.clone());
        stop
    }

    /// Stops all documents of a payroll that are being made.
    pub fn stop(&self, payroll: u32) {
        let stopped = lock(&self.0).remove(&payroll).unwrap_or_default();
        stopped.iter().for_each(Stop::set);
    }
}
