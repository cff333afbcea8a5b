//! Errors that prevent a story from running; a failed rule is a violation, not an error.

use paysheet_desk::DeskError;
use paysheet_practice::{FaultError, PracticeError};

#[derive(Debug, thiserror::Error)]
pub enum SimulatorError {
    #[error("a file of the story could not be written or read")]
    File(#[from] std::io::Error),
    #[error("the judge could not read the ledger")]
    Ledger(#[from] sqlx::Error),
    #[error("the judge does not understand {0:?} in the ledger")]
    Unreadable(String),
    #[error("the practice service did not start")]
    Practice(#[from] PracticeError),
    #[error("the practice service does not know a fault")]
    Fault(#[from] FaultError),
    #[error("the desk did not open")]
    Desk(#[from] DeskError),
    #[error("the stories of one core ended with {0}")]
    Process(std::process::ExitStatus),
    #[error("the counts of one core are not understood")]
    Counts(#[source] serde_json::Error),
    #[error("{seeds} of the seeds broke an invariant; the first one again: {again}")]
    Violated { seeds: usize, again: String },
    #[error(
        "{stories} stories with a failing disk broke an invariant; again: cargo xtask simulate --disk {seed}"
    )]
    DiskViolated { stories: usize, seed: u64 },
}

impl SimulatorError {
    pub fn violated(seeds: usize, seed: u64) -> Self {
        Self::Violated { seeds, again: format!("cargo xtask simulate --seed {seed}") }
    }
}
