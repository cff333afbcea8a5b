//! Reports of payments, wherever they come from.

pub(crate) mod callbacks;
pub(crate) mod older_answers;
pub(crate) mod outcome_files;
pub(crate) mod outstanding;
pub(crate) mod overdue;
pub(crate) mod report_sources;
pub(crate) mod unknown;
pub(crate) mod unknown_reports;
