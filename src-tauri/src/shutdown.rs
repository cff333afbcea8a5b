//! Closing in order: what is on its way to the service gets its answer first, and the answer its place in the ledger.
//! Who closes a second time does not want to wait; the batch is then Unknown at the next start.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use tauri::{AppHandle, Manager, Runtime};

use crate::{app_state::AppState, windows};

/// Said by the window itself: its page may be busy, or gone.
const TITLE_MEANWHILE: &str = "Paysheet: waiting for the service's answer, then closing";

#[derive(Default)]
pub struct Shutdown(AtomicBool);

/// Whether the application may go now; where not, it goes by itself as soon as it can.
pub fn may_go<R: Runtime>(app: &AppHandle<R>) -> bool {
    if app.state::<Shutdown>().0.swap(true, Ordering::SeqCst) {
        return true;
    }
    windows::set_title(app, TITLE_MEANWHILE);
    let (app, app_state) = (app.clone(), Arc::clone(&app.state::<Arc<AppState>>()));
    tauri::async_runtime::spawn(async move {
        app_state.close().await;
        app.exit(0);
    });
    false
}
