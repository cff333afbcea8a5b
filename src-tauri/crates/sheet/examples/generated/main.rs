//! Makes payrolls by chance, reads them, and counts what was read otherwise than the truth.
//! `cargo run --release -p paysheet-sheet --example generated -- --count 100000`

#![allow(clippy::print_stdout, reason = "a program that prints its result")]

mod judge;
mod payroll;

use std::{collections::BTreeMap, process::ExitCode, thread};

use clap::Parser;

/// Number of faults that are printed.
const FAULTS_SHOWN: usize = 20;

#[derive(Parser)]
struct Arguments {
    #[arg(long, default_value_t = 1_000)]
    count: u64,
    #[arg(long, default_value_t = 1)]
    first: u64,
    /// Writes the file of the first seed and stops.
    #[arg(long)]
    out: Option<std::path::PathBuf>,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    if let Some(out) = &arguments.out {
        let bytes = payroll::payroll(arguments.first).map(|payroll| payroll.bytes).unwrap_or_default();
        return std::fs::write(out, bytes).map_or(ExitCode::FAILURE, |()| ExitCode::SUCCESS);
    }
    let parts = thread::available_parallelism().map_or(1, |parts| parts.get() as u64);
    let seeds = arguments.first..arguments.first.saturating_add(arguments.count);
    let found: Vec<(u64, judge::Verdict)> = thread::scope(|scope| {
        let running: Vec<_> = (0..parts)
            .map(|part| {
                let seeds = seeds.clone().filter(move |seed| seed % parts == part);
                scope.spawn(move || seeds.filter_map(verdict).collect::<Vec<_>>())
            })
            .collect();
        running.into_iter().flat_map(|part| part.join().unwrap_or_default()).collect()
    });
    let asked = found.iter().filter(|(_, verdict)| !verdict.questions.is_empty()).count();
    let faulty: Vec<_> = found.iter().filter(|(_, verdict)| !verdict.faults.is_empty()).collect();
    println!("{} payrolls, {asked} with a question, {} with a fault", arguments.count, faulty.len());
    let mut reasons: BTreeMap<&str, (usize, u64)> = BTreeMap::new();
    for (seed, question) in
        found.iter().flat_map(|(seed, verdict)| verdict.questions.iter().map(move |q| (seed, q)))
    {
        let (count, _) = reasons.entry(question).or_insert((0, *seed));
        *count += 1;
    }
    for (reason, (count, seed)) in reasons {
        println!("  {count:>6}  {reason}, as in seed {seed}");
    }
    for (seed, verdict) in faulty.iter().take(FAULTS_SHOWN) {
        println!("seed {seed}: {}", verdict.faults.join("; "));
    }
    if faulty.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Returns the verdict of a seed, unless there is nothing to say.
fn verdict(seed: u64) -> Option<(u64, judge::Verdict)> {
    let payroll = payroll::payroll(seed).ok()?;
    let verdict = judge::judge(&payroll);
    (!verdict.questions.is_empty() || !verdict.faults.is_empty()).then_some((seed, verdict))
}
