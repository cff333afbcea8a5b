//! Commands of approved payrolls: progress, results, documents.

pub mod approve;
pub mod audit;
pub mod journal;
pub mod list;
pub mod outcomes;
pub mod people;
pub mod printing;
pub mod track;
pub mod unresolved;
