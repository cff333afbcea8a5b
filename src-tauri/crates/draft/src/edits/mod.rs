//! Changes to a draft: single cells, pasted blocks, many rows at once, and a file that is read by other columns.

pub mod bulk;
pub mod change;
pub mod merge_edits;
pub mod paste;
