//! Tests with databases on real files that are read and changed without SQLite.

#![expect(unsafe_code, reason = "SQLite without a library over it")]

mod database;
#[cfg(feature = "faults")]
mod faulty;
mod flipped;
mod logs;
mod same_as_plain;
