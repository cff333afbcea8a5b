//! What screens and documents read.

pub(crate) mod audit;
pub(crate) mod payout_totals;
pub(crate) mod people;
pub(crate) mod reading;
pub(crate) mod search;
