//! Diagnostics of the running program: the end of its log, and its versions. The desk writes them beside its own figures.

use std::{
    fs::{self, File},
    io::{self, Read as _, Seek as _, SeekFrom},
    path::{Path, PathBuf},
};

use paysheet_desk::{Desk, ProgramFacts};

use crate::{
    app_state::AppState,
    chosen_files::{ChosenFile, FileHandle},
    error::CommandResult,
    saved_file::SavedFile,
};

/// Most bytes of the log in the diagnostics: what can still be read, and sent by e-mail.
const LOG_BYTES_MAX: u64 = 512 * 1024;

impl AppState {
    /// Writes the diagnostics where the user chose.
    ///
    /// # Errors
    /// Those of [`Self::save`] and of `Desk::export_diagnostics`.
    pub async fn export_diagnostics(&self, file: &FileHandle) -> CommandResult<ChosenFile> {
        let log =
            log_end(&self.paths.log()).unwrap_or_else(|error| format!("The log cannot be read: {error}"));
        let program = ProgramFacts {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            system: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
            log,
        };
        let write = |desk: Desk, path: PathBuf| async move { desk.export_diagnostics(program, &path).await };
        self.save(file, SavedFile::Diagnostics, write).await
    }
}

/// Returns the end of the log, across its files, whose names sort by day.
fn log_end(folder: &Path) -> io::Result<String> {
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>()?;
    files.sort_unstable();
    let (mut parts, mut left) = (Vec::new(), LOG_BYTES_MAX);
    for path in files.iter().rev() {
        let part = end_of(path, left)?;
        left -= part.len() as u64;
        parts.push(part);
        if left == 0 {
            break;
        }
    }
    parts.reverse();
    Ok(String::from_utf8_lossy(&parts.concat()).into_owned())
}

/// Returns at most so many bytes from the end of a file.
fn end_of(path: &Path, bytes_max: u64) -> io::Result<Vec<u8>> {
    let mut file = File::open(path)?;
    let length = file.metadata()?.len();
    file.seek(SeekFrom::Start(length.saturating_sub(bytes_max)))?;
    let mut end = Vec::new();
    file.take(bytes_max).read_to_end(&mut end)?;
    Ok(end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_lines_are_at_the_end_and_no_more_than_fit() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
        write("paysheet.2026-11-23.log", "older\n");
        write("paysheet.2026-11-24.log", "newer\n");
        assert_eq!(log_end(folder.path()).unwrap(), "older\nnewer\n");
        let long = "x".repeat(usize::try_from(LOG_BYTES_MAX).unwrap());
        write("paysheet.2026-11-25.log", &format!("cut{long}"));
        assert_eq!(log_end(folder.path()).unwrap(), long);
        assert!(log_end(&folder.path().join("missing")).is_err());
    }
}
