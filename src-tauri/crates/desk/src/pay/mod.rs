//! Sends an approved payroll batch after batch, sends again what the user decides, and withdraws or corrects what was
//! never taken. What becomes of it is in `settle`.

pub mod correct;
pub mod payroll_change;
pub mod payroll_source;
pub mod resend;
pub mod sending;
pub mod withdraw;
