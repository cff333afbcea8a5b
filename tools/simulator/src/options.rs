//! The options of the command line.

use std::num::NonZero;

use clap::Parser;

/// Number of stories at the same time on each core. A story mostly waits for a timeout or a retry.
const WORKERS: usize = 8;

/// Tells stories of payrolls and judges them.
#[derive(Parser)]
#[command(name = "paysheet-simulator")]
pub struct Options {
    /// How many seeds
    #[arg(long, default_value_t = 1_000)]
    pub seeds: u64,
    /// The first seed
    #[arg(long, default_value_t = 1)]
    pub first: u64,
    /// Tell this seed alone, step by step
    #[arg(long)]
    pub seed: Option<u64>,
    /// Stop after so many seconds, however many seeds are left
    #[arg(long)]
    pub seconds: Option<u64>,
    /// Stop at the first violation
    #[arg(long)]
    pub first_failure: bool,
    /// Stories at the same time, on each core
    #[arg(long, default_value_t = WORKERS)]
    pub workers: usize,
    /// Tell this seed without anything that goes wrong but its disk: once for each step that fails
    #[arg(long, conflicts_with = "seed")]
    pub disk: Option<u64>,
    /// Each so many-th step of the disk alone
    #[arg(long, default_value = "1", requires = "disk")]
    pub every: NonZero<u64>,
    /// Tell the seeds of this core alone, and print the counts as JSON: what the program starts itself with
    #[arg(long, hide = true)]
    pub core: Option<usize>,
    /// How many cores share the seeds
    #[arg(long, hide = true, default_value_t = 1)]
    pub cores: usize,
}
