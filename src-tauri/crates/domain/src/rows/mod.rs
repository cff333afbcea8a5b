//! A row of a file: its cells, its edits, its checks, and the recipient that it becomes.

pub mod cell;
pub mod checks;
pub mod column;
pub mod draft;
pub mod edits;
pub mod problem;
pub mod source_row;
pub mod typed_amount;
