//! The chain of events.

pub(crate) mod chain;
pub(crate) mod keyed_chain;
