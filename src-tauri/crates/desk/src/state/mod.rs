//! The parts of an open desk: what it remembers between two calls. Each owns its mutexes, and none calls a use case.

pub mod anchor_store;
pub mod backup_status;
pub(crate) mod draft_store;
pub mod earlier_readings;
pub(crate) mod reported_balance;
pub(crate) mod session;
pub(crate) mod shown_outcomes;
pub(crate) mod stored_lists;
pub(crate) mod work;
