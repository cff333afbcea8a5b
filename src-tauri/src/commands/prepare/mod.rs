//! Commands of the file and its people, before anything is approved.

pub mod amounts;
pub mod changes;
pub mod check;
pub mod directory;
pub mod mapping;
pub mod pay;
