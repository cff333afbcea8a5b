//! Writes files that the user requested to the chosen path: completely or not at all, so that an earlier file is never
//! replaced by an incomplete one. The errors are named after what the user can do about them.

use std::{
    fs::{self, File, Metadata, OpenOptions},
    io::{self, ErrorKind, Write},
    path::Path,
};

use data_encoding::HEXLOWER;
use paysheet_ledger::when_released;
use rust_xlsxwriter::Workbook;

use crate::{app_error::AppError, error::DeskError};

/// Another program holds the file, or a part of it (Windows, `ERROR_SHARING_VIOLATION` and `ERROR_LOCK_VIOLATION`).
const HELD_ELSEWHERE: [i32; 2] = [32, 33];

/// Random bytes in the name of a part file.
const PART_NAME_BYTES: usize = 16;
/// Only the user may read and write.
#[cfg(unix)]
const PART_MODE: u32 = 0o600;

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

/// Writes to a new file beside the path, which then takes the path's place. A symbolic link at the path is replaced
/// itself; the file that it leads to stays as it is, because the user has not seen where that is.
fn put(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let replaced = match fs::symlink_metadata(path) {
        Ok(metadata) if metadata.is_file() => Some(metadata),
        Ok(metadata) if metadata.is_dir() => return Err(ErrorKind::IsADirectory.into()),
        Ok(_) => None,
        Err(error) if error.kind() == ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    // A file that is open elsewhere, or is read-only, is reported before anything is written.
    if replaced.is_some() {
        when_released(|| OpenOptions::new().write(true).open(path))?;
    }
    let part = path.with_file_name(part_name()?);
    let written = write(new_file(&part)?, bytes, replaced.as_ref());
    let named = written.and_then(|()| when_released(|| fs::rename(&part, path)));
    // A partial file is of no use. Only the original failure is reported.
    named.inspect_err(|_| drop(when_released(|| fs::remove_file(&part))))
}

/// Returns a name that nobody can guess, so that nothing can be waiting there.
fn part_name() -> io::Result<String> {
    let mut random = [0_u8; PART_NAME_BYTES];
    getrandom::fill(&mut random).map_err(io::Error::other)?;
    Ok(format!(".paysheet-{}.part", HEXLOWER.encode(&random)))
}

/// Makes a file that did not exist, also not as a link. Only the user can read it, because it names people and their
/// accounts.
fn new_file(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, PART_MODE);
    options.open(path)
}

/// Writes the bytes, and closes the file: it is renamed or deleted next. A file that replaces another one can be read by
/// the same people.
fn write(mut file: File, bytes: &[u8], replaced: Option<&Metadata>) -> io::Result<()> {
    file.write_all(bytes)?;
    if let Some(replaced) = replaced {
        file.set_permissions(replaced.permissions())?;
    }
    file.sync_all()
}

fn refused(path: &Path, error: &io::Error) -> DeskError {
    let file = path.display().to_string();
    let refused = if is_held_elsewhere(error) {
        AppError::FileInUse { file }
    } else if error.kind() == ErrorKind::StorageFull || error.kind() == ErrorKind::QuotaExceeded {
        AppError::SaveDiskFull { file }
    } else {
        AppError::NotWritable { file }
    };
    refused.into()
}

/// Whether another program has the file open. Only Windows denies access to such a file.
pub(crate) fn is_held_elsewhere(error: &io::Error) -> bool {
    cfg!(windows) && error.raw_os_error().is_some_and(|code| HELD_ELSEWHERE.contains(&code))
}

/// Returns a name that is valid on any file system.
pub(crate) fn plain_name(name: &str) -> String {
    let plain: String =
        name.chars().map(|c| if c.is_alphanumeric() || " -_".contains(c) { c } else { ' ' }).collect();
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(unix)]
#[cfg(test)]
mod tests {
    use std::os::unix::fs::{PermissionsExt, symlink};

    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let mut names: Vec<_> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort_unstable();
        names
    }

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).unwrap().permissions().mode() & 0o777
    }

    #[test]
    fn a_new_file_is_the_users_own_and_nothing_stays_beside_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("people.csv");
        save(&path, b"Ada").unwrap();
        assert_eq!((fs::read(&path).unwrap(), mode(&path)), (b"Ada".to_vec(), 0o600));
        assert_eq!(names(folder.path()), ["people.csv"]);
    }

    #[test]
    fn a_replaced_file_keeps_who_may_read_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("people.csv");
        fs::write(&path, "old").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        save(&path, b"new").unwrap();
        assert_eq!((fs::read(&path).unwrap(), mode(&path)), (b"new".to_vec(), 0o640));
    }

    #[test]
    fn a_link_is_replaced_and_what_it_leads_to_stays() {
        let folder = tempfile::tempdir().unwrap();
        let (path, other) = (folder.path().join("people.csv"), folder.path().join("other"));
        fs::write(&other, "mine").unwrap();
        symlink(&other, &path).unwrap();
        save(&path, b"new").unwrap();
        assert_eq!(fs::read_to_string(&other).unwrap(), "mine");
        assert!(fs::symlink_metadata(&path).unwrap().is_file());
    }

    #[test]
    fn a_part_file_is_never_written_through_a_link() {
        let folder = tempfile::tempdir().unwrap();
        let (part, other) = (folder.path().join("part"), folder.path().join("other"));
        fs::write(&other, "mine").unwrap();
        symlink(&other, &part).unwrap();
        assert_eq!(new_file(&part).unwrap_err().kind(), ErrorKind::AlreadyExists);
        assert_eq!(fs::read_to_string(&other).unwrap(), "mine");
        assert_ne!(part_name().unwrap(), part_name().unwrap());
    }
}
