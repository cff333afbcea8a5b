//! Forwards events of the desk to the window, and writes the log.

use std::sync::Arc;

use paysheet_app::AppState;
use paysheet_desk::DeskEvent;
use serde::{Deserialize, Serialize};
use tauri::{AppHandle, Runtime};
use tauri_specta::Event;
use tokio::sync::broadcast::error::RecvError;

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

/// Writes the log to standard error; `PAYSHEET_LOG` sets the level.
pub fn start_log() {
    let filter = tracing_subscriber::EnvFilter::try_from_env("PAYSHEET_LOG")
        .unwrap_or_else(|_| tracing_subscriber::EnvFilter::new("warn,paysheet=info"));
    let _ = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr).try_init();
}
