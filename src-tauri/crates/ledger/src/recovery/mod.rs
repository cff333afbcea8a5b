//! Opening a ledger, its backups, and the anchor that shows an older copy.

pub(crate) mod anchor;
pub(crate) mod backup;
pub(crate) mod open;
