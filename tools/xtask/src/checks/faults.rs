//! `cargo xtask faults`: runs every fault of the practice service with many seeds. It compares the outcome of each call
//! that moves money with what the service really accepted. The counts come from the tests; this command prints them.

use clap::Args;

use crate::{
    context::Context,
    process::{failure::Failure, say, task::Task},
};

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
