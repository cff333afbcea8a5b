//! The way of a payroll: freeze, approve, send, withdraw, correct.

pub(crate) mod approval;
pub(crate) mod asking;
pub(crate) mod corrections;
pub(crate) mod freeze;
pub(crate) mod sending;
pub(crate) mod thaw;
pub(crate) mod withdrawal;
