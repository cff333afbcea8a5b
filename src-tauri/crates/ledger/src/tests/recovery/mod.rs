//! Backups, and what a restored one asks.

pub(crate) mod backups;
pub(crate) mod releases;
pub(crate) mod restoring;
