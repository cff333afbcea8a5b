//! Writes files for the user: whole or not at all, tables as .xlsx or .csv.

pub mod atomic_write;
pub mod money;
pub mod table;
pub mod workbook_text;
