//! Reads files in a separate process. The process is the same program, started again with limits on memory, time and
//! files, without network access and with an almost empty environment. If a parser panics, aborts, hangs or uses too
//! much memory, the user gets one clear error message. A program that reads files calls [`serve_if_asked`] before
//! anything else. The file is written to the standard input of the process, and the result is read from its standard
//! output.

mod confine;
mod end;
mod spare;
#[cfg(test)]
#[cfg(unix)]
mod tests;
mod watch;

use std::{
    env,
    ffi::OsString,
    fs::{self, File},
    io::{self, BufReader, Read},
    path::{Path, PathBuf},
    process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitCode, Stdio},
    sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError},
    thread,
    time::Duration,
};

use paysheet_domain::{BankDirectory, SourceRow};

use self::{
    spare::{SPARE_KEPT, Spare},
    watch::{DYING_GRACE, END_GRACE, Time, Watch, ended},
};
use crate::{
    book::Book,
    cells::SheetCells,
    error::FileError,
    file::SheetFile,
    grid::Grid,
    limits::{FILE_BYTES_MAX, READER_WALL_S},
    mapping::Request,
    open::take_apart,
    preview::FilePreview,
    read::{cells_of_book, preview_book, read_book},
    streaming::{ParseDefaults, StreamingReader},
    wire::{self, Hear, SheetStart},
};

