//! Databases on real files, read and changed behind SQLite's back.

#![expect(unsafe_code, reason = "SQLite without a library over it")]

mod database;
#[cfg(feature = "faults")]
mod faulty;
mod flipped;
mod logs;
mod same_as_plain;
