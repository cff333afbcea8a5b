//! Top-ups and balances.

pub(crate) mod balances;
pub(crate) mod records;
pub(crate) mod states;
