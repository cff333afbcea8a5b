//! Shuts down in order: a request in progress gets its response first, and the response is recorded in the ledger. A
//! user who closes a second time does not want to wait; the batch is then Unknown at the next start.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use paysheet_app::AppState;
use tauri::{AppHandle, Manager, Runtime};

use crate::windows;

/// Shown in the title of the window: its page may be busy or closed.
const TITLE_MEANWHILE: &str = "Paysheet: waiting for your provider's answer, then closing";

#[derive(Default)]
pub struct Shutdown(AtomicBool);

/// Exits, after the pending answer is stored.
pub fn quit<R: Runtime>(app: &AppHandle<R>) {
    if may_go(app) {
        app.exit(0);
    }
}

/// Returns whether the application may exit now. If not, it exits by itself as soon as it can. An update that is being
/// installed restarts it: half of one would be no program.
pub fn may_go<R: Runtime>(app: &AppHandle<R>) -> bool {
    let app_state = Arc::clone(&app.state::<Arc<AppState>>());
    if app_state.is_installing_update() {
        return false;
    }
    if app.state::<Shutdown>().0.swap(true, Ordering::SeqCst) {
        return true;
    }
    // No installation begins any more.
    app_state.end();
    windows::set_title(app, TITLE_MEANWHILE);
    let app = app.clone();
    tauri::async_runtime::spawn(async move {
        app_state.close().await;
        app.exit(0);
    });
    false
}
