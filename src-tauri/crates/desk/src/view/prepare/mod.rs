//! The file, its columns and its people.

pub(crate) mod blocked;
pub(crate) mod bridge;
pub(crate) mod check;
pub(crate) mod comparison;
pub(crate) mod directory;
pub(crate) mod draft;
pub(crate) mod mapping;
pub(crate) mod outcome_reading;
pub(crate) mod reading;
pub(crate) mod repairs;
