//! Scenarios of the ledger, each on a real file.

pub(crate) mod batches;
pub(crate) mod drafts;
pub(crate) mod funding;
pub(crate) mod guard;
pub(crate) mod history;
pub(crate) mod outcomes;
pub(crate) mod reads;
pub(crate) mod recovery;
pub(crate) mod store;
mod support;
