//! The use cases of the Check screen: editing a draft, its banks and account names, what changed since the file, and the
//! comparison with the previous payroll.

pub mod account_names;
pub mod banks;
mod bulk_edit;
pub mod change_log;
pub mod edit;
pub mod name_checks;
pub mod previous_payroll;
mod queries;
pub mod repairs;
pub mod skipped;
