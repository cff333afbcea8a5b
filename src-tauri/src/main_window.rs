//! Opens the main window: one, restored at its last position, and shown when its page begins to load. Showing it then costs
//! the first screen less time than showing it empty before. Until that screen is drawn the window has the page's
//! colour, so that nothing flashes.

use std::{sync::Arc, time::Duration};

use paysheet_app::AppState;
use paysheet_desk::view::Scheme;
use tauri::{AppHandle, Manager, Runtime, WebviewWindowBuilder, WindowEvent, webview::PageLoadEvent};

use crate::{
    background::{self, at_login},
    file_drag, start_failure, windows,
};

const PAGE: &str = "index.html";
const WIDTH: f64 = 1280.0;
const HEIGHT: f64 = 820.0;
const WIDTH_MIN: f64 = 960.0;
const HEIGHT_MIN: f64 = 640.0;
/// Longest time until the page is ready, on a slow computer.
const READY_MAX: Duration = Duration::from_secs(30);

/// Opens the main window.
///
/// # Errors
/// If the system cannot make a window.
pub fn open<R: Runtime>(app: &AppHandle<R>, scheme: Scheme) -> tauri::Result<()> {
    let window = WebviewWindowBuilder::new(app, windows::MAIN, windows::page(PAGE))
        .title("Paysheet")
        .inner_size(WIDTH, HEIGHT)
        .min_inner_size(WIDTH_MIN, HEIGHT_MIN)
        .visible(false)
        .on_page_load(|window, page| match page.event() {
            // After a start by the system it is shown only if results are not waited for.
            PageLoadEvent::Started if at_login::is_start() => {}
            // A page that is loaded again leaves a window in the tray where it is.
            PageLoadEvent::Started if window.state::<Arc<AppState>>().is_hidden() => {}
            PageLoadEvent::Started => drop(window.show()),
            PageLoadEvent::Finished => {}
        })
        .build()?;
    let closed = app.clone();
    window.on_window_event(move |event| {
        if let WindowEvent::CloseRequested { api, .. } = event
            && !background::may_close(&closed)
        {
            api.prevent_close();
        }
    });
    file_drag::watch(&window)?;
    #[cfg(target_os = "linux")]
    linux::reload_if_ended(&window)?;
    log_if_late();
    windows::set_page_color(&window, scheme)
}

/// Logs that the page is not ready after a long time. It is no reason for a dialog: the keychain may be asking its user for
/// a password meanwhile, and a page that the system does not draw is ready all the same.
fn log_if_late() {
    tauri::async_runtime::spawn(async {
        tokio::time::sleep(READY_MAX).await;
        if !start_failure::is_page_ready() {
            let web_view = tauri::webview_version().unwrap_or_default();
            tracing::warn!(system = %os_info::get(), web_view, "the page is not ready yet");
        }
    });
}

/// `WebKitGTK` draws a page in a process of its own, and leaves the window blank if that ends.
#[cfg(target_os = "linux")]
mod linux {
    use std::{
        cell::Cell,
        time::{Duration, Instant},
    };

    use tauri::{Manager, Runtime, WebviewWindow};
    use webkit2gtk::WebViewExt;

    use crate::{
        shutdown,
        start_failure::{self, FailureKind, StartFailure},
    };

    /// A page that ends again within this time after it was loaded again would do so for ever.
    const RELOAD_PAUSE_MIN: Duration = Duration::from_secs(60);

    /// Loads a page again whose process ended: the desk goes on without it. One that ends before it is ready, or soon
    /// after it was loaded again, would end again.
    pub fn reload_if_ended<R: Runtime>(window: &WebviewWindow<R>) -> tauri::Result<()> {
        let app = window.app_handle().clone();
        window.with_webview(move |view| {
            let reloaded = Cell::new(None::<Instant>);
            view.inner().connect_web_process_terminated(move |view, reason| {
                let since_reload = reloaded.get().map(|before| before.elapsed());
                if may_reload(start_failure::page_has_ended(), since_reload) {
                    tracing::error!(?reason, "the process of the page ended, and the page is loaded again");
                    reloaded.set(Some(Instant::now()));
                    view.reload();
                } else {
                    let cause = format!("the process of the page ended: {reason:?}");
                    let app = app.clone();
                    StartFailure::because(FailureKind::PageEnded, cause)
                        .report_while_running(move || shutdown::quit(&app));
                }
            });
        })
    }

    /// Returns whether a page that ended is loaded again.
    fn may_reload(was_ready: bool, since_reload: Option<Duration>) -> bool {
        was_ready && since_reload.is_none_or(|time| time >= RELOAD_PAUSE_MIN)
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn a_page_that_ends_again_and_again_is_not_loaded_for_ever() {
            assert!(may_reload(true, None), "the first time");
            assert!(!may_reload(false, None), "before it was ready");
            assert!(!may_reload(true, Some(Duration::from_secs(59))));
            assert!(may_reload(true, Some(RELOAD_PAUSE_MIN)), "much later");
            assert!(!may_reload(false, Some(RELOAD_PAUSE_MIN)));
        }
    }
}
