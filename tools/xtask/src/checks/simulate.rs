//! `cargo xtask simulate`: runs the crash simulator. Each seed decides a story of payrolls, faults and crashes; the
//! ledger is compared with the batches that the practice service queued.

use std::time::Duration;

use clap::Args;

use crate::{
    context::Context,
    process::{failure::Failure, say, task::Task},
    steps::{Outcome, Step},
};

pub const STEP: Step =
    Step { name: "simulate", purpose: "no seed of the crash simulator breaks an invariant", run: &step };

/// Optimised, and without the slow link of a release.
const PROFILE: &str = "simulate";
pub const SIMULATOR: &str = "paysheet-simulator";
/// Cargo's arguments for building it.
pub const OF_SIMULATOR: [&str; 4] = ["--package", SIMULATOR, "--features", "simulate"];
/// Cargo's arguments for building it from the output of the other test steps. With `--workspace` every dependency has
/// the same features as there, so that only the crates with the probe are compiled once more.
pub const LIKE_THE_WORKSPACE: [&str; 6] =
    ["--locked", "--workspace", "--bin", SIMULATOR, "--features", "paysheet-simulator/simulate"];
/// Folder of that build.
pub const DEBUG: &str = "debug";
/// Number of seeds of the test step, from 1.
const STEP_SEEDS: u64 = 300;
/// Seeds of the test step that run at the same time on each core. More of them cause timeouts on a loaded computer.
const STEP_WORKERS: u64 = 4;
/// The seed of the test step with a failing disk: two payrolls that have a person in common.
const STEP_DISK_SEED: &str = "6";
/// Every n-th step of the disk fails in the test step; `--disk` alone uses all steps.
const STEP_DISK_EVERY: u64 = 29;
/// Without optimisation, two slow cores need a third of this.
const STEP_LIMIT: Duration = Duration::from_secs(3 * 60);
/// Many seeds run for hours.
const LIMIT: Duration = Duration::from_secs(12 * 60 * 60);

#[derive(Args)]
pub struct Options {
    /// How many seeds
    #[arg(long, default_value_t = 1_000)]
    seeds: u64,
    /// The first of them
    #[arg(long, default_value_t = 1)]
    first: u64,
    /// Tell this seed alone, step by step
    #[arg(long, conflicts_with_all = ["seeds", "first"])]
    seed: Option<u64>,
    /// Let each step of the disk fail in this seed, one after the other, and nothing else
    #[arg(long, conflicts_with_all = ["seeds", "first", "seed"])]
    disk: Option<u64>,
}

pub fn run(context: &Context, options: &Options) -> Result<(), Failure> {
    build(context)?;
    let arguments = match (options.seed, options.disk) {
        (Some(seed), _) => vec!["--seed".to_owned(), seed.to_string()],
        (None, Some(seed)) => vec!["--disk".to_owned(), seed.to_string()],
        (None, None) => vec![
            "--seeds".to_owned(),
            options.seeds.to_string(),
            "--first".to_owned(),
            options.first.to_string(),
        ],
    };
    simulator(context).args(arguments).limit(LIMIT).run()
}

fn step(context: &Context) -> Result<Outcome, Failure> {
    if !cfg!(target_os = "linux") {
        return Ok(Outcome::Skipped("copies a ledger that is open, which only Linux allows"));
    }
    Task::cargo(["build"]).args(LIKE_THE_WORKSPACE).folder(&context.root).run()?;
    let (seeds, workers) = (STEP_SEEDS.to_string(), STEP_WORKERS.to_string());
    let simulator = Task::new(context.program(DEBUG, SIMULATOR)).folder(&context.root);
    simulator.args(["--seeds", &seeds, "--workers", &workers]).limit(STEP_LIMIT).run()?;
    let every = STEP_DISK_EVERY.to_string();
    let simulator = Task::new(context.program(DEBUG, SIMULATOR)).folder(&context.root);
    simulator.args(["--disk", STEP_DISK_SEED, "--every", &every]).limit(STEP_LIMIT).run()?;
    Ok(Outcome::Passed)
}

fn build(context: &Context) -> Result<(), Failure> {
    say::heading("Building the simulator");
    Task::cargo(["build", "--locked", "--profile", PROFILE]).args(OF_SIMULATOR).folder(&context.root).run()
}

fn simulator(context: &Context) -> Task {
    Task::new(context.program(PROFILE, SIMULATOR)).folder(&context.root)
}
