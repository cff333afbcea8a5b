//! Texts that are compared: names, periods, and values in one cell.

pub mod names;
pub mod period;
pub mod separated;
