//! Writes files that the user requested to the chosen path: completely or not at all, so that an earlier file is never
//! replaced by an incomplete one. The errors are named after what the user can do about them.

use std::{
    fs::{self, OpenOptions},
    io::{self, ErrorKind, Write},
    path::Path,
};

use rust_xlsxwriter::Workbook;

use crate::error::DeskError;

/// Another program holds the file, or a part of it (Windows, `ERROR_SHARING_VIOLATION` and `ERROR_LOCK_VIOLATION`).
const HELD_ELSEWHERE: [i32; 2] = [32, 33];

/// Writes a file, and replaces an existing one.
///
/// # Errors
/// `FileInUse`, `NotWritable`, `SaveDiskFull`.
pub(crate) fn save(path: &Path, bytes: &[u8]) -> Result<(), DeskError> {
    put(path, bytes).map_err(|error| refused(path, &error))
}

/// Writes a workbook, as [`save`] does.
///
/// # Errors
/// Those of [`save`]; `Export`.
pub(crate) fn save_workbook(path: &Path, workbook: &mut Workbook) -> Result<(), DeskError> {
    save(path, &workbook.save_to_buffer()?)
}

fn put(path: &Path, bytes: &[u8]) -> io::Result<()> {
    // A file that is open elsewhere, or is read-only, is reported before anything is written.
    if path.exists() {
        OpenOptions::new().write(true).open(path)?;
    }
    let name = path.file_name().ok_or(ErrorKind::InvalidInput)?.to_string_lossy();
    let part = path.with_file_name(format!(".{name}.{}.part", std::process::id()));
    let written = write_new(&part, bytes).and_then(|()| fs::rename(&part, path));
    // A partial file is of no use. Only the original failure is reported.
    written.inspect_err(|_| drop(fs::remove_file(&part)))
}

fn write_new(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).create(true).truncate(true).open(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

fn refused(path: &Path, error: &io::Error) -> DeskError {
    let path = path.to_owned();
    if is_held_elsewhere(error) {
        DeskError::FileInUse(path)
    } else if error.kind() == ErrorKind::StorageFull || error.kind() == ErrorKind::QuotaExceeded {
        DeskError::SaveDiskFull(path)
    } else {
        DeskError::NotWritable(path)
    }
}

/// Whether another program has the file open. Only Windows denies access to such a file.
pub(crate) fn is_held_elsewhere(error: &io::Error) -> bool {
    cfg!(windows) && error.raw_os_error().is_some_and(|code| HELD_ELSEWHERE.contains(&code))
}
