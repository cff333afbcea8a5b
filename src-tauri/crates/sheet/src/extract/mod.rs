//! Extracts the payroll rows from a parsed file, and while it is still being parsed.

mod banks;
mod dittos;
mod marks;
pub(crate) mod payroll;
pub(crate) mod preview;
mod rows;
pub(crate) mod streaming;
mod totals;
