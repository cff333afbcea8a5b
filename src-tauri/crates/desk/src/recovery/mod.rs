//! Protection of the ledger against loss or exchange: backups, and the anchor that reveals an older or changed ledger.

pub mod anchor;
pub mod anchor_store;
pub mod backup_status;
pub mod backups;
