//! Files are read in a process of their own: the same program, started anew, with limits on memory, time and
//! files, without the network and with nothing in its environment. A parser that panics, aborts, hangs or eats
//! memory costs the user one clear message. A program whose files are to be read calls [`serve_if_asked`] first
//! of all; the file goes in on standard input, the result comes out on standard output.

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

/// Set for the reading process, and only for it.
const MARK: &str = "PAYSHEET_READING_PROCESS";
/// Said to a program of ours, so that one that is not meant to read (a test's) refuses instead of starting.
const ARGUMENT: &str = "--reading-process";
/// What a program of ours may need to start at all: where its libraries are.
const ENVIRONMENT_KEPT: [&str; 4] =
    ["LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "SystemRoot", "LLVM_PROFILE_FILE"];
/// An allocator that takes its room in large pieces is told to take small ones: they count against the limit.
const ENVIRONMENT_GIVEN: [(&str, &str); 3] =
    [(MARK, "1"), ("MIMALLOC_ARENA_RESERVE", "64MiB"), ("MIMALLOC_ARENA_EAGER_COMMIT", "0")];
/// Kept of what the process says on standard error; only the way it died is told by it.
const COMPLAINT_BYTES_MAX: u64 = 8 * 1024;

/// The program that reads, and how long it may.
#[derive(Clone, Debug)]
pub struct Worker {
    program: PathBuf,
    arguments: Vec<OsString>,
    limit: Duration,
    spare: Spare,
}

static INSTALLED: OnceLock<Worker> = OnceLock::new();

impl Worker {
    /// This program, which must call [`serve_if_asked`] before anything else.
    ///
    /// # Errors
    /// Where the system does not tell which program this is.
    pub fn this_program() -> Result<Self, FileError> {
        Self::this_program_with(&[ARGUMENT])
    }

    /// This program with arguments of its own: for test runners, a test that calls [`serve_if_asked`].
    ///
    /// # Errors
    /// Where the system does not tell which program this is.
    pub fn this_program_with(arguments: &[&str]) -> Result<Self, FileError> {
        let program = env::current_exe().map_err(|_| FileError::ReaderCrashed)?;
        let arguments = arguments.iter().map(OsString::from).collect();
        Ok(Self { program, arguments, limit: Duration::from_secs(READER_WALL_S), spare: Spare::default() })
    }

    /// The same worker with less time, for tests of what happens then.
    #[must_use]
    pub fn limited_to(self, limit: Duration) -> Self {
        Self { limit, ..self }
    }

    /// Makes this the worker of [`read`] and [`look`]; the first one stays.
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

    /// Starts the process that will read the next file, so that the file does not wait for it.
    ///
    /// # Errors
    /// Where it cannot be started; the next file then tries again.
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

    /// Reads a payroll file. Blocks while it does.
    ///
    /// # Errors
    /// Where no row can be read at all; what is wrong with rows is no error.
    pub fn read(&self, path: &Path, request: &Request) -> Result<SheetFile, FileError> {
        Ok(self.read_along(path, request, &|_, _| ())?.0)
    }

    /// Reads a payroll file and makes something of each row, while the rest is still being read. Blocks while it
    /// does. What is made stands beside the rows of the file.
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

    /// Looks at a file, for the user to say what its columns hold. Blocks while it does.
    ///
    /// # Errors
    /// Where it is no spreadsheet or has nothing in it.
    pub fn preview(&self, path: &Path, request: &Request) -> Result<FilePreview, FileError> {
        preview_book(self.take_apart(path, &mut |_, _, _| ())?, request)
    }

    /// Reads the cells of all sheets, whatever they hold. Blocks while it does.
    ///
    /// # Errors
    /// Where it is no spreadsheet or has nothing in it.
    pub fn cells(&self, path: &Path) -> Result<Vec<SheetCells>, FileError> {
        cells_of_book(self.take_apart(path, &mut |_, _, _| ())?)
    }

    fn take_apart(&self, path: &Path, hear: Hear<'_>) -> Result<Book, FileError> {
        // A reading process that reads through another would never end.
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
            // One that died while it waited has read nothing: the file is not to blame.
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

/// Reads a payroll file in the installed worker, else in this program started anew. Blocks while it does.
///
/// # Errors
/// Those of [`Worker::read`].
pub fn read(path: &Path, request: impl Into<Request>) -> Result<SheetFile, FileError> {
    Worker::installed()?.read(path, &request.into())
}

/// Reads a payroll file like [`read`], and makes something of each row meanwhile. Blocks while it does.
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

/// Looks at a file in the installed worker, else in this program started anew. Blocks while it does.
///
/// # Errors
/// Those of [`Worker::look`].
pub fn preview_file(path: &Path, request: impl Into<Request>) -> Result<FilePreview, FileError> {
    Worker::installed()?.preview(path, &request.into())
}

/// Reads the cells of all sheets in the installed worker, else in this program started anew. Blocks while it does.
///
/// # Errors
/// Those of [`Worker::cells`].
pub fn cells(path: &Path) -> Result<Vec<SheetCells>, FileError> {
    Worker::installed()?.cells(path)
}

/// A text file has no sheets to name; its own name says as much.
fn named_after(path: &Path, mut file: SheetFile) -> SheetFile {
    if file.sheet.is_empty() {
        file.sheet = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        file.sheets.iter_mut().for_each(|sheet| sheet.name.clone_from(&file.sheet));
    }
    file
}

/// Starts the process that will read the next file, of the installed worker or of this program.
///
/// # Errors
/// Those of [`Worker::prepare`].
pub fn prepare() -> Result<(), FileError> {
    Worker::installed()?.prepare()
}

/// What is needed as soon as the first rows come is made while the process starts.
fn make_ready() {
    let _directory = BankDirectory::embedded();
}

fn open_within_limit(path: &Path) -> Result<File, FileError> {
    // A pipe would keep whoever opens it waiting for its other end.
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

/// A reading process; it ends with the value that stands for it.
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
        // Before it has a byte of the file; one that cannot be held is ended.
        let confined = confine::hold(&mut locked(&process.child));
        process.confined = confined.map_err(|_| FileError::ReaderCrashed)?;
        Ok(process)
    }

    /// Writes the file from a thread of its own: a process that reads nothing must not hold us up.
    fn hand_over(&mut self, file: File) {
        let Some(mut input) = self.input.take() else { return };
        // A file that grows while it is read stays within the limit.
        thread::spawn(move || io::copy(&mut file.take(FILE_BYTES_MAX), &mut input));
    }

    /// Takes in the file while the process reads it.
    fn answer(mut self, limit: Duration, hear: Hear<'_>) -> Result<Book, FileError> {
        let Some(output) = self.output.take() else { return Err(FileError::ReaderCrashed) };
        let complaint = self.complaint.take().map(|from| thread::spawn(move || heard(from)));
        let watch = Watch::start(Arc::clone(&self.child), limit);
        make_ready();
        let mut output = BufReader::with_capacity(256 * 1024, output);
        let answer = wire::read(&mut output, hear);
        if answer.is_ok() {
            // A test runner goes on talking.
            let _rest = io::copy(&mut output, &mut io::sink());
        }
        if watch.end() == Time::Up {
            return Err(FileError::ReaderTimeLimit { limit_s: limit.as_secs() });
        }
        let (book, grace) = match answer {
            // Refused is refused, however the process ends.
            Ok(Err(refused)) => return Err(refused),
            Ok(Ok(book)) => (Some(book), END_GRACE),
            // What it says is no result: there is nothing left to wait for, unless it is dying.
            Err(_) => (None, DYING_GRACE),
        };
        // Nobody watches the time any more: one that stays is given up, and ended with this value.
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
        // One that is gone already cannot be killed, and need not be.
        let _gone = child.kill();
        let _ended = child.wait();
    }
}

/// The beginning of what a process says; the rest is read too, so that it is never held up.
fn heard(from: ChildStderr) -> String {
    let mut from = from;
    let mut complaint = Vec::new();
    let _kept = from.by_ref().take(COMPLAINT_BYTES_MAX).read_to_end(&mut complaint);
    let _rest = io::copy(&mut from, &mut io::sink());
    String::from_utf8_lossy(&complaint).into_owned()
}

/// Serves as the reading process where this program was started as one, and says how to end; none where it was
/// not. Call it first: before windows, threads and files.
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
