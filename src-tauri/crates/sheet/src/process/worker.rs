//! The worker: reads a file in a separate process, with the program and the time limit that were installed.

use std::{
    env,
    ffi::OsString,
    fs::{self, File},
    path::Path,
    sync::OnceLock,
    thread,
    time::Duration,
};

use super::{
    child::{MARK, Process, Program, make_ready},
    spare::{SPARE_KEPT, Spare},
    wire::OnArrival,
};
use crate::{
    error::FileError,
    extract::{
        payroll::{cells_of_book, preview_book, read_book},
        streaming::StreamingReader,
    },
    formats::{Arrived, Book, Content},
    limits::{FILE_BYTES_MAX, READER_WALL_S},
    lists,
    model::{FilePreview, ListPreview, ListRequest, RecordList, Request, SheetCells, SheetFile},
};

/// Command-line argument of the reading process. A program that does not support it (a test runner) then fails
/// instead of starting normally.
const ARGUMENT: &str = "--reading-process";
/// The program that reads files, and its time limit.
#[derive(Clone, Debug)]
pub struct Worker {
    pub(super) program: Program,
    pub(super) limit: Duration,
    pub(super) spare: Spare,
}

static INSTALLED: OnceLock<Worker> = OnceLock::new();

impl Worker {
    /// Returns a worker that starts this program, which must call `serve_if_asked` before anything else.
    ///
    /// # Errors
    /// If the system does not report the path of this program.
    pub fn this_program() -> Result<Self, FileError> {
        Self::this_program_with(&[ARGUMENT])
    }

    /// Returns a worker that starts this program with the given arguments. A test runner passes the name of a test
    /// that calls `serve_if_asked`.
    ///
    /// # Errors
    /// If the system does not report the path of this program.
    pub fn this_program_with(arguments: &[&str]) -> Result<Self, FileError> {
        let path = env::current_exe().map_err(|_| FileError::ReaderCrashed)?;
        let arguments = arguments.iter().map(OsString::from).collect();
        let program = Program { path, arguments };
        Ok(Self { program, limit: Duration::from_secs(READER_WALL_S), spare: Spare::default() })
    }

    /// Returns the same worker with a shorter time limit, for tests of the limit.
    #[must_use]
    pub fn limited_to(self, limit: Duration) -> Self {
        Self { limit, ..self }
    }

    /// Makes this worker the one that [`read`] and [`preview_file`] use. If a worker is already installed, it stays.
    pub fn install(self) {
        let _stays = INSTALLED.set(self);
    }

    fn installed() -> Result<&'static Self, FileError> {
        match INSTALLED.get() {
            Some(worker) => Ok(worker),
            None => {
                let this = Self::this_program()?;
                Ok(INSTALLED.get_or_init(|| this))
            }
        }
    }

    /// Starts the process for the next file in advance, so that reading does not wait for the start.
    ///
    /// # Errors
    /// If the process cannot be started; reading the next file then tries again.
    pub fn prepare(&self) -> Result<(), FileError> {
        self.spare.fill(&self.program)?;
        make_ready();
        let spare = self.spare.clone();
        thread::spawn(move || {
            thread::sleep(SPARE_KEPT);
            spare.let_go_unused();
        });
        Ok(())
    }

    /// Reads a payroll file. Blocks until it is done.
    ///
    /// # Errors
    /// If no row can be read at all. Problems with single rows are not errors.
    pub fn read(&self, path: &Path, request: &Request) -> Result<SheetFile, FileError> {
        let mut early = StreamingReader::new(request);
        let book = self.parse(path, &mut |arrived| early.read(arrived))?;
        Ok(named_after(path, read_book(book, request, early)?))
    }

    /// Reads a preview of a file, so that the user can map its columns. Blocks until it is done.
    ///
    /// # Errors
    /// If the file is not a spreadsheet or is empty.
    pub fn preview(&self, path: &Path, request: &Request) -> Result<FilePreview, FileError> {
        preview_book(self.parse(path, &mut |_| ())?, request)
    }

    /// Reads the cells of all sheets, whatever they contain. Blocks until it is done.
    ///
    /// # Errors
    /// If the file is not a spreadsheet or is empty.
    pub fn cells(&self, path: &Path) -> Result<Vec<SheetCells>, FileError> {
        cells_of_book(self.parse(path, &mut |_| ())?)
    }

    /// Reads a list of results or a statement. Blocks until it is done.
    ///
    /// # Errors
    /// If the file has no records and no table of results.
    pub fn list(&self, path: &Path, request: &ListRequest) -> Result<RecordList, FileError> {
        lists::read_book(self.parse_list(path)?, request)
    }

    /// Reads a preview of a list of results or a statement, so that the user can say what its columns hold. Blocks until
    /// it is done.
    ///
    /// # Errors
    /// If the file has no table with something to choose from.
    pub fn preview_list(&self, path: &Path, request: &ListRequest) -> Result<ListPreview, FileError> {
        lists::preview_book(self.parse_list(path)?, request)
    }

    fn parse_list(&self, path: &Path) -> Result<Book, FileError> {
        require_no_reading_process()?;
        let file = open_within_limit(path)?;
        let process = Process::start(&self.program, Content::Records)?;
        self.ask(process, file, &mut |_| ())
    }

    fn parse(&self, path: &Path, on_arrival: OnArrival<'_>) -> Result<Book, FileError> {
        require_no_reading_process()?;
        let file = open_within_limit(path)?;
        if let Some(spare) = self.spare.take() {
            let mut arrived = false;
            let mut noting = |part: Arrived<'_>| {
                arrived = true;
                on_arrival(part);
            };
            let answer = self.ask(spare, file, &mut noting);
            // If the spare process died while it waited, it has read nothing: the file is not the cause. A new
            // process tries again.
            if arrived || !matches!(answer, Err(FileError::ReaderCrashed)) {
                return answer;
            }
            return self.ask(
                Process::start(&self.program, Content::Tables)?,
                open_within_limit(path)?,
                on_arrival,
            );
        }
        self.ask(Process::start(&self.program, Content::Tables)?, file, on_arrival)
    }

    fn ask(&self, mut process: Process, file: File, on_arrival: OnArrival<'_>) -> Result<Book, FileError> {
        process.hand_over(file);
        process.answer(self.limit, on_arrival)
    }
}

