//! Detects the payroll in a parsed file: the table, its header, the field of each column, and which rows are people.
//! Every decision has a confidence and can be changed by the user.

pub(crate) mod doubts;
pub(crate) mod header;
pub(crate) mod infer;
pub(crate) mod mapping;
pub(crate) mod people;
pub(crate) mod select_table;
pub(crate) mod table;
pub(crate) mod tables;
pub(crate) mod words;

/// Loads the words that the first rows are searched for.
pub(crate) fn make_ready() {
    words::not_to_pay::make_ready();
}
