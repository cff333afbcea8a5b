//! Changes one bit in the files of a ledger, many times, and counts what becomes of it. Ends with a failure where one
//! change was read as if it had been written.
//!
//! `cargo xtask bench flips` runs it.
#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::expect_used,
    dead_code,
    reason = "a trial stops where it goes wrong, and shares what the ledger's tests have"
)]

mod fixture;
#[path = "../../src/tests/support.rs"]
mod support;
mod trial;

use std::{collections::BTreeMap, path::Path, process::ExitCode, time::Instant};

use clap::{Parser, ValueEnum};
pub use paysheet_ledger::*;
use tempfile::TempDir;

use self::trial::{Outcome, Trials};

/// As the crate has it, for the payrolls of its tests.
mod columns {
    use sha2::{Digest, Sha256};

    pub fn sha256_hex(bytes: &[u8]) -> String {
        data_encoding::HEXLOWER.encode(&Sha256::digest(bytes))
    }
}

mod error {
    pub use paysheet_ledger::Result;
}

/// Changes single bits in the files of a ledger.
#[derive(Parser)]
struct Arguments {
    /// How many of each
    #[arg(long, default_value_t = 10_000)]
    count: u64,
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// One part alone
    #[arg(long)]
    only: Option<Mode>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Mode {
    Closed,
    Crashed,
    Open,
    /// The index of an open ledger's log: memory, and only reported.
    Index,
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    let Arguments { count, seed, only } = Arguments::parse();
    let memory = Path::new("/dev/shm");
    let folder = if memory.is_dir() { TempDir::new_in(memory) } else { TempDir::new() }.unwrap();
    let trials = Trials::new(folder.path(), Ledger::reader).await;
    let modes = only.map_or_else(|| vec![Mode::Closed, Mode::Crashed, Mode::Open], |only| vec![only]);
    let mut silent = 0;
    for mode in modes {
        let changes = run(&trials, mode, (count, seed)).await;
        silent += if mode == Mode::Index { 0 } else { changes };
    }
    if silent == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// How many changes were silent.
async fn run(trials: &Trials, mode: Mode, (count, seed): (u64, u64)) -> u64 {
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut counts = BTreeMap::<&str, u64>::new();
    let begin = Instant::now();
    for round in 0..count {
        let outcome = match mode {
            Mode::Closed => trials.closed(&mut rng).await,
            Mode::Crashed => trials.crashed(&mut rng).await,
            Mode::Open => trials.open(&mut rng).await,
            Mode::Index => trials.index(&mut rng).await,
        };
        let name = match outcome {
            Outcome::Refused => "refused at open",
            Outcome::Detected => "detected when read",
            Outcome::Unchanged => "nothing changed",
            Outcome::Silent(what) => {
                println!("{mode:?}, seed {seed}, round {round}: SILENT, {what}");
                "SILENT"
            }
        };
        *counts.entry(name).or_default() += 1;
    }
    let silent = counts.get("SILENT").copied().unwrap_or_default();
    println!("{mode:?}: {count} bits, {counts:?}, SILENT: {silent}, {:.1?}", begin.elapsed());
    silent
}
