//! From a checked draft to an approved payroll: the plan of its batches, the review, questions about other payrolls, and
//! the approval.

pub mod approval;
mod bridge;
pub mod exclusion;
mod plan;
pub mod questions;
pub mod review;
pub(crate) mod stored_bridge;
pub mod summary;
