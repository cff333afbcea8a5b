//! The way of a payroll: freeze, approve, send, resend, withdraw, correct.

pub(crate) mod approval;
pub(crate) mod asking;
pub(crate) mod corrections;
pub(crate) mod freeze;
pub(crate) mod resend;
pub(crate) mod sending;
pub(crate) mod thaw;
pub(crate) mod withdrawal;
