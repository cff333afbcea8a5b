//! The file of the ledger: its lock, its pages, and what damage to it is noticed.

pub(crate) mod bit_flips;
pub(crate) mod damage;
pub(crate) mod damaged;
pub(crate) mod locking;
pub(crate) mod page_checksums;
pub(crate) mod pragmas;
