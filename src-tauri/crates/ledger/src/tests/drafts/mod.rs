//! Drafts, and what is remembered between them.

pub(crate) mod account_holders;
pub(crate) mod bank_lists;
pub(crate) mod bank_spellings;
pub(crate) mod editing;
pub(crate) mod layouts;
