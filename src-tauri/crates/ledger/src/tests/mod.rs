//! Stories of the ledger, each on a real file.

mod attempts;
mod batch_ids;
mod callbacks;
mod chain;
mod damage;
mod drafts;
mod freezing;
mod funding_balances;
mod funding_records;
mod fundings;
mod layouts;
mod overdue;
mod reading;
mod sending;
mod support;
mod unknown;
mod unknown_reports;
