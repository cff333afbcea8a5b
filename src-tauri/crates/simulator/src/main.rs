//! Runs stories of payrolls against the practice service, one per seed, and compares the ledger with the payments that
//! were really made. Started by `cargo xtask simulate`.

mod collector;
mod core_affinity;
mod counts;
mod disk;
mod driver;
mod error;
mod judge;
mod many;
mod operator;
mod plan;
mod probe;
mod reports;
mod story;
mod tamper;

use std::{
    io::{self, Write as _},
    num::NonZero,
    process::ExitCode,
};

use clap::Parser;
use tokio::runtime::Builder;

use crate::{counts::Counts, error::SimulatorError, plan::Plan, story::Workspace};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Number of stories at the same time on each core. A story mostly waits for a timeout or a retry.
const WORKERS: usize = 8;

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
    /// Stories at the same time, on each core
    #[arg(long, default_value_t = WORKERS)]
    workers: usize,
    /// Tell this seed without anything that goes wrong but its disk: once for each step that fails
    #[arg(long, conflicts_with = "seed")]
    disk: Option<u64>,
    /// Each so many-th step of the disk alone
    #[arg(long, default_value = "1", requires = "disk")]
    every: NonZero<u64>,
    /// Tell the seeds of this core alone, and print the counts as JSON: what the program starts itself with
    #[arg(long, hide = true)]
    core: Option<usize>,
    /// How many cores share the seeds
    #[arg(long, hide = true, default_value_t = 1)]
    cores: usize,
}

fn main() -> ExitCode {
    let options = Options::parse();
    let outcome = match options {
        Options { seed: Some(seed), .. } => one(seed),
        Options { disk: Some(seed), every, .. } => disk::every_step(seed, every),
        Options { core: Some(core), .. } => many::on_core(&options, core),
        Options { .. } => many::on_all_cores(&options),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            say(&format!("error: {error}"));
            ExitCode::FAILURE
        }
    }
}

/// Prints a text. A closed pipe is no reason to stop.
fn say(text: &str) {
    drop(writeln!(io::stdout().lock(), "{text}"));
}

fn services() -> Result<tokio::runtime::Runtime, SimulatorError> {
    Ok(Builder::new_multi_thread().worker_threads(1).enable_all().build()?)
}

/// Runs one story step by step.
fn one(seed: u64) -> Result<(), SimulatorError> {
    let services = services()?;
    let plan = Plan::of(seed);
    say(&plan.to_string());
    let told = story::tell(&plan, &Workspace::make(&services)?)?;
    told.trace.iter().for_each(|line| say(line));
    say(&format!("{} lives, {} commits, {} payouts queued", told.lives, told.commits, told.paid));
    if plan.races() {
        say("things happen at the same time in this story: told again, it may go another way");
    }
    let counted = Counts::of(&told, seed);
    services.shutdown_background();
    if counted.violations() == 0 { Ok(()) } else { Err(SimulatorError::violated(1, seed)) }
}
