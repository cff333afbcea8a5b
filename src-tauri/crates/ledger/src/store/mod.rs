//! The database file: its one writer, its lock, its checksums, its chain of events and its migrations.

pub(crate) mod chain;
pub(crate) mod connection;
pub(crate) mod file_lock;
pub(crate) mod held_files;
pub(crate) mod ledger;
pub(crate) mod migrations;
pub(crate) mod network;
pub(crate) mod page_checksums;
#[cfg(feature = "simulate")]
pub mod probe;
pub(crate) mod settings;
pub(crate) mod write_tx;
