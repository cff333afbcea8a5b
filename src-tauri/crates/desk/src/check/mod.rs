//! The use cases of the Check screen: editing a draft, its banks and account names, what changed since the file, and the
//! comparison with the previous payroll.

pub mod account_names;
pub mod bulk_edit;
pub mod change_log;
pub mod comparison;
pub mod draft_change;
pub mod edit;
pub mod listed_people;
pub(crate) mod matching;
pub mod queries;
pub mod remap;
pub mod repairs;
pub mod skipped;
