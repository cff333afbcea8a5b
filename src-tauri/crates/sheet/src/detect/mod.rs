//! Detects the payroll in a parsed file: the table, its header, the field of each column, and which rows are people.
//! Every decision has a confidence and can be changed by the user.

mod adjacent_tables;
mod beside;
mod columns;
pub(crate) mod content;
mod currency;
pub(crate) mod debits;
pub(crate) mod figures;
mod fill;
pub(crate) mod find_table;
mod heading_cells;
mod headings;
mod hundredths;
pub(crate) mod infer;
pub(crate) mod known;
mod left_to_pay;
pub(crate) mod mapping;
mod misspelt;
mod months;
pub(crate) mod not_to_pay;
pub(crate) mod numbers;
mod ragged;
mod reordered;
pub(crate) mod row_reader;
pub(crate) mod searched;
pub(crate) mod sections;
pub(crate) mod select_table;
pub(crate) mod serials;
mod split;
pub(crate) mod sums;
pub(crate) mod table;
pub(crate) mod thousands;
mod two_rows;
mod wallet;

/// Loads the words that the first rows are searched for.
pub(crate) fn make_ready() {
    not_to_pay::make_ready();
}
