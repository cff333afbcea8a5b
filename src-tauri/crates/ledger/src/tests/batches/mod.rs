//! Batches from the approval to the last attempt.

pub(crate) mod attempts;
pub(crate) mod batch_ids;
pub(crate) mod freezing;
pub(crate) mod runs;
pub(crate) mod sending;
