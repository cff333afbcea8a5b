//! Opens the main window: one, restored at its last position, and shown when its page begins to load. Showing it then costs
//! the first screen less time than showing it empty before. Until that screen is drawn the window has the page's
//! colour, so that nothing flashes.

use paysheet_desk::view::Scheme;
use tauri::{AppHandle, Runtime, WebviewWindowBuilder, WindowEvent, webview::PageLoadEvent};

use crate::{
    background::{self, at_login},
    file_drag, windows,
};

const PAGE: &str = "index.html";
const WIDTH: f64 = 1280.0;
const HEIGHT: f64 = 820.0;
const WIDTH_MIN: f64 = 960.0;
const HEIGHT_MIN: f64 = 640.0;

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
    windows::set_page_color(&window, scheme)
}
