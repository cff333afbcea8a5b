//! Where money can go: countries, banks, accounts, and their limits.

pub mod account;
pub mod bank;
pub mod country;
pub mod country_set;
pub mod limit;
