//! Changes one bit in the files of a ledger, many times, and counts what becomes of it. Ends with a failure where one
//! change was read as if it had been written.
//!
//! `cargo run --release -p paysheet-ledger --features simulate --example bit_flips -- --count 10000 --seed 1`
//!
//! `--only closed`, `crashed` or `open` runs one part.
#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::expect_used,
    clippy::wildcard_enum_match_arm,
    dead_code
)]

mod fixture;
#[path = "../../src/tests/support.rs"]
mod support;
mod trial;

use std::{collections::BTreeMap, path::Path, process::ExitCode, time::Instant};

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

#[derive(Clone, Copy, Debug)]
enum Mode {
    Closed,
    Crashed,
    Open,
    /// Only with `--index`.
    Index,
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().collect();
    let number = |name: &str, default: u64| {
        let at = arguments.iter().position(|argument| argument == name);
        at.and_then(|at| arguments.get(at + 1)?.parse().ok()).unwrap_or(default)
    };
    let (count, seed) = (number("--count", 10_000), number("--seed", 1));
    let memory = Path::new("/dev/shm");
    let folder = if memory.is_dir() { TempDir::new_in(memory) } else { TempDir::new() }.unwrap();
    let trials = Trials::new(folder.path(), Ledger::reader).await;
    let mut silent = 0;
    let only =
        arguments.iter().position(|argument| argument == "--only").and_then(|at| arguments.get(at + 1));
    for mode in [Mode::Closed, Mode::Crashed, Mode::Open] {
        if only.is_some_and(|only| !format!("{mode:?}").eq_ignore_ascii_case(only)) {
            continue;
        }
        silent += run(&trials, mode, (count, seed)).await;
    }
    if arguments.iter().any(|argument| argument == "--index") {
        let _is_not_judged = run(&trials, Mode::Index, (count, seed)).await;
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
