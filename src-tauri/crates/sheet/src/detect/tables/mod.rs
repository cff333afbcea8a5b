//! The tables of a sheet, and the role of each of their columns.

pub(crate) mod adjacent_tables;
pub(crate) mod columns;
pub(crate) mod fill;
pub(crate) mod find_table;
pub(crate) mod searched;
