//! Forwards events of the desk to the window, and writes the log.

use std::{
    io,
    path::Path,
    sync::{Arc, OnceLock},
};

use paysheet_app::AppState;
use paysheet_desk::DeskEvent;
use serde::{Deserialize, Serialize};
use tauri::{AppHandle, Runtime};
use tauri_specta::Event;
use tokio::sync::broadcast::error::RecvError;
use tracing_appender::rolling::{RollingFileAppender, Rotation};
use tracing_subscriber::fmt::{MakeWriter, writer::MakeWriterExt as _};

/// What the desk tells, as the window hears it.
#[derive(Clone, Debug, Serialize, Deserialize, specta::Type, Event)]
pub struct DeskSignal(pub DeskEvent);

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

/// Days of which the log is kept.
const LOG_DAYS_KEPT: usize = 7;

/// The log's files, once their folder is known.
static LOG_FILES: OnceLock<RollingFileAppender> = OnceLock::new();

/// Writes the log to files as well from now on, one for each day. Without them it goes to standard error alone.
pub fn log_to(folder: &Path) {
    let files = RollingFileAppender::builder()
        .rotation(Rotation::DAILY)
        .filename_prefix("paysheet")
        .filename_suffix("log")
        .max_log_files(LOG_DAYS_KEPT)
        .build(folder);
    match files {
        // Another application of the same process, in tests, has its own already.
        Ok(files) => drop(LOG_FILES.set(files)),
        Err(error) => tracing::warn!(%error, "the log is not written to files"),
    }
}

/// Writes to the log's files if there are any yet.
struct LogFiles;

impl<'a> MakeWriter<'a> for LogFiles {
    type Writer = Box<dyn io::Write + 'a>;

    fn make_writer(&'a self) -> Self::Writer {
        match LOG_FILES.get() {
            Some(files) => Box::new(files.make_writer()),
            None => Box::new(io::sink()),
        }
    }
}

/// Writes the log to standard error; `PAYSHEET_LOG` sets the level.
pub fn start_log() {
    let filter = tracing_subscriber::EnvFilter::try_from_env("PAYSHEET_LOG")
        .unwrap_or_else(|_| tracing_subscriber::EnvFilter::new("warn,paysheet=info"));
    let _ = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_ansi(false)
        .with_writer(io::stderr.and(LogFiles))
        .try_init();
}