/// Environment variable that is set for the reading process only.
const MARK: &str = "PAYSHEET_READING_PROCESS";
/// Command-line argument of the reading process. A program that does not support it (a test runner) then fails
/// instead of starting normally.
const ARGUMENT: &str = "--reading-process";
/// Environment variables that are passed on: the program may need them to start, for example to find its libraries.
const ENVIRONMENT_KEPT: [&str; 4] =
    ["LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "SystemRoot", "LLVM_PROFILE_FILE"];
/// Environment variables that are set. mimalloc reserves memory in large blocks, which count against the limit, so it
/// is configured to reserve small ones.
const ENVIRONMENT_GIVEN: [(&str, &str); 3] =
    [(MARK, "1"), ("MIMALLOC_ARENA_RESERVE", "64MiB"), ("MIMALLOC_ARENA_EAGER_COMMIT", "0")];
/// Bytes of standard error that are stored. They are used only to infer how the process died.
const COMPLAINT_BYTES_MAX: u64 = 8 * 1024;

/// The program that reads files, and its time limit.
#[derive(Clone, Debug)]
pub struct Worker {
    program: PathBuf,
    arguments: Vec<OsString>,
    limit: Duration,
    spare: Spare,
}

static INSTALLED: OnceLock<Worker> = OnceLock::new();

impl Worker {
    /// Returns a worker that starts this program, which must call [`serve_if_asked`] before anything else.
    ///
    /// # Errors
    /// If the system does not report the path of this program.
    pub fn this_program() -> Result<Self, FileError> {
        Self::this_program_with(&[ARGUMENT])
    }

    /// Returns a worker that starts this program with the given arguments. A test runner passes the name of a test
    /// that calls [`serve_if_asked`].
    ///
    /// # Errors
    /// If the system does not report the path of this program.
    pub fn this_program_with(arguments: &[&str]) -> Result<Self, FileError> {
        let program = env::current_exe().map_err(|_| FileError::ReaderCrashed)?;
        let arguments = arguments.iter().map(OsString::from).collect();
        Ok(Self { program, arguments, limit: Duration::from_secs(READER_WALL_S), spare: Spare::default() })
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
        self.spare.fill(self)?;
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
        Ok(self.read_along(path, request, &|_, _| ())?.0)
    }

    /// Reads a payroll file and calls a function for each row while the rest is still being read. Blocks until it is
    /// done. The results are returned together with the rows of the file.
    ///
    /// # Errors
    /// Those of [`Worker::read`].
    pub fn read_along<T: Send>(
        &self,
        path: &Path,
        request: &Request,
        make: &(dyn Fn(&ParseDefaults, &SourceRow) -> T + Sync),
    ) -> Result<(SheetFile, Vec<T>), FileError> {
        let mut early = StreamingReader::new(request, make);
        let book = self.take_apart(path, &mut |index, start, grid| early.hear(index, start, grid))?;
        let (file, made) = read_book(book, request, early)?;
        Ok((named_after(path, file), made))
    }

    /// Reads a preview of a file, so that the user can map its columns. Blocks until it is done.
    ///
    /// # Errors
    /// If the file is not a spreadsheet or is empty.
    pub fn preview(&self, path: &Path, request: &Request) -> Result<FilePreview, FileError> {
        preview_book(self.take_apart(path, &mut |_, _, _| ())?, request)
    }

    /// Reads the cells of all sheets, whatever they contain. Blocks until it is done.
    ///
    /// # Errors
    /// If the file is not a spreadsheet or is empty.
    pub fn cells(&self, path: &Path) -> Result<Vec<SheetCells>, FileError> {
        cells_of_book(self.take_apart(path, &mut |_, _, _| ())?)
    }

    fn take_apart(&self, path: &Path, hear: Hear<'_>) -> Result<Book, FileError> {
        // A reading process that starts another one would never end.
        if env::var_os(MARK).is_some() {
            return Err(FileError::ReaderCrashed);
        }
        let file = open_within_limit(path)?;
        if let Some(spare) = self.spare.take() {
            let mut heard = false;
            let mut hears = |index, start: &SheetStart, grid: &Grid| {
                heard = true;
                hear(index, start, grid);
            };
            let answer = self.ask(spare, file, &mut hears);
            // If the spare process died while it waited, it has read nothing: the file is not the cause. A new
            // process tries again.
            if heard || !matches!(answer, Err(FileError::ReaderCrashed)) {
                return answer;
            }
            return self.ask(Process::start(self)?, open_within_limit(path)?, hear);
        }
        self.ask(Process::start(self)?, file, hear)
    }

    fn ask(&self, mut process: Process, file: File, hear: Hear<'_>) -> Result<Book, FileError> {
        process.hand_over(file);
        process.answer(self.limit, hear)
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

/// Reads a payroll file like [`read`] and calls `make` for each row meanwhile. Blocks until it is done.
///
/// # Errors
/// Those of [`Worker::read`].
pub fn read_along<T: Send>(
    path: &Path,
    request: impl Into<Request>,
    make: &(dyn Fn(&ParseDefaults, &SourceRow) -> T + Sync),
) -> Result<(SheetFile, Vec<T>), FileError> {
    Worker::installed()?.read_along(path, &request.into(), make)
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

/// Loads what is needed for the first rows while the process starts.
fn make_ready() {
    let _directory = BankDirectory::embedded();
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

/// A reading process. It is ended when the value is dropped.
struct Process {
    child: Arc<Mutex<Child>>,
    input: Option<ChildStdin>,
    output: Option<ChildStdout>,
    complaint: Option<ChildStderr>,
    confined: confine::Hold,
}

impl Process {
    fn start(worker: &Worker) -> Result<Self, FileError> {
        let mut command = Command::new(&worker.program);
        command.args(&worker.arguments).env_clear().envs(ENVIRONMENT_GIVEN);
        command.envs(ENVIRONMENT_KEPT.iter().filter_map(|name| Some((name, env::var_os(name)?))));
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().map_err(|_| FileError::ReaderCrashed)?;
        confine::widen(child.stdout.as_ref());
        let (input, output, complaint) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let child = Arc::new(Mutex::new(child));
        let mut process = Self { child, input, output, complaint, confined: confine::Hold::default() };
        // The limits are set before the process receives a byte of the file. If they cannot be set, the process is
        // ended.
        let confined = confine::hold(&mut locked(&process.child));
        process.confined = confined.map_err(|_| FileError::ReaderCrashed)?;
        Ok(process)
    }

    /// Writes the file to the process from a separate thread, because a process that reads nothing must not block the
    /// caller.
    fn hand_over(&mut self, file: File) {
        let Some(mut input) = self.input.take() else { return };
        // The limit also applies to a file that grows while it is read.
        thread::spawn(move || io::copy(&mut file.take(FILE_BYTES_MAX), &mut input));
    }

    /// Receives the result from the process while the process reads the file.
    fn answer(mut self, limit: Duration, hear: Hear<'_>) -> Result<Book, FileError> {
        let Some(output) = self.output.take() else { return Err(FileError::ReaderCrashed) };
        let complaint = self.complaint.take().map(|from| thread::spawn(move || heard(from)));
        let watch = Watch::start(Arc::clone(&self.child), limit);
        make_ready();
        let mut output = BufReader::with_capacity(256 * 1024, output);
        let answer = wire::read(&mut output, hear);
        if answer.is_ok() {
            // A test runner writes more output after the result.
            let _rest = io::copy(&mut output, &mut io::sink());
        }
        if watch.end() == Time::Up {
            return Err(FileError::ReaderTimeLimit { limit_s: limit.as_secs() });
        }
        let (book, grace) = match answer {
            // If the process reported an error for the file, the error is returned, however the process ends.
            Ok(Err(refused)) => return Err(refused),
            Ok(Ok(book)) => (Some(book), END_GRACE),
            // The output is not a result. There is nothing left to wait for, unless the process is dying.
            Err(_) => (None, DYING_GRACE),
        };
        // The time limit is no longer watched. A process that does not end in time is given up and ended when this
        // value is dropped.
        let status = ended(&self.child, grace).ok_or(FileError::ReaderCrashed)?;
        match book {
            Some(book) if status.success() => Ok(book),
            _ => {
                let complaint = complaint.and_then(|heard| heard.join().ok()).unwrap_or_default();
                Err(end::reason(status, &complaint))
            }
        }
    }
}

fn locked(child: &Mutex<Child>) -> MutexGuard<'_, Child> {
    child.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Drop for Process {
    fn drop(&mut self) {
        let mut child = locked(&self.child);
        // A process that has already ended cannot be killed, and does not need to be.
        let _gone = child.kill();
        let _ended = child.wait();
    }
}

/// Returns the beginning of the process's standard error. The rest is read and discarded, so that the process never
/// blocks on a full pipe.
fn heard(from: ChildStderr) -> String {
    let mut from = from;
    let mut complaint = Vec::new();
    let _kept = from.by_ref().take(COMPLAINT_BYTES_MAX).read_to_end(&mut complaint);
    let _rest = io::copy(&mut from, &mut io::sink());
    String::from_utf8_lossy(&complaint).into_owned()
}

/// Serves as the reading process if this program was started as one, and returns its exit code; otherwise returns
/// none. Call it first: before windows, threads and files.
#[must_use]
pub fn serve_if_asked() -> Option<ExitCode> {
    env::var_os(MARK)?;
    Some(match serve() {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    })
}

fn serve() -> io::Result<()> {
    confine::myself()?;
    let mut bytes = Vec::new();
    io::stdin().lock().read_to_end(&mut bytes)?;
    take_apart(&bytes, io::stdout().lock())
}
