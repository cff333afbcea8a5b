//! The rows of a table that are people, and what else stands among them.

pub(crate) mod debits;
pub(crate) mod figures;
pub(crate) mod ragged;
pub(crate) mod row_reader;
pub(crate) mod serials;
