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
mod options;
mod output;
mod plan;
mod probe;
mod story;
mod tamper;

use std::process::ExitCode;

use clap::Parser as _;

use crate::{
    counts::Counts, error::SimulatorError, options::Options, output::say, plan::Plan, story::Workspace,
};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

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

/// Runs one story step by step.
fn one(seed: u64) -> Result<(), SimulatorError> {
    let services = story::services()?;
    let plan = Plan::of(seed);
    say(&plan.to_string());
    let told = story::run(&plan, &Workspace::make(&services)?)?;
    told.trace.iter().for_each(|line| say(line));
    say(&format!("{} lives, {} commits, {} payouts queued", told.lives, told.commits, told.paid));
    if plan.races() {
        say("things happen at the same time in this story: told again, it may go another way");
    }
    let counted = Counts::of(&told, seed);
    services.shutdown_background();
    if counted.violations() == 0 { Ok(()) } else { Err(SimulatorError::violated(1, seed)) }
}
