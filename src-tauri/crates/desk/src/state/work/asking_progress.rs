//! Which questions about payouts are under way, and what the user was told about them.

use std::{
    collections::{HashMap, HashSet},
    sync::{
        Mutex,
        atomic::{AtomicU32, Ordering},
    },
};

use jiff::Timestamp;

use super::pace::Pace;
use crate::{mutex::lock, view::NotAsked};

/// The questions about one payroll that the user requested.
#[derive(Clone, Debug, Default)]
pub(crate) struct Progress {
    pub running: bool,
    stopping: bool,
    /// Payouts asked about.
    pub done: u32,
    pub total: u32,
    /// Payouts of which the service has no record.
    pub not_found: u32,
    /// Payouts for which the service refused the question.
    pub refused: u32,
    /// Why the questions ended early.
    pub ended: Option<NotAsked>,
}

/// What the service's report of transactions said when it was read last.
#[derive(Debug, Default)]
pub(crate) struct Listed {
    /// When it was read to its end, or as far as it helps.
    pub read_at: Option<Timestamp>,
    /// References, in capitals, of payouts that are not finished.
    pub waiting: HashSet<String>,
}

/// Questions about payouts, from the user and in the background.
///
/// Lock order: no standard mutex is locked while another one is.
#[derive(Default)]
pub(crate) struct Asking {
    /// Locked by the one who asks: there are never two.
    pub turn: tokio::sync::Mutex<()>,
    /// How many requests of the user wait for their turn; the background makes room for them.
    requested: AtomicU32,
    pub pace: Mutex<Pace>,
    pub listed: Mutex<Listed>,
    progress: Mutex<HashMap<u32, Progress>>,
}

impl Asking {
    pub fn progress(&self, id: u32) -> Progress {
        lock(&self.progress).get(&id).cloned().unwrap_or_default()
    }

    /// Starts the questions about a payroll. Returns false if they are under way.
    pub fn begin(&self, id: u32) -> bool {
        let mut all = lock(&self.progress);
        if all.get(&id).is_some_and(|progress| progress.running) {
            return false;
        }
        all.insert(id, Progress { running: true, ..Progress::default() });
        self.requested.fetch_add(1, Ordering::SeqCst);
        true
    }

    pub fn end(&self, id: u32, ended: Option<NotAsked>) {
        self.requested.fetch_sub(1, Ordering::SeqCst);
        self.update(id, |progress| (progress.running, progress.ended) = (false, ended));
    }

    /// Asks for the end of the questions about a payroll. The one under way is completed.
    pub fn stop(&self, id: u32) {
        self.update(id, |progress| progress.stopping = true);
    }

    pub fn is_stopping(&self, id: u32) -> bool {
        self.progress(id).stopping
    }

    pub fn is_requested(&self) -> bool {
        self.requested.load(Ordering::SeqCst) > 0
    }

    pub fn update(&self, id: u32, change: impl FnOnce(&mut Progress)) {
        if let Some(progress) = lock(&self.progress).get_mut(&id) {
            change(progress);
        }
    }
}
