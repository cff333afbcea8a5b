//! Calls that answer from one part of the state. The others are in `batch`, `cards`, `people` and `banks`.

pub(crate) mod funding_status;
pub(crate) mod payout_status;
pub(crate) mod token;
pub(crate) mod wallets;
