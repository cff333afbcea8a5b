//! `cargo xtask bench`: figures that are meaningful only in comparison with others, taken in one run on one machine.
//! They are printed and stored in `target/bench.json`, each kind under its name.

mod examples;
mod figures;
mod flips;
mod kills;
mod sheets;
mod startup;
mod window;

use clap::{Args, Subcommand};

use self::examples::Example;
use crate::{context::Context, process::failure::Failure};

#[derive(Args)]
pub struct Options {
    #[command(subcommand)]
    what: Benchmark,
}

#[derive(Subcommand)]
enum Benchmark {
    /// From process start to the first screen being usable, beside an empty window
    Startup {
        /// Counted runs of each
        #[arg(long, default_value_t = 10)]
        runs: usize,
    },
    /// Read a payroll of many rows in every format, beside the barest read of the same file
    Sheets {
        /// Counted runs of each
        #[arg(long, default_value_t = 5)]
        runs: usize,
        #[arg(long, default_value_t = 100_000)]
        rows: u32,
    },
    /// Open, scroll and mend a payroll of very many people in the real window
    Window {
        #[arg(long, default_value_t = 3)]
        runs: usize,
        #[arg(long, default_value_t = 100_000)]
        people: u32,
    },
    /// Freeze a payroll of very many people, alone and beside another one that pays all of them
    Guards {
        #[arg(long, default_value_t = 100_000)]
        people: u32,
    },
    /// Store and apply very many callbacks, beside a server that only answers them
    Callbacks {
        #[arg(long, default_value_t = 100_000)]
        people: u32,
    },
    /// Pay very many people from the file until all are settled, beside the processor time of the practice service
    Job {
        #[arg(long, default_value_t = 100_000)]
        people: u32,
    },
    /// Take the outcomes of many people from the service's report of transactions, and count the requests
    Settle {
        #[arg(long, default_value_t = 5_000)]
        people: u32,
    },
    /// Write each document of a long payroll
    Documents {
        #[arg(long, default_value_t = 10_000)]
        people: u32,
    },
    /// Ask about the holders of very many accounts, beside the least time that the answers take
    Names {
        #[arg(long, default_value_t = 1_000)]
        accounts: u32,
    },
    /// Kill a payroll while it is being paid, start it again, and count what the service got
    Kills {
        #[arg(long, default_value_t = 20)]
        runs: u32,
        /// Recipients of the payroll
        #[arg(long, default_value_t = 500)]
        rows: u32,
    },
    /// Change single bits in a ledger's files, and count what is found
    Flips {
        /// Bits changed in each of: a closed ledger, one that a crash left behind, and an open one
        #[arg(long, default_value_t = 10_000)]
        bits: u32,
    },
}

pub fn run(context: &Context, options: &Options) -> Result<(), Failure> {
    match options.what {
        Benchmark::Startup { runs } if cfg!(target_os = "linux") => startup::run(context, runs.max(1)),
        Benchmark::Startup { .. } => Err(Failure::NoBenchHere),
        Benchmark::Sheets { runs, rows } if cfg!(target_os = "linux") => {
            sheets::run(context, runs.max(1), rows)
        }
        Benchmark::Sheets { .. } => Err(Failure::NoBenchHere),
        Benchmark::Window { runs, people } if cfg!(target_os = "linux") => {
            window::run(context, runs.max(1), people.max(1))
        }
        Benchmark::Window { .. } => Err(Failure::NoBenchHere),
        Benchmark::Guards { people } => run_example(context, "guards", people),
        Benchmark::Callbacks { people } if cfg!(target_os = "linux") => {
            run_example(context, "callbacks", people)
        }
        Benchmark::Callbacks { .. } => Err(Failure::NoBenchHere),
        Benchmark::Job { people } if cfg!(target_os = "linux") => run_example(context, "whole_job", people),
        Benchmark::Job { .. } => Err(Failure::NoBenchHere),
        Benchmark::Settle { people } => run_example(context, "settle", people),
        Benchmark::Documents { people } => run_example(context, "documents", people),
        Benchmark::Names { accounts } => {
            let count = accounts.max(1);
            let example = Example { kind: "names", program: "account_names", option: "--accounts", count };
            examples::run(context, &example)
        }
        Benchmark::Kills { runs, rows } => {
            kills::run(context, kills::Size { runs: runs.max(1), rows: rows.max(1) })
        }
        Benchmark::Flips { bits } => flips::run(context, bits.max(1)),
    }
}

/// Runs the example of this name with a payroll of as many people.
fn run_example(context: &Context, program: &'static str, people: u32) -> Result<(), Failure> {
    let count = people.max(1);
    examples::run(context, &Example { kind: program, program, option: "--people", count })
}
