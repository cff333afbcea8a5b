//! The result codes of SQLite.

use std::ffi::c_int;

/// The result code of SQLite's functions.
pub(crate) type Code = c_int;
