//! Files are read in a process of their own: the same program, started anew, with limits on memory, time and
//! files, without the network and with nothing in its environment. A parser that panics, aborts, hangs or eats
//! memory costs the user one clear message. A program whose files are to be read calls [`serve_if_asked`] first
//! of all; the file goes in on standard input, the result comes out on standard output.

mod confine;
mod end;

use std::{
    env,
    ffi::OsString,
    fs::File,
    io::{self, BufReader, BufWriter, Read, Write},
    path::{Path, PathBuf},
    process::{Child, ChildStderr, ChildStdin, Command, ExitCode, Stdio},
    sync::{OnceLock, mpsc},
    thread,
    time::Duration,
};

use serde::{Deserialize, Serialize};

use crate::{
    cells::SheetCells,
    error::FileError,
    file::SheetFile,
    limits::{FILE_BYTES_MAX, READER_WALL_S},
    look::Look,
    mapping::Request,
    read::{cells_bytes, look_bytes, read_bytes_as},
    wire::{self, Answer},
};

/// Set for the reading process, and only for it.
const MARK: &str = "PAYSHEET_READING_PROCESS";
/// Said to a program of ours, so that one that is not meant to read (a test's) refuses instead of starting.
const ARGUMENT: &str = "--reading-process";
/// What a program of ours may need to start at all: where its libraries are.
const ENVIRONMENT_KEPT: [&str; 4] =
    ["LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "SystemRoot", "LLVM_PROFILE_FILE"];
/// Kept of what the process says on standard error; only the way it died is told by it.
const COMPLAINT_BYTES_MAX: u64 = 8 * 1024;
/// The longest request: remembered layouts, most of it.
const REQUEST_BYTES_MAX: u64 = 16 * 1024 * 1024;

/// What is asked of the reading process, before the file's bytes.
#[derive(Debug, Serialize, Deserialize)]
struct Asked {
    what: What,
    request: Request,
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
enum What {
    Rows,
    Look,
    Cells,
}

/// The program that reads, and how long it may.
#[derive(Clone, Debug)]
pub struct Worker {
    program: PathBuf,
    arguments: Vec<OsString>,
    limit: Duration,
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
        Ok(Self { program, arguments, limit: Duration::from_secs(READER_WALL_S) })
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

    fn installed() -> Result<Self, FileError> {
        INSTALLED.get().cloned().map_or_else(Self::this_program, Ok)
    }

    /// Reads a payroll file. Blocks while it does.
    ///
    /// # Errors
    /// Where no row can be read at all; what is wrong with rows is no error.
    pub fn read(&self, path: &Path, request: &Request) -> Result<SheetFile, FileError> {
        match self.ask(path, What::Rows, request)? {
            Answer::File(file) => Ok(named_after(path, *file)),
            Answer::Refused(error) => Err(error),
            Answer::Look(_) | Answer::Cells(_) => Err(FileError::ReaderCrashed),
        }
    }

    /// Looks at a file, for the user to say what its columns hold. Blocks while it does.
    ///
    /// # Errors
    /// Where it is no spreadsheet or has nothing in it.
    pub fn look(&self, path: &Path, request: &Request) -> Result<Look, FileError> {
        match self.ask(path, What::Look, request)? {
            Answer::Look(look) => Ok(*look),
            Answer::Refused(error) => Err(error),
            Answer::File(_) | Answer::Cells(_) => Err(FileError::ReaderCrashed),
        }
    }

    /// Reads the cells of all sheets, whatever they hold. Blocks while it does.
    ///
    /// # Errors
    /// Where it is no spreadsheet or has nothing in it.
    pub fn cells(&self, path: &Path) -> Result<Vec<SheetCells>, FileError> {
        match self.ask(path, What::Cells, &Request::default())? {
            Answer::Cells(sheets) => Ok(sheets),
            Answer::Refused(error) => Err(error),
            Answer::File(_) | Answer::Look(_) => Err(FileError::ReaderCrashed),
        }
    }

    fn ask(&self, path: &Path, what: What, request: &Request) -> Result<Answer, FileError> {
        // A reading process that reads through another would never end.
        if env::var_os(MARK).is_some() {
            return Err(FileError::ReaderCrashed);
        }
        let file = open_within_limit(path)?;
        let asked = serde_json::to_vec(&Asked { what, request: request.clone() });
        let asked = asked.map_err(|_| FileError::ReaderCrashed)?;
        let mut process = Process::start(self)?;
        process.hand_over(asked, file);
        process.answer(self.limit)
    }
}

/// Reads a payroll file in the installed worker, else in this program started anew. Blocks while it does.
///
/// # Errors
/// Those of [`Worker::read`].
pub fn read(path: &Path, request: impl Into<Request>) -> Result<SheetFile, FileError> {
    Worker::installed()?.read(path, &request.into())
}

/// Looks at a file in the installed worker, else in this program started anew. Blocks while it does.
///
/// # Errors
/// Those of [`Worker::look`].
pub fn look(path: &Path, request: impl Into<Request>) -> Result<Look, FileError> {
    Worker::installed()?.look(path, &request.into())
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

fn open_within_limit(path: &Path) -> Result<File, FileError> {
    let file = File::open(path).map_err(|_| FileError::FileUnreadable)?;
    let facts = file.metadata().map_err(|_| FileError::FileUnreadable)?;
    if !facts.is_file() {
        return Err(FileError::FileUnreadable);
    }
    if facts.len() > FILE_BYTES_MAX {
        return Err(FileError::FileTooLarge { bytes: facts.len(), limit: FILE_BYTES_MAX });
    }
    Ok(file)
}

/// A reading process; it ends with the value that stands for it.
struct Process {
    child: Child,
    input: Option<ChildStdin>,
    complaint: Option<ChildStderr>,
    confined: confine::Hold,
}

impl Process {
    fn start(worker: &Worker) -> Result<Self, FileError> {
        let mut command = Command::new(&worker.program);
        command.args(&worker.arguments).env_clear().env(MARK, "1");
        command.envs(ENVIRONMENT_KEPT.iter().filter_map(|name| Some((name, env::var_os(name)?))));
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().map_err(|_| FileError::ReaderCrashed)?;
        let (input, complaint) = (child.stdin.take(), child.stderr.take());
        let mut process = Self { child, input, complaint, confined: confine::Hold::default() };
        // Before it has a byte of the file; one that cannot be held is ended.
        process.confined = confine::hold(&mut process.child).map_err(|_| FileError::ReaderCrashed)?;
        Ok(process)
    }

    /// Writes request and file from a thread of its own: a process that reads nothing must not hold us up.
    fn hand_over(&mut self, asked: Vec<u8>, file: File) {
        let Some(mut input) = self.input.take() else { return };
        thread::spawn(move || -> io::Result<()> {
            let size = u64::try_from(asked.len()).unwrap_or(u64::MAX);
            input.write_all(&size.to_le_bytes())?;
            input.write_all(&asked)?;
            // A file that grows while it is read stays within the limit.
            io::copy(&mut file.take(FILE_BYTES_MAX), &mut input)?;
            Ok(())
        });
    }

    fn answer(mut self, limit: Duration) -> Result<Answer, FileError> {
        let Some(output) = self.child.stdout.take() else { return Err(FileError::ReaderCrashed) };
        let complaint = self.complaint.take().map(|from| thread::spawn(move || heard(from)));
        let (hand, answers) = mpsc::channel();
        thread::spawn(move || {
            let mut output = BufReader::with_capacity(256 * 1024, output);
            // Nobody waits any more where the time was up.
            let _late = hand.send(wire::read(&mut output));
            // A test runner goes on talking.
            let _rest = io::copy(&mut output, &mut io::sink());
        });
        let answer = match answers.recv_timeout(limit) {
            Ok(Ok(answer)) => Some(answer),
            Ok(Err(_)) => None,
            Err(_) => return Err(FileError::ReaderTimeLimit { limit_s: limit.as_secs() }),
        };
        if answer.is_none() {
            // What it says is no result: there is nothing left to wait for, unless it is dying.
            thread::sleep(GRACE);
            let dead = matches!(self.child.try_wait(), Ok(Some(_)));
            if !dead {
                return Err(FileError::ReaderCrashed);
            }
        }
        let status = self.child.wait().map_err(|_| FileError::ReaderCrashed)?;
        match answer {
            Some(answer) if status.success() => Ok(answer),
            _ => {
                let complaint = complaint.and_then(|heard| heard.join().ok()).unwrap_or_default();
                Err(end::reason(status, &complaint))
            }
        }
    }
}

/// How long a process may take to be gone after its output ended.
const GRACE: Duration = Duration::from_millis(200);

impl Drop for Process {
    fn drop(&mut self) {
        // One that is gone already cannot be killed, and need not be.
        let _gone = self.child.kill();
        let _ended = self.child.wait();
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
    let mut input = io::stdin().lock();
    let mut size = [0; 8];
    input.read_exact(&mut size)?;
    let size = u64::from_le_bytes(size).min(REQUEST_BYTES_MAX);
    let mut asked = Vec::new();
    input.by_ref().take(size).read_to_end(&mut asked)?;
    let Asked { what, request } = serde_json::from_slice(&asked)?;
    let mut bytes = Vec::new();
    input.read_to_end(&mut bytes)?;
    let answer = match what {
        What::Rows => read_bytes_as(&bytes, &request).map(|file| Answer::File(Box::new(file))),
        What::Look => look_bytes(&bytes, &request).map(|look| Answer::Look(Box::new(look))),
        What::Cells => cells_bytes(&bytes).map(Answer::Cells),
    };
    drop(bytes);
    let mut out = BufWriter::with_capacity(256 * 1024, io::stdout().lock());
    wire::write(&mut out, answer.unwrap_or_else(Answer::Refused))
}
