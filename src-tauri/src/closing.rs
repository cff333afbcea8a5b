//! Closing in order: what is on its way to the service gets its answer first, and the answer its place in the ledger.
//! Who closes a second time does not want to wait; the batch is then Unknown at the next start.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use tauri::{AppHandle, Manager, Runtime};

use crate::{office::Office, windows};

/// Said by the window itself: its page may be busy, or gone.
const TITLE_MEANWHILE: &str = "Paysheet: waiting for the service's answer, then closing";

#[derive(Default)]
pub struct Closing(AtomicBool);

/// Whether the application may go now; where not, it goes by itself as soon as it can.
pub fn may_go<R: Runtime>(app: &AppHandle<R>) -> bool {
    if app.state::<Closing>().0.swap(true, Ordering::SeqCst) {
        return true;
    }
    windows::entitle(app, TITLE_MEANWHILE);
    let (app, office) = (app.clone(), Arc::clone(&app.state::<Arc<Office>>()));
    tauri::async_runtime::spawn(async move {
        office.close().await;
        app.exit(0);
    });
    false
}
