//! The calls of the interface, and what the service calls back.

pub(crate) mod call_check;
pub mod callback;
pub(crate) mod methods;
pub(crate) mod payout_status;
pub(crate) mod renewal;
pub(crate) mod submission;
pub mod token;
