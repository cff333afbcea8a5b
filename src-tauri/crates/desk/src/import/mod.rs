//! From a payroll file to a draft: the meaning of the columns, the rows as they are stored, and a template workbook
//! for users who have no file yet.

pub mod create_draft;
pub mod mapping;
pub mod open;
pub mod same_file;
pub mod source_file;
pub mod template;
