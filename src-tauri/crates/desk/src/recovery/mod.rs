//! Protection of the ledger against loss or exchange: backups, and the anchor that reveals an older or changed ledger.

pub mod anchor;
pub mod backups;
