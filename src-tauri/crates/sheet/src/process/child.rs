//! One reading process: it is started within its limits, receives a file, and returns the parsed cells.

use std::{
    env,
    ffi::OsString,
    fs::File,
    io::{self, BufReader, Read},
    path::PathBuf,
    process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, Stdio},
    sync::{Arc, Mutex},
    thread,
    time::Duration,
};

use paysheet_domain::BankDirectory;

use super::{
    confinement, end,
    watch::{DYING_GRACE, END_GRACE, Time, Watch, ended, locked},
    wire::{self, OnArrival},
};
use crate::{
    detect,
    error::FileError,
    formats::{Book, Content},
    limits::FILE_BYTES_MAX,
};

/// Environment variable that is set for the reading process only.
pub(super) const MARK: &str = "PAYSHEET_READING_PROCESS";
/// Environment variables that are passed on: the program may need them to start, for example to find its libraries.
const ENVIRONMENT_KEPT: [&str; 4] =
    ["LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "SystemRoot", "LLVM_PROFILE_FILE"];
/// Environment variables that are set, beside the mark. mimalloc reserves memory in large blocks, which count against the limit, so it
/// is configured to reserve small ones.
const ENVIRONMENT_GIVEN: [(&str, &str); 2] =
    [("MIMALLOC_ARENA_RESERVE", "64MiB"), ("MIMALLOC_ARENA_EAGER_COMMIT", "0")];
/// Bytes of standard error that are stored. They are used only to infer how the process died.
const COMPLAINT_BYTES_MAX: u64 = 8 * 1024;

/// The program that serves as the reading process, and its arguments.
#[derive(Clone, Debug)]
pub(super) struct Program {
    pub path: PathBuf,
    pub arguments: Vec<OsString>,
}

/// Loads what is needed for the first rows while the process starts.
pub(super) fn make_ready() {
    let _directory = BankDirectory::embedded();
    detect::make_ready();
}

/// A reading process. It is ended when the value is dropped.
pub(super) struct Process {
    child: Arc<Mutex<Child>>,
    input: Option<ChildStdin>,
    output: Option<ChildStdout>,
    complaint: Option<ChildStderr>,
    confined: confinement::Hold,
}

impl Process {
    pub fn start(program: &Program, content: Content) -> Result<Self, FileError> {
        let mut command = Command::new(&program.path);
        command.args(&program.arguments).env_clear().envs(ENVIRONMENT_GIVEN).env(MARK, content.mark());
        command.envs(ENVIRONMENT_KEPT.iter().filter_map(|name| Some((name, env::var_os(name)?))));
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().map_err(|_| FileError::ReaderCrashed)?;
        confinement::widen(child.stdout.as_ref());
        let (input, output, complaint) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let child = Arc::new(Mutex::new(child));
        let mut process = Self { child, input, output, complaint, confined: confinement::Hold::default() };
        // The limits are set before the process receives a byte of the file. If they cannot be set, the process is
        // ended.
        let confined = confinement::hold(&mut locked(&process.child));
        process.confined = confined.map_err(|_| FileError::ReaderCrashed)?;
        Ok(process)
    }

    /// Writes the file to the process from a separate thread, because a process that reads nothing must not block the
    /// caller.
    pub fn hand_over(&mut self, file: File) {
        let Some(mut input) = self.input.take() else { return };
        // The limit also applies to a file that grows while it is read.
        thread::spawn(move || io::copy(&mut file.take(FILE_BYTES_MAX), &mut input));
    }

    /// Receives the result from the process while the process reads the file.
    pub fn answer(mut self, limit: Duration, on_arrival: OnArrival<'_>) -> Result<Book, FileError> {
        let Some(output) = self.output.take() else { return Err(FileError::ReaderCrashed) };
        let complaint = self.complaint.take().map(|from| thread::spawn(move || read_stderr(from)));
        let watch = Watch::start(Arc::clone(&self.child), limit);
        make_ready();
        let mut output = BufReader::with_capacity(256 * 1024, output);
        let answer = wire::read(&mut output, on_arrival);
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

    /// Returns whether the process has ended. If the system cannot report its state, it counts as ended.
    pub fn has_ended(&self) -> bool {
        !matches!(locked(&self.child).try_wait(), Ok(None))
    }
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
fn read_stderr(from: ChildStderr) -> String {
    let mut from = from;
    let mut complaint = Vec::new();
    let _kept = from.by_ref().take(COMPLAINT_BYTES_MAX).read_to_end(&mut complaint);
    let _rest = io::copy(&mut from, &mut io::sink());
    String::from_utf8_lossy(&complaint).into_owned()
}
