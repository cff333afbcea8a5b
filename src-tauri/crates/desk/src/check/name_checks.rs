//! The progress of the checks of account names.

use std::{collections::HashMap, sync::Mutex};

use crate::mutex::lock;

/// The progress of a check.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Progress {
    pub done: u32,
    pub total: u32,
    pub running: bool,
    pub stop: bool,
    /// The user stopped it: it does not start again by itself.
    pub declined: bool,
    /// It failed: it does not start again by itself.
    pub interrupted: bool,
}

/// The progress of name checks, by payroll.
#[derive(Default)]
pub(crate) struct NameChecks(Mutex<HashMap<u32, Progress>>);

impl NameChecks {
    pub fn progress(&self, id: u32) -> Progress {
        lock(&self.0).get(&id).copied().unwrap_or_default()
    }

    /// Starts a check. Returns false if one is already running.
    pub fn begin(&self, id: u32, total: u32) -> bool {
        let mut all = lock(&self.0);
        let is_running = all.get(&id).is_some_and(|progress| progress.running);
        if !is_running {
            all.insert(id, Progress { total, running: true, ..Progress::default() });
        }
        !is_running
    }

    pub fn update(&self, id: u32, change: impl FnOnce(&mut Progress)) -> Progress {
        let mut all = lock(&self.0);
        let progress = all.entry(id).or_default();
        change(progress);
        *progress
    }
}
