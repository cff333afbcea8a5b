//! Tells stories of payrolls against the practice service, one a seed, and compares what the ledger says with what was
//! really paid. Started by `cargo xtask simulate`.

mod collector;
mod counts;
mod driver;
mod error;
mod judge;
mod operator;
mod plan;
mod probe;
mod reports;
mod story;
mod tamper;

use std::{
    io::{self, Write as _},
    process::ExitCode,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use clap::Parser;
use tokio::runtime::Builder;

use crate::{
    counts::Counts,
    error::SimulatorError,
    plan::Plan,
    story::{Ground, Told},
};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Stories told at the same time. Most of a story's time is waiting for a time-out or a retry.
const WORKERS: usize = 24;
/// Violations that are printed whole.
const SHOWN_MAX: usize = 5;

/// Tells stories of payrolls and judges them.
#[derive(Parser)]
#[command(name = "paysheet-simulator")]
struct Options {
    /// How many seeds
    #[arg(long, default_value_t = 1_000)]
    seeds: u64,
    /// The first seed
    #[arg(long, default_value_t = 1)]
    first: u64,
    /// Tell this seed alone, step by step
    #[arg(long)]
    seed: Option<u64>,
    /// Stop after so many seconds, however many seeds are left
    #[arg(long)]
    seconds: Option<u64>,
    /// Stop at the first violation
    #[arg(long)]
    first_failure: bool,
    /// Stories at the same time
    #[arg(long, default_value_t = WORKERS)]
    workers: usize,
}

fn main() -> ExitCode {
    let options = Options::parse();
    let outcome = match options.seed {
        Some(seed) => one(seed),
        None => many(&options),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            say(&format!("error: {error}"));
            ExitCode::FAILURE
        }
    }
}

/// A closed pipe is no reason to stop.
fn say(text: &str) {
    drop(writeln!(io::stdout().lock(), "{text}"));
}

fn services() -> Result<tokio::runtime::Runtime, SimulatorError> {
    Ok(Builder::new_multi_thread().worker_threads(2).enable_all().build()?)
}

/// Tells one story step by step.
fn one(seed: u64) -> Result<(), SimulatorError> {
    let services = services()?;
    let plan = Plan::of(seed);
    say(&plan.to_string());
    let told = story::tell(&plan, &Ground::make(&services)?)?;
    told.trace.iter().for_each(|line| say(line));
    say(&format!("{} lives, {} commits, {} payouts queued", told.lives, told.commits, told.paid));
    if plan.races() {
        say("things happen at the same time in this story: told again, it may go another way");
    }
    let counted = Counts::of(&told);
    services.shutdown_background();
    if counted.violations() == 0 { Ok(()) } else { Err(violated(1, seed)) }
}

fn violated(seeds: usize, seed: u64) -> SimulatorError {
    SimulatorError::Violated { seeds, again: format!("cargo xtask simulate --seed {seed}") }
}

/// Tells all stories, a few at a time, and prints what they came to.
fn many(options: &Options) -> Result<(), SimulatorError> {
    let services = services()?;
    let ground = Ground::make(&services)?;
    let work = Work {
        next: AtomicU64::new(options.first),
        end: options.first.saturating_add(options.seeds),
        until: options.seconds.map(|seconds| Instant::now() + Duration::from_secs(seconds)),
        has_failed: AtomicBool::new(false),
        first_failure: options.first_failure,
        counts: Mutex::default(),
        failed: Mutex::default(),
    };
    let began = Instant::now();
    thread::scope(|scope| {
        for _ in 0..options.workers.max(1) {
            scope.spawn(|| work.tell_all(&ground));
        }
    });
    let counts = work.counts.into_inner().unwrap_or_else(PoisonError::into_inner);
    let mut failed = work.failed.into_inner().unwrap_or_else(PoisonError::into_inner);
    failed.sort_by_key(|(seed, _)| *seed);
    services.shutdown_background();
    for (seed, why) in failed.iter().take(SHOWN_MAX) {
        say(&format!("seed {seed}: {why}"));
    }
    say(&counts.report(began.elapsed()));
    match failed.first() {
        Some((seed, _)) => Err(violated(failed.len(), *seed)),
        None => Ok(()),
    }
}

struct Work {
    next: AtomicU64,
    end: u64,
    until: Option<Instant>,
    has_failed: AtomicBool,
    first_failure: bool,
    counts: Mutex<Counts>,
    failed: Mutex<Vec<(u64, String)>>,
}

impl Work {
    fn tell_all(&self, ground: &Ground) {
        loop {
            let seed = self.next.fetch_add(1, Ordering::Relaxed);
            if self.first_failure && self.has_failed.load(Ordering::Relaxed) {
                return;
            }
            if seed >= self.end || self.until.is_some_and(|until| Instant::now() > until) {
                return;
            }
            match story::tell(&Plan::of(seed), ground) {
                Ok(told) => self.count(seed, &told),
                Err(error) => self.fail(seed, error.to_string()),
            }
        }
    }

    fn count(&self, seed: u64, told: &Told) {
        let counts = Counts::of(told);
        if counts.violations() > 0 {
            let listed: Vec<String> = told
                .violations
                .iter()
                .map(|violation| format!("{}: {}", violation.invariant, violation.what))
                .collect();
            self.fail(seed, listed.join("; "));
        }
        self.counts.lock().unwrap_or_else(PoisonError::into_inner).add(&counts, seed);
    }

    fn fail(&self, seed: u64, why: String) {
        self.has_failed.store(true, Ordering::Relaxed);
        self.failed.lock().unwrap_or_else(PoisonError::into_inner).push((seed, why));
    }
}
