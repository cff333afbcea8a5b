//! Commands of the profile, its secrets and its files.

pub mod key;
pub mod ledger;
pub mod session;
pub mod settings;
pub mod updates;
