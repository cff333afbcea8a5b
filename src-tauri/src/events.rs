//! Events for the windows: those of the desk, and commands of the menu bar. Writes the log.

use std::{
    io,
    path::Path,
    sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError},
};

use paysheet_app::{AppState, LogFiles};
use paysheet_desk::DeskEvent;
use serde::{Deserialize, Serialize};
use tauri::{AppHandle, Runtime};
use tauri_specta::Event;
use tokio::sync::broadcast::error::RecvError;
use tracing_subscriber::fmt::{MakeWriter, writer::MakeWriterExt as _};

/// What the desk tells, as the window hears it.
#[derive(Clone, Debug, Serialize, Deserialize, specta::Type, Event)]
pub struct DeskSignal(pub DeskEvent);

/// What a user chooses in the menu bar that the page does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum MenuCommand {
    Settings,
    About,
    OpenFile,
    Undo,
    Redo,
}

/// A command of the menu bar, as the page hears of it.
#[derive(Clone, Debug, Serialize, Deserialize, specta::Type, Event)]
pub struct MenuSignal(pub MenuCommand);

/// Forwards the events of the open desk to the windows while the program runs.
pub fn pass_on<R: Runtime>(app: AppHandle<R>, app_state: Arc<AppState>) {
    tauri::async_runtime::spawn(async move {
        let mut events = app_state.events();
        loop {
            let event = match events.recv().await {
                Ok(event) => event,
                // The window missed events, so it requests everything again.
                Err(RecvError::Lagged(_)) => DeskEvent::SessionChanged,
                Err(RecvError::Closed) => return,
            };
            if let Err(error) = DeskSignal(event).emit(&app) {
                tracing::warn!(%error, "the window did not hear an event");
            }
        }
    });
}

/// The log's files, once their folder is known.
static LOG_FILES: OnceLock<Mutex<LogFiles>> = OnceLock::new();

/// Writes the log to files as well from now on. Without them it goes to standard error alone.
pub fn log_to(folder: &Path) {
    match LogFiles::open(folder) {
        // Another application of the same process, in tests, has its own already.
        Ok(files) => drop(LOG_FILES.set(Mutex::new(files))),
        Err(error) => tracing::warn!(%error, "the log is not written to files"),
    }
}

/// Returns whether the log is written to files.
pub fn has_log_files() -> bool {
    LOG_FILES.get().is_some()
}

/// Writes to the log's files if there are any yet.
struct ToLogFiles;

impl<'a> MakeWriter<'a> for ToLogFiles {
    type Writer = Box<dyn io::Write + 'a>;

    fn make_writer(&'a self) -> Self::Writer {
        match LOG_FILES.get() {
            Some(files) => Box::new(LockedLogFiles(files.lock().unwrap_or_else(PoisonError::into_inner))),
            None => Box::new(io::sink()),
        }
    }
}

/// The files of the log while one line is written.
struct LockedLogFiles<'a>(MutexGuard<'a, LogFiles>);

impl io::Write for LockedLogFiles<'_> {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        self.0.write(line)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// Writes the log to standard error; `PAYSHEET_LOG` sets the level. A line that cannot be written is left out: the library
/// would say so on standard error, and panic if that is closed, even inside the hook for panics.
pub fn start_log() {
    let filter = tracing_subscriber::EnvFilter::try_from_env("PAYSHEET_LOG")
        .unwrap_or_else(|_| tracing_subscriber::EnvFilter::new("warn,paysheet=info"));
    let _ = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_ansi(false)
        .log_internal_errors(false)
        .with_writer(io::stderr.and(ToLogFiles))
        .try_init();
}
