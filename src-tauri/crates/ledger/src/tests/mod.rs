//! Stories of the ledger, each on a real file.

mod attempts;
mod callbacks;
mod chain;
mod drafts;
mod freezing;
mod fundings;
mod overdue;
mod reading;
mod sending;
mod support;
mod unknown;
