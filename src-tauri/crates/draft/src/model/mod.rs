//! What a draft consists of. Its rows are changed only through the modules beside this one.

pub mod cells;
pub mod column_mapping;
pub mod draft;
pub mod entry;
pub mod head;
pub mod previous_payroll;
pub mod refusal;
pub mod row_filter;
pub mod skipped_row;
pub mod tally;
