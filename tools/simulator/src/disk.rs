//! A disk that fails at each step in turn: each write, sync and truncation of the ledger and its log in an undisturbed
//! story, once and for a while, full and broken. Like a full disk, it fails at any point of the program, also within a
//! transaction and during a checkpoint of the log into the ledger's file.

use std::{
    num::NonZero,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
};

use paysheet_ledger::probe::faults::{FaultKind, Faults};

use crate::{
    counts::Counts,
    error::SimulatorError,
    output::{SHOWN_MAX, say},
    plan::Plan,
    story::{self, Workspace},
};

/// Numbers of consecutive steps that fail: one, or so many that a retry fails again.
const STEPS: [u64; 2] = [1, 12];
const ERRORS: [FaultKind; 2] = [FaultKind::DiskFull, FaultKind::Io];
/// Number of stories at the same time.
const WORKERS: usize = 8;

/// Runs an undisturbed story, and then once for each step of its disk that fails. `every` selects only every n-th step.
pub fn every_step(seed: u64, every: NonZero<u64>) -> Result<(), SimulatorError> {
    let services = story::services()?;
    let workspace = Workspace::make(&services)?;
    let quiet = Plan::quiet(seed);
    let undisturbed = story::run(&quiet, &workspace)?;
    let steps = undisturbed.disk_steps;
    let all = Mutex::new((Counts::of(&undisturbed, seed), Vec::new()));
    let (faults, next) = (faults_of(steps, every), AtomicUsize::new(0));
    let tell_some = || -> Result<(), SimulatorError> {
        while let Some(disk) = faults.get(next.fetch_add(1, Ordering::Relaxed)) {
            let told = story::run(&Plan { disk: Some(*disk), ..quiet.clone() }, &workspace)?;
            let mut all = all.lock().unwrap_or_else(PoisonError::into_inner);
            all.0.add(&Counts::of(&told, seed));
            all.1.extend(told.violations.iter().map(|violation| format!("{disk:?}: {violation}")));
        }
        Ok(())
    };
    thread::scope(|scope| {
        let threads: Vec<_> = (0..WORKERS).map(|_| scope.spawn(tell_some)).collect();
        threads.into_iter().filter_map(|thread| thread.join().ok()).collect::<Result<(), _>>()
    })?;
    services.shutdown_background();
    let (counts, failed) = all.into_inner().unwrap_or_else(PoisonError::into_inner);
    for line in failed.iter().take(SHOWN_MAX) {
        say(line);
    }
    say(&format!("seed {seed}: {steps} steps of the disk, {} stories in which some fail", faults.len()));
    say(&format!("  {}", counts.totals()));
    if failed.is_empty() { Ok(()) } else { Err(SimulatorError::DiskViolated { stories: failed.len(), seed }) }
}

/// Returns the faults from each n-th step on.
fn faults_of(steps: u64, every: NonZero<u64>) -> Vec<Faults> {
    let from = (1..=steps).filter(|step| step.is_multiple_of(every.get()));
    let of_step =
        |from| ERRORS.into_iter().flat_map(move |error| STEPS.map(|steps| Faults { from, steps, error }));
    from.flat_map(of_step).collect()
}
