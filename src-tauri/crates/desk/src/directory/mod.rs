//! The directory: the service's lists of banks, wallets, pickup points and branches, stored with their day. A code is
//! paid only if one of them has it.

pub mod browse;
pub(crate) mod draft_banks;
pub(crate) mod lists;
pub mod spellings;
