//! From an approved payroll to the outcome of each payout: sending batch after batch, recording the service's answers
//! and reports, and withdrawing what was never taken.

pub mod asking;
pub mod attempts;
pub mod bank_codes;
pub mod by_hand;
pub mod callbacks;
pub mod chosen;
pub mod correct;
pub mod destination;
pub mod outstanding;
pub mod overdue;
pub mod payment;
pub mod reason;
pub mod record_outcome;
pub mod resend;
pub mod retries;
pub mod send_queue;
pub mod sending;
pub mod tracking;
pub mod withdraw;
