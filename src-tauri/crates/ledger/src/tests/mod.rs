//! Stories of the ledger, each on a real file.

mod attempts;
mod backups;
mod batch_ids;
mod bit_flips;
mod callbacks;
mod chain;
mod damage;
mod damaged;
mod drafts;
mod freezing;
mod funding_balances;
mod funding_records;
mod fundings;
mod keyed_chain;
mod layouts;
mod locking;
mod older_answers;
mod overdue;
mod page_checksums;
mod pragmas;
mod reading;
mod restoring;
mod sending;
mod support;
mod unknown;
mod unknown_reports;
