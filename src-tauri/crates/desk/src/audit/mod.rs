//! What was done in the whole ledger: the audit log with the verification of its chain, and the search for payments in all
//! payrolls. It only reads.

pub mod export;
pub mod log;
pub mod search;
pub(crate) mod words;
