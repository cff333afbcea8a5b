//! `cargo xtask faults`: every fault that the practice service knows, by many seeds, and what was concluded of each
//! call that moves money beside what the service really took. The counts are the tests' own; this shows them.

use clap::Args;

use crate::{context::Context, failure::Failure, say, task::Task};

/// Read by `tests/faults`.
const SEEDS: &str = "PAYSHEET_FAULT_SEEDS";

#[derive(Args)]
pub struct Options {
    /// How many seeds; details of a fault, such as where an answer is cut, follow from the seed
    #[arg(long, default_value_t = 20)]
    seeds: u32,
}

pub fn run(context: &Context, options: &Options) -> Result<(), Failure> {
    say::heading(&format!("Every fault, {} seeds", options.seeds));
    let tests = ["test", "--locked", "--package", "paysheet-desk", "--test", "faults", "--", "--nocapture"];
    Task::cargo(tests).folder(&context.root).env(SEEDS, options.seeds.to_string()).run()
}
