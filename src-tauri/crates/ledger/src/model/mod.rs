//! The values of the ledger: what is stored, and what may be wrong with it.

pub(crate) mod anchor_record;
pub(crate) mod columns;
pub(crate) mod decision_reason;
pub(crate) mod error;
pub(crate) mod events;
pub(crate) mod outcome;
pub(crate) mod plan;
pub(crate) mod records;
pub(crate) mod row_numbers;
pub(crate) mod stored;
