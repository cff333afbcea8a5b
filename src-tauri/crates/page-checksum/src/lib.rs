//! Page checksums for SQLite: a layer over the platform's VFS that finds every changed bit in a database file and in
//! its write-ahead log. SQLite itself verifies neither: it reads a page unchecked, and verifies the checksums in the
//! log only during recovery.
//!
//! A database has checksums if its header reserves 8 bytes at the end of each page (header byte 20). They are written
//! with each page and verified with each read. Every other database is read and written unchanged. A page in the log is
//! verified by the log's own checksums (`log`). Temporary files and rollback journals pass through.
//!
//! Not in here: which databases get checksums, and what happens if one is damaged.

mod checksum;
mod code;
#[cfg(feature = "faults")]
pub mod faults;
mod inner;
mod log;
mod log_check;
mod methods;
mod pages;
mod step;
#[cfg(test)]
mod tests;
mod vfs;

pub use checksum::{CHECKSUM_BYTES, MARK};
pub use log_check::{LogState, check_log};
pub use vfs::{RegisterError, header_has_checksums, register, reserve_checksums};