/// Reads a payroll file with the installed worker, otherwise with this program started again. Blocks until it is
/// done.
///
/// # Errors
/// Those of [`Worker::read`].
pub fn read(path: &Path, request: impl Into<Request>) -> Result<SheetFile, FileError> {
    Worker::installed()?.read(path, &request.into())
}

/// Reads a preview of a file with the installed worker, otherwise with this program started again. Blocks until it is
/// done.
///
/// # Errors
/// Those of [`Worker::preview`].
pub fn preview_file(path: &Path, request: impl Into<Request>) -> Result<FilePreview, FileError> {
    Worker::installed()?.preview(path, &request.into())
}

/// Reads the cells of all sheets with the installed worker, otherwise with this program started again. Blocks until
/// it is done.
///
/// # Errors
/// Those of [`Worker::cells`].
pub fn cells(path: &Path) -> Result<Vec<SheetCells>, FileError> {
    Worker::installed()?.cells(path)
}

/// Reads a list of results or a statement with the installed worker, otherwise with this program started again. Blocks
/// until it is done.
///
/// # Errors
/// Those of [`Worker::list`].
pub fn read_list(path: &Path, request: &ListRequest) -> Result<RecordList, FileError> {
    Worker::installed()?.list(path, request)
}

/// Reads a preview of a list with the installed worker, otherwise with this program started again. Blocks until it is
/// done.
///
/// # Errors
/// Those of [`Worker::preview_list`].
pub fn preview_list(path: &Path, request: &ListRequest) -> Result<ListPreview, FileError> {
    Worker::installed()?.preview_list(path, request)
}

/// A reading process that starts another one would never end.
fn require_no_reading_process() -> Result<(), FileError> {
    if env::var_os(MARK).is_some() { Err(FileError::ReaderCrashed) } else { Ok(()) }
}

/// Names the sheet of a text file after the file, because a text file has no sheet names.
fn named_after(path: &Path, mut file: SheetFile) -> SheetFile {
    if file.sheet.is_empty() {
        file.sheet = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        file.sheets.iter_mut().for_each(|sheet| sheet.name.clone_from(&file.sheet));
    }
    file
}

/// Starts the process for the next file in advance, with the installed worker or with this program.
///
/// # Errors
/// Those of [`Worker::prepare`].
pub fn prepare() -> Result<(), FileError> {
    Worker::installed()?.prepare()
}

fn open_within_limit(path: &Path) -> Result<File, FileError> {
    // Opening a named pipe would block until its other end is opened.
    if !fs::metadata(path).is_ok_and(|facts| facts.is_file()) {
        return Err(FileError::FileUnreadable);
    }
    let file = File::open(path).map_err(|_| FileError::FileUnreadable)?;
    let facts = file.metadata().map_err(|_| FileError::FileUnreadable)?;
    if facts.len() > FILE_BYTES_MAX {
        return Err(FileError::FileTooLarge { bytes: facts.len(), limit: FILE_BYTES_MAX });
    }
    Ok(file)
}
