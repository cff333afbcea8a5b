//! What protects the ledger against being lost or exchanged: backups, and the anchor that shows an older or changed one.

pub mod anchor;
pub mod backups;
