//! The event chain as a history: its verification, its list and the audit log.

pub(crate) mod audit;
pub(crate) mod chain_verification;
pub(crate) mod event_list;
