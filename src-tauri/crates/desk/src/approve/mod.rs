//! From a checked draft to an approved payroll: the plan of its batches, the review, questions about other payrolls, and
//! the approval.

pub mod approval;
pub(crate) mod bank_codes;
mod bridge;
pub mod exclusion;
mod plan;
pub mod questions;
pub mod review;
pub(crate) mod stored_bridge;
pub mod summary;
