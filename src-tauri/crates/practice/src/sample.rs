//! Sample payrolls: one as messy as real ones, and clean ones of any length for measurements.
//!
//! The messy one pays 300 people of Kola Foods in Nigeria. When its twelve lost zeros are added and its two obsolete
//! banks are replaced (Keystone Bank took Bank PHB over), the practice service pays every one of them: no account in it
//! is one of those that fail. Every file here is the same each time it is written.

mod kola;
mod large;
mod layout;

use std::path::Path;

pub use self::kola::RECIPIENTS;
use crate::error::PracticeError;

/// Name of the sample as people see it.
pub const FILE_NAME: &str = "Kola Foods payroll November 2026.xlsx";

/// Writes the sample payroll.
///
/// # Errors
/// `Workbook` if the file cannot be written.
pub fn write(path: &Path) -> Result<(), PracticeError> {
    kola::workbook()?.save(path)?;
    Ok(())
}

/// Returns the sample payroll as the bytes of its file.
///
/// # Errors
/// `Workbook`.
pub fn bytes() -> Result<Vec<u8>, PracticeError> {
    Ok(kola::workbook()?.save_to_buffer()?)
}

/// Writes a clean payroll of `rows` different people with different accounts, all of whom are paid.
///
/// # Errors
/// `Workbook` if the file cannot be written or would be longer than a sheet can be.
pub fn large(path: &Path, rows: u32, seed: u64) -> Result<(), PracticeError> {
    large::workbook(rows, seed)?.save(path)?;
    Ok(())
}
