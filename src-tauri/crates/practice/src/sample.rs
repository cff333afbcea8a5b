//! Payrolls to practise with: one as messy as real ones are, and clean ones of any length to measure with.
//!
//! The messy one pays 300 people of Kola Foods in Nigeria. When its twelve lost zeros are added and its two
//! banks of yesterday are chosen (Keystone Bank took Bank PHB over), the practice service pays every one of
//! them: no account in it is one of those that fail. Every file here is the same each time it is written.

mod kola;
mod large;
mod layout;

use std::path::Path;

use crate::error::PracticeError;

/// What the sample is called where a person sees it.
pub const FILE_NAME: &str = "Kola Foods payroll November 2026.xlsx";

/// Recipients of the sample.
pub const RECIPIENTS: usize = 300;

/// Writes the sample payroll.
///
/// # Errors
/// `Workbook` where the file cannot be written.
pub fn write(path: &Path) -> Result<(), PracticeError> {
    kola::workbook()?.save(path)?;
    Ok(())
}

/// The sample payroll as the bytes of its file.
///
/// # Errors
/// `Workbook`.
pub fn bytes() -> Result<Vec<u8>, PracticeError> {
    Ok(kola::workbook()?.save_to_buffer()?)
}

/// Writes a clean payroll of `rows` different people with different accounts, all of whom get paid.
///
/// # Errors
/// `Workbook` where the file cannot be written or would be longer than a sheet can be.
pub fn large(path: &Path, rows: u32, seed: u64) -> Result<(), PracticeError> {
    large::workbook(rows, seed)?.save(path)?;
    Ok(())
}
