//! Files that Paysheet writes for its user: results, lists, and a copy of the payroll file with columns added.

pub mod annotate;
pub mod diagnostics;
pub mod journal;
pub mod lists;
pub mod open_payments;
pub mod results;
pub mod top_ups;
