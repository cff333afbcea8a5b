//! The file that a payroll was read from: where it was, and its bytes if they are still the same.

use std::{fs, io::ErrorKind, path::Path};

use data_encoding::HEXLOWER;
use paysheet_ledger::{PayrollId, SourceFile};
use paysheet_sheet::{FileError, limits::FILE_BYTES_MAX};
use sha2::{Digest, Sha256};

use crate::{app_error::AppError, atomic_write::is_held_elsewhere, desk::Desk, error::DeskError};

/// Maximum number of payrolls, each made from the one before, that are followed back to a file.
const COPIES_FOLLOWED_MAX: usize = 240;

/// Returns the file that a payroll's rows come from: its own, or that of the payroll that it was made from.
///
/// # Errors
/// `FileMoved` if it is not known.
pub(crate) async fn source_file(desk: &Desk, id: u32) -> Result<SourceFile, DeskError> {
    let mut at = PayrollId(id);
    for _ in 0..COPIES_FOLLOWED_MAX {
        let payroll = desk.ledger.payroll(at).await?;
        match (payroll.source, payroll.copied_from) {
            (Some(source), _) => return Ok(source),
            (None, Some(earlier)) => at = earlier,
            (None, None) => break,
        }
    }
    Err(AppError::FileMoved { file: String::new() }.into())
}

/// Returns the bytes of a payroll file, and their SHA-256 hash as the ledger has it. Blocks on the disk.
///
/// # Errors
/// `FileMoved`, `FileInUse`, `File`; `FileChanged` if it is larger than a payroll file can be.
pub(crate) fn read_payroll_file(path: &Path) -> Result<(Vec<u8>, String), DeskError> {
    let file = || path.display().to_string();
    let unreadable = |error: std::io::Error| -> DeskError {
        if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) {
            AppError::FileMoved { file: file() }.into()
        } else if is_held_elsewhere(&error) {
            AppError::FileInUse { file: file() }.into()
        } else {
            FileError::FileUnreadable.into()
        }
    };
    if fs::metadata(path).map_err(unreadable)?.len() > FILE_BYTES_MAX {
        return Err(AppError::FileChanged { file: file() }.into());
    }
    let bytes = fs::read(path).map_err(unreadable)?;
    let sha256 = HEXLOWER.encode(&Sha256::digest(&bytes));
    Ok((bytes, sha256))
}
