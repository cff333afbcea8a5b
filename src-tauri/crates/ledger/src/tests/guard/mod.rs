//! Who may be paid twice, and what is asked before.

pub(crate) mod maybe_sent;
pub(crate) mod overlap;
