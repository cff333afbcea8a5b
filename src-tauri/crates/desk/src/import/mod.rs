//! From a payroll file to a draft: which columns mean what, the rows as they are stored, and the workbook for those who
//! have no file yet.

pub mod create_draft;
pub mod mapping;
mod template;
