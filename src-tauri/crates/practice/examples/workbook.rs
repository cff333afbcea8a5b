//! Writes payrolls to practise with:
//! `workbook --rows 5000 --out FILE [--seed N]`, or `workbook --sample --out FILE` for the messy one.

use std::path::PathBuf;

use clap::Parser;
use paysheet_practice::{PracticeError, sample};

#[derive(Parser)]
struct Arguments {
    /// People in a clean payroll.
    #[arg(long, default_value_t = 5_000, conflicts_with = "sample")]
    rows: u32,
    /// The messy sample of 300 people instead.
    #[arg(long)]
    sample: bool,
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[arg(long)]
    out: PathBuf,
}

fn main() -> Result<(), PracticeError> {
    let arguments = Arguments::parse();
    if arguments.sample {
        sample::write(&arguments.out)
    } else {
        sample::large(&arguments.out, arguments.rows, arguments.seed)
    }
}
