//! Makes payrolls by chance, reads them, and counts what was read otherwise than the truth.
//! `cargo run --release -p paysheet-sheet --example generated -- --count 100000`

#![allow(clippy::print_stdout, reason = "a program that prints its result")]

mod judge;
mod payroll;
mod tally;

use std::{path::PathBuf, process::ExitCode, thread};

use clap::Parser;
use tally::Tally;

#[derive(Parser)]
struct Arguments {
    #[arg(long, default_value_t = 1_000)]
    count: u64,
    #[arg(long, default_value_t = 1)]
    first: u64,
    /// Number of faulty payrolls that are printed.
    #[arg(long, default_value_t = 20)]
    shown: usize,
    /// Writes the file of the first seed and stops.
    #[arg(long)]
    out: Option<PathBuf>,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    if let Some(out) = &arguments.out {
        let bytes = payroll::payroll(arguments.first).map(|payroll| payroll.bytes).unwrap_or_default();
        return std::fs::write(out, bytes).map_or(ExitCode::FAILURE, |()| ExitCode::SUCCESS);
    }
    let tally = counted(arguments.first, arguments.count);
    println!("{} payrolls, {} with a fault", arguments.count, tally.faults.len());
    tally.lines().iter().for_each(|line| println!("{line}"));
    for (seed, faults) in tally.faults.iter().take(arguments.shown) {
        println!("seed {seed}: {}", faults.join("; "));
    }
    if tally.faults.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Judges many payrolls on all processors.
fn counted(first: u64, count: u64) -> Tally {
    let parts = thread::available_parallelism().map_or(1, |parts| parts.get() as u64);
    let of_part = |part: u64| {
        let mut tally = Tally::default();
        for seed in (first..first.saturating_add(count)).filter(|seed| seed % parts == part) {
            add(&mut tally, seed);
        }
        tally
    };
    thread::scope(|scope| {
        let running: Vec<_> = (0..parts).map(|part| scope.spawn(move || of_part(part))).collect();
        let tallies = running.into_iter().filter_map(|part| part.join().ok());
        tallies.fold(Tally::default(), Tally::merge)
    })
}

fn add(tally: &mut Tally, seed: u64) {
    match payroll::payroll(seed) {
        Ok(payroll) => {
            let deserves: Vec<payroll::Deserved> = payroll.deserves.iter().copied().collect();
            tally.add(seed, payroll.people.len(), &deserves, &judge::judge(&payroll));
        }
        Err(error) => tally.faults.push((seed, vec![format!("not made: {error}")])),
    }
}
