//! Files that are opened, saved and printed.

pub(crate) mod diagnostics;
pub(crate) mod files;
pub(crate) mod key_backup_files;
pub(crate) mod payroll_files;
pub(crate) mod printing;
pub(crate) mod saved_files;
