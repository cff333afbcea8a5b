//! What can still be changed: drafts, their rows, and what Paysheet remembers for the next one.

pub(crate) mod account_holders;
pub(crate) mod bank_lists;
pub(crate) mod bank_spellings;
pub(crate) mod draft;
pub(crate) mod draft_rows;
pub(crate) mod layouts;
pub(crate) mod row_edits;
