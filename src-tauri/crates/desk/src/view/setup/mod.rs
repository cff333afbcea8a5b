//! The profile, its secrets and backups, and the balance.

pub(crate) mod backups;
pub(crate) mod callbacks;
pub(crate) mod key;
pub(crate) mod session;
pub(crate) mod top_up;
