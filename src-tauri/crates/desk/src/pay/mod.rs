//! From an approved payroll to the outcome of each payout: sending batch after batch, recording the service's answers
//! and reports, and withdrawing what was never taken.

pub mod correct;
pub mod resend;
pub mod sending;
pub mod withdraw;
