//! The meaning of a file's columns: asked if in doubt, confirmed by the user, stored for files with the same headings,
//! and changed at any time before paying. The sheet crate detects columns.
//!
//! # A file is read by the columns its user saw
//!
//! `desk::import::mapping` accepts an answer only with the hash of the bytes that were shown, and reads a draft's file
//! again only while it is the file that the draft was made from. A typed value survives this only where its cell is
//! unchanged (`draft::merge_edits`). Undo also reverts the remembered layout.

pub mod layouts;
pub mod opening;
mod rules;

pub use self::opening::prepare_to_read;
