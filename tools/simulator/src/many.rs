//! Runs many stories: one process per core, a few stories at a time in each.
//!
//! Stories start threads and map memory all the time. In one process on several cores each of these makes all cores
//! wait for each other, and a seed takes 50 % longer.

use std::{
    env,
    num::NonZero,
    process::{Child, Command, Stdio},
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use serde::{Deserialize, Serialize};

use crate::{
    core_affinity,
    counts::Counts,
    error::SimulatorError,
    options::Options,
    output::{SHOWN_MAX, say},
    plan::Plan,
    story::{self, StoryResult, Workspace},
};

/// The result of the stories of one core.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Ended {
    counts: Counts,
    /// Seeds that violated an invariant, with the violation.
    failed: Vec<(u64, String)>,
}

/// Distributes the seeds over the processor's cores, and prints the totals of all stories.
pub fn on_all_cores(options: &Options) -> Result<(), SimulatorError> {
    let began = Instant::now();
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    let processes = (0..cores).map(|core| start(options, core, cores)).collect::<Result<Vec<_>, _>>()?;
    let mut all = Ended::default();
    for process in processes {
        let Ended { counts, failed } = ended(process)?;
        all.counts.add(&counts);
        all.failed.extend(failed);
    }
    all.failed.sort_by_key(|(seed, _)| *seed);
    for (seed, why) in all.failed.iter().take(SHOWN_MAX) {
        say(&format!("seed {seed}: {why}"));
    }
    say(&all.counts.report(began.elapsed()));
    match all.failed.first() {
        Some((seed, _)) => Err(SimulatorError::violated(all.failed.len(), *seed)),
        None => Ok(()),
    }
}

fn start(options: &Options, core: usize, cores: usize) -> Result<Child, SimulatorError> {
    let mut command = Command::new(env::current_exe()?);
    command.args(["--seeds", &options.seeds.to_string(), "--first", &options.first.to_string()]);
    command.args(["--workers", &options.workers.to_string()]);
    command.args(["--core", &core.to_string(), "--cores", &cores.to_string()]);
    if let Some(seconds) = options.seconds {
        command.args(["--seconds", &seconds.to_string()]);
    }
    if options.first_failure {
        command.arg("--first-failure");
    }
    // Every life starts threads, and clearing huge pages for each costs a tenth of a seed's time.
    command.env("MIMALLOC_ALLOW_THP", "0");
    Ok(command.stdout(Stdio::piped()).spawn()?)
}

fn ended(process: Child) -> Result<Ended, SimulatorError> {
    let output = process.wait_with_output()?;
    if !output.status.success() {
        return Err(SimulatorError::Process(output.status));
    }
    serde_json::from_slice(&output.stdout).map_err(SimulatorError::Counts)
}

/// Runs every n-th story on one core, and prints the totals as JSON.
pub fn on_core(options: &Options, core: usize) -> Result<(), SimulatorError> {
    core_affinity::stay_on(core);
    let services = story::services()?;
    let workspace = Workspace::make(&services)?;
    let at = |place: usize| u64::try_from(place).unwrap_or(u64::MAX);
    let work = Work {
        next: AtomicU64::new(options.first.saturating_add(at(core))),
        step: at(options.cores.max(1)),
        end: options.first.saturating_add(options.seeds),
        until: options.seconds.map(|seconds| Instant::now() + Duration::from_secs(seconds)),
        has_failed: AtomicBool::new(false),
        first_failure: options.first_failure,
        ended: Mutex::default(),
    };
    thread::scope(|scope| {
        for _ in 0..options.workers.max(1) {
            scope.spawn(|| work.run_all(&workspace));
        }
    });
    services.shutdown_background();
    let ended = work.ended.into_inner().unwrap_or_else(PoisonError::into_inner);
    say(&serde_json::to_string(&ended).map_err(SimulatorError::Counts)?);
    Ok(())
}

struct Work {
    next: AtomicU64,
    step: u64,
    end: u64,
    until: Option<Instant>,
    has_failed: AtomicBool,
    first_failure: bool,
    ended: Mutex<Ended>,
}

impl Work {
    fn run_all(&self, workspace: &Workspace) {
        loop {
            let seed = self.next.fetch_add(self.step, Ordering::Relaxed);
            if self.first_failure && self.has_failed.load(Ordering::Relaxed) {
                return;
            }
            if seed >= self.end || self.until.is_some_and(|until| Instant::now() > until) {
                return;
            }
            match story::run(&Plan::of(seed), workspace) {
                Ok(told) => self.count(seed, &told),
                Err(error) => self.fail(seed, error.to_string()),
            }
        }
    }

    fn count(&self, seed: u64, told: &StoryResult) {
        let counts = Counts::of(told, seed);
        if counts.violations() > 0 {
            let listed: Vec<String> = told.violations.iter().map(ToString::to_string).collect();
            self.fail(seed, listed.join("; "));
        }
        self.ended.lock().unwrap_or_else(PoisonError::into_inner).counts.add(&counts);
    }

    fn fail(&self, seed: u64, why: String) {
        self.has_failed.store(true, Ordering::Relaxed);
        self.ended.lock().unwrap_or_else(PoisonError::into_inner).failed.push((seed, why));
    }
}
