//! The files of the log: the one that is written, and a few full ones. Together they are bounded, whatever is logged how
//! often. No library of our other ones rotates by size.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, Read as _, Seek as _, SeekFrom, Write},
    path::{Path, PathBuf},
};

/// A file of the log that has so many bytes is full. A line is never divided, so it may be a line longer.
pub const LOG_FILE_BYTES_MAX: u64 = 4 * 1024 * 1024;
/// Files of the log that are kept, with the one that is written.
pub const LOG_FILES_KEPT: usize = 8;

const CURRENT: &str = "paysheet.log";
const BEGINNING: &str = "paysheet.";
const ENDING: &str = ".log";

/// Writes the log to the files of a folder.
#[derive(Debug)]
pub struct LogFiles {
    folder: PathBuf,
    /// None until the next line begins or continues one.
    file: Option<File>,
    bytes: u64,
    bytes_max: u64,
    /// From how many bytes on the file is put aside: more than usual after one could not be.
    full_at: u64,
}

impl LogFiles {
    /// Continues the log in this folder, or begins it.
    ///
    /// # Errors
    /// If folder or file cannot be made.
    pub fn open(folder: &Path) -> io::Result<Self> {
        Self::with_limit(folder, LOG_FILE_BYTES_MAX)
    }

    fn with_limit(folder: &Path, bytes_max: u64) -> io::Result<Self> {
        fs::create_dir_all(folder)?;
        let folder = folder.to_owned();
        let mut log = Self { folder, file: None, bytes: 0, bytes_max, full_at: bytes_max };
        log.begin()?;
        Ok(log)
    }

    /// Opens the file that is written.
    fn begin(&mut self) -> io::Result<&mut File> {
        let mut options = OpenOptions::new();
        options.append(true).create(true);
        #[cfg(unix)]
        {
            use std::os::unix::fs::OpenOptionsExt as _;
            options.mode(0o600);
        }
        let file = options.open(self.folder.join(CURRENT))?;
        self.bytes = file.metadata()?.len();
        Ok(self.file.insert(file))
    }

    /// Puts the full file aside. If it cannot be renamed, for example because another program holds it open, the log goes on
    /// in it, and as many bytes later this is tried again. A file that could take the place of all others begins anew: without
    /// that, the log would have no limit.
    fn rotate(&mut self) -> io::Result<()> {
        if self.archive_full().is_ok() {
            self.full_at = self.bytes_max;
            return Ok(());
        }
        let all_bytes_max = self.bytes_max.saturating_mul(LOG_FILES_KEPT as u64);
        self.begin()?;
        // Not through the file that is open: on Windows, one that is open for appending cannot be cut.
        if self.bytes >= all_bytes_max && File::create(self.folder.join(CURRENT)).is_ok() {
            self.bytes = 0;
        }
        self.full_at = self.bytes.saturating_add(self.bytes_max);
        Ok(())
    }

    /// Renames the full file to the next number, and removes the oldest ones.
    fn archive_full(&mut self) -> io::Result<()> {
        // Windows renames no open file.
        self.file = None;
        let full = full_files(&self.folder)?;
        let next = full.last().map_or(1, |(number, _)| number.saturating_add(1));
        fs::rename(self.folder.join(CURRENT), self.folder.join(format!("{BEGINNING}{next:06}{ENDING}")))?;
        self.bytes = 0;
        let surplus = (full.len() + 2).saturating_sub(LOG_FILES_KEPT);
        // One that another program holds open is removed the next time.
        full.iter().take(surplus).for_each(|(_, path)| drop(fs::remove_file(path)));
        Ok(())
    }
}

impl Write for LogFiles {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        if self.bytes >= self.full_at {
            self.rotate()?;
        }
        let file = match &mut self.file {
            Some(file) => file,
            None => self.begin()?,
        };
        let written = file.write(line)?;
        self.bytes = self.bytes.saturating_add(written as u64);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.as_mut().map_or(Ok(()), File::flush)
    }
}

/// Returns the full files with their numbers, the oldest first. One without a number counts as the oldest.
fn full_files(folder: &Path) -> io::Result<Vec<(u64, PathBuf)>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let number = name.strip_prefix(BEGINNING).and_then(|rest| rest.strip_suffix(ENDING));
        if let Some(number) = number.filter(|_| name != CURRENT) {
            files.push((number.parse().unwrap_or(0), path));
        }
    }
    files.sort_unstable();
    Ok(files)
}

