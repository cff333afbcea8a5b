//! What is said about payouts after they were sent: reports, callbacks, files and decisions.

pub(crate) mod callbacks;
pub(crate) mod outcome_files;
pub(crate) mod payout_decisions;
pub(crate) mod reports;
pub(crate) mod statement_entries;
pub(crate) mod unknown_reports;
pub(crate) mod waiting;
