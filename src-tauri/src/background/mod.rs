//! What is on the desktop beside the windows: the tray, the menu bar of macOS, notifications, and the start at login.
//! Whether the program keeps running and which notifications are due is decided by `app`.

pub mod at_login;
#[cfg(any(target_os = "macos", test))]
#[cfg_attr(not(target_os = "macos"), expect(dead_code, reason = "the tests read its list"))]
pub mod menu_bar;
pub mod notification;
pub mod tray;
pub mod words;

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use paysheet_app::{AppState, OnClose};
use paysheet_desk::Outstanding;
use tauri::{AppHandle, Manager, Runtime};

use crate::{shutdown, windows};

/// macOS keeps a program without a window in its Dock, which leads back to it.
pub const HAS_DOCK: bool = cfg!(target_os = "macos");

/// A closed window waits for the decision whether it is hidden.
#[derive(Default)]
pub struct Closing(AtomicBool);

/// Returns whether the main window may close now. If not, it is hidden or the program exits, as soon as it is known
/// whether results are missing. A user who closes a second time does not want to wait for that. With a Dock only Quit ends
/// the program.
pub fn may_close<R: Runtime>(app: &AppHandle<R>) -> bool {
    let is_second = app.state::<Closing>().0.swap(true, Ordering::SeqCst);
    if is_second {
        return !HAS_DOCK && shutdown::may_go(app);
    }
    let app = app.clone();
    let times_shown = state(&app).times_shown();
    tauri::async_runtime::spawn(async move {
        // The program that shows the icons may have started or ended since.
        tray::check_for_host(&app).await;
        match state(&app).on_close().await {
            OnClose::Hide(outstanding) => {
                #[cfg(target_os = "macos")]
                windows::leave_full_screen(&app).await;
                hide(&app, outstanding, times_shown);
            }
            OnClose::Offer => {}
            OnClose::Quit => shutdown::quit(&app),
        }
        app.state::<Closing>().0.store(false, Ordering::SeqCst);
    });
    false
}

/// Hides the main window once the icon is there, unless its user opened it since it had been shown `times_shown` times.
/// Without an icon or a Dock nothing would lead back, so the program exits.
fn hide<R: Runtime>(app: &AppHandle<R>, outstanding: Outstanding, times_shown: u64) {
    let own = app.clone();
    let hidden = app.run_on_main_thread(move || {
        if !state(&own).may_hide(times_shown) {
            return;
        }
        if tray::show(&own, outstanding) || HAS_DOCK {
            windows::hide_main(&own);
        } else {
            shutdown::quit(&own);
        }
    });
    if let Err(error) = hidden {
        tracing::warn!(%error, "the window is not hidden");
    }
}

/// Decides at a start by the system whether the window is shown: it is, unless results are missing and can arrive without
/// the user.
pub fn start_at_login<R: Runtime>(app: AppHandle<R>) {
    let times_shown = state(&app).times_shown();
    tauri::async_runtime::spawn(async move {
        tray::check_for_host(&app).await;
        match state(&app).on_hidden_start().await {
            Ok(OnClose::Hide(outstanding)) => hide(&app, outstanding, times_shown),
            Ok(OnClose::Offer | OnClose::Quit) => windows::bring_forward(&app),
            Err(error) => {
                tracing::warn!(?error, "the window shows why the desk does not open");
                windows::bring_forward(&app);
            }
        }
    });
}

fn state<R: Runtime>(app: &AppHandle<R>) -> Arc<AppState> {
    Arc::clone(&app.state::<Arc<AppState>>())
}
