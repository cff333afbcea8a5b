//! The meaning of a file's columns: asked if in doubt, confirmed by the user, stored for files with the same headings,
//! and changed at any time before paying. The sheet crate detects columns.

pub mod layouts;
pub mod opening;
mod rules;

pub use self::opening::prepare_to_read;
