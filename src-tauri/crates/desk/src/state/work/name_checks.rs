//! The progress of the checks of account names, and the user's word about each: go on, pause or stop.

use std::{
    collections::{BTreeMap, HashMap},
    sync::{Arc, Mutex},
    time::Duration,
};

use paysheet_domain::AccountAt;
use tokio::{sync::watch, time::Instant};

use crate::{mutex::lock, view::NotAsked};

/// Below this time the speed of a check says nothing about the rest of it.
const SPEED_KNOWN_AFTER: Duration = Duration::from_secs(2);

/// What a running check is to do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Signal {
    #[default]
    GoOn,
    Pause,
    Stop,
}

/// Accounts that could not be asked about.
pub(crate) type Unanswered = BTreeMap<AccountAt, NotAsked>;

/// The progress of a check, in accounts.
#[derive(Clone, Debug, Default)]
pub(crate) struct Progress {
    /// Accounts about which the banks answered; each answer is stored.
    pub done: u32,
    pub total: u32,
    pub running: bool,
    pub paused: bool,
    /// The user stopped it: it does not start again by itself.
    pub declined: bool,
    /// Accounts that could not be asked about in the last check.
    pub unanswered: Arc<Unanswered>,
    worked: WorkTime,
}

impl Progress {
    /// Returns the seconds that the rest will take at the speed so far; none while it is not known.
    pub fn left_s(&self) -> Option<u32> {
        let passed = self.worked.so_far();
        let settled = self.settled();
        if !self.running || self.paused || settled == 0 || passed < SPEED_KNOWN_AFTER {
            return None;
        }
        let rest = passed.checked_mul(self.total.saturating_sub(settled))? / settled;
        u32::try_from(rest.as_secs()).ok()
    }

    fn settled(&self) -> u32 {
        self.done.saturating_add(u32::try_from(self.unanswered.len()).unwrap_or(u32::MAX))
    }

    /// Notes accounts that could not be asked about; a reason that is noted stays.
    pub fn note_unanswered(&mut self, accounts: impl IntoIterator<Item = AccountAt>, why: NotAsked) {
        let unanswered = Arc::make_mut(&mut self.unanswered);
        for account in accounts {
            unanswered.entry(account).or_insert(why);
        }
    }
}

/// The time that a check has worked, without its pauses.
#[derive(Clone, Copy, Debug, Default)]
struct WorkTime {
    before: Duration,
    since: Option<Instant>,
}

impl WorkTime {
    fn so_far(self) -> Duration {
        self.before + self.since.map_or(Duration::ZERO, |since| since.elapsed())
    }

    fn pause(&mut self) {
        *self = Self { before: self.so_far(), since: None };
    }

    fn go_on(&mut self) {
        *self = Self { before: self.so_far(), since: Some(Instant::now()) };
    }
}

#[derive(Default)]
struct Check {
    progress: Progress,
    signal: watch::Sender<Signal>,
}

/// The checks of account names, by payroll.
#[derive(Default)]
pub(crate) struct NameChecks(Mutex<HashMap<u32, Check>>);

impl NameChecks {
    pub fn progress(&self, id: u32) -> Progress {
        lock(&self.0).get(&id).map(|check| check.progress.clone()).unwrap_or_default()
    }

    /// Starts a check. Returns none if one is already running.
    pub fn begin(&self, id: u32, total: u32) -> Option<watch::Receiver<Signal>> {
        let mut all = lock(&self.0);
        let check = all.entry(id).or_default();
        if check.progress.running {
            return None;
        }
        check.progress = Progress { total, running: true, ..Progress::default() };
        check.progress.worked.go_on();
        check.signal.send_replace(Signal::GoOn);
        Some(check.signal.subscribe())
    }

    /// Starts a check of some accounts, chosen by the user. What is known of the others stays as it is: a stopped check
    /// does not start again by itself.
    pub fn begin_some(&self, id: u32, total: u32) -> Option<watch::Receiver<Signal>> {
        let Progress { declined, unanswered, .. } = self.progress(id);
        let signal = self.begin(id, total)?;
        self.update(id, |progress| (progress.declined, progress.unanswered) = (declined, unanswered));
        Some(signal)
    }

    pub fn update(&self, id: u32, change: impl FnOnce(&mut Progress)) -> Progress {
        let mut all = lock(&self.0);
        let progress = &mut all.entry(id).or_default().progress;
        change(progress);
        progress.clone()
    }

    /// Pauses a running check, or lets it go on. Returns whether that changed anything.
    pub fn set_paused(&self, id: u32, paused: bool) -> bool {
        let mut all = lock(&self.0);
        let Some(Check { progress, signal }) = all.get_mut(&id) else { return false };
        if !progress.running || progress.paused == paused || *signal.borrow() == Signal::Stop {
            return false;
        }
        progress.paused = paused;
        if paused {
            progress.worked.pause();
        } else {
            progress.worked.go_on();
        }
        signal.send_replace(if paused { Signal::Pause } else { Signal::GoOn });
        true
    }

    /// Stops a running check, such as one of rows that are about to be read again or frozen: nothing more is asked. It may
    /// start again by itself, unless the user declined it.
    pub fn stop(&self, id: u32) {
        if let Some(check) = lock(&self.0).get(&id) {
            check.signal.send_replace(Signal::Stop);
        }
    }
}