/// Returns the end of the log, across its files.
///
/// # Errors
/// If a file cannot be read.
pub(crate) fn log_end(folder: &Path, bytes_max: u64) -> io::Result<String> {
    let mut files: Vec<PathBuf> = full_files(folder)?.into_iter().map(|(_, path)| path).collect();
    files.extend(Some(folder.join(CURRENT)).filter(|current| current.exists()));
    let (mut parts, mut left) = (Vec::new(), bytes_max);
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

    const LINE: &[u8] = b"a line of the log\n";
    const LINES_PER_FILE: usize = 3;

    fn write_lines(log: &mut LogFiles, lines: usize) {
        for number in 0..lines {
            writeln!(log, "{number:017}").unwrap();
        }
    }

    fn log_in(folder: &Path) -> LogFiles {
        LogFiles::with_limit(folder, (LINES_PER_FILE * LINE.len()) as u64).unwrap()
    }

    #[test]
    fn no_file_grows_beyond_its_limit_and_the_oldest_are_removed() {
        let folder = tempfile::tempdir().unwrap();
        let lines = LINES_PER_FILE * LOG_FILES_KEPT * 3;
        write_lines(&mut log_in(folder.path()), lines);
        let files: Vec<_> = fs::read_dir(folder.path()).unwrap().map(|file| file.unwrap()).collect();
        assert_eq!(files.len(), LOG_FILES_KEPT);
        for file in files {
            assert!(file.metadata().unwrap().len() <= (LINES_PER_FILE * LINE.len()) as u64);
        }
        let text = log_end(folder.path(), u64::MAX).unwrap();
        let numbers: Vec<usize> = text.lines().map(|line| line.parse().unwrap()).collect();
        let expected: Vec<usize> = (lines - LINES_PER_FILE * LOG_FILES_KEPT..lines).collect();
        assert_eq!(numbers, expected, "the newest lines, in order");
    }

    #[test]
    fn the_log_is_continued_after_a_restart() {
        let folder = tempfile::tempdir().unwrap();
        for _ in 0..2 {
            log_in(folder.path()).write_all(LINE).unwrap();
        }
        assert_eq!(fs::read(folder.path().join(CURRENT)).unwrap(), LINE.repeat(2));
    }

    #[test]
    fn files_of_earlier_versions_are_the_oldest_and_are_removed_first() {
        let folder = tempfile::tempdir().unwrap();
        for day in 1..=LOG_FILES_KEPT {
            fs::write(folder.path().join(format!("paysheet.2026-11-{day:02}.log")), "older\n").unwrap();
        }
        write_lines(&mut log_in(folder.path()), LINES_PER_FILE + 1);
        let files = fs::read_dir(folder.path()).unwrap().count();
        assert_eq!(files, LOG_FILES_KEPT);
        assert!(log_end(folder.path(), u64::MAX).unwrap().starts_with("older\n"));
    }

    /// The highest number is taken by something that no file can replace, so that none can be put aside any more.
    fn take_the_last_number(folder: &Path) -> PathBuf {
        let taken = folder.join(format!("{BEGINNING}{}{ENDING}", u64::MAX));
        fs::create_dir(&taken).unwrap();
        taken
    }

    #[test]
    fn the_log_goes_on_in_a_full_file_that_cannot_be_put_aside() {
        let folder = tempfile::tempdir().unwrap();
        let taken = take_the_last_number(folder.path());
        let mut log = log_in(folder.path());
        let lines = LINES_PER_FILE * 2 + 1;
        write_lines(&mut log, lines);
        let text = fs::read_to_string(folder.path().join(CURRENT)).unwrap();
        let numbers: Vec<usize> = text.lines().map(|line| line.parse().unwrap()).collect();
        assert_eq!(numbers, Vec::from_iter(0..lines), "every line is there");

        fs::remove_dir(taken).unwrap();
        write_lines(&mut log, LINES_PER_FILE);
        let files = full_files(folder.path()).unwrap();
        assert_eq!(files.len(), 1, "it is put aside as soon as that is possible");
        assert!(fs::metadata(folder.path().join(CURRENT)).unwrap().len() < text.len() as u64);
    }

    #[test]
    fn a_file_that_can_never_be_put_aside_is_bounded() {
        let folder = tempfile::tempdir().unwrap();
        take_the_last_number(folder.path());
        let lines = LINES_PER_FILE * LOG_FILES_KEPT * 3;
        let mut log = log_in(folder.path());
        for number in 0..lines {
            writeln!(log, "{number:017}").unwrap();
            let bytes = fs::metadata(folder.path().join(CURRENT)).unwrap().len();
            assert!(bytes <= (LINES_PER_FILE * LOG_FILES_KEPT * LINE.len()) as u64);
        }
        let text = fs::read_to_string(folder.path().join(CURRENT)).unwrap();
        assert!(text.ends_with(&format!("{:017}\n", lines - 1)), "the newest line is there");
    }

    /// A user who needs the space deletes it while Paysheet runs.
    #[cfg(unix)]
    #[test]
    fn the_log_goes_on_after_its_full_file_was_deleted() {
        let folder = tempfile::tempdir().unwrap();
        let mut log = log_in(folder.path());
        write_lines(&mut log, LINES_PER_FILE);
        fs::remove_file(folder.path().join(CURRENT)).unwrap();
        write_lines(&mut log, LINES_PER_FILE + 1);
        assert_eq!(full_files(folder.path()).unwrap().len(), 1);
        assert_eq!(fs::read(folder.path().join(CURRENT)).unwrap().len(), LINE.len());
    }

    #[test]
    fn the_newest_lines_are_at_the_end_and_no_more_than_fit() {
        let folder = tempfile::tempdir().unwrap();
        write_lines(&mut log_in(folder.path()), LINES_PER_FILE + 1);
        let end = log_end(folder.path(), 2 * LINE.len() as u64).unwrap();
        assert_eq!(end, format!("{:017}\n{:017}\n", LINES_PER_FILE - 1, LINES_PER_FILE));
        assert!(log_end(&folder.path().join("missing"), 1).is_err());
    }
}
