//! The window: one, restored where it stood, and shown when its page begins to load: showing it then costs the first
//! screen less time than showing it empty before. Until that screen is drawn it has the page's colour, so that
//! nothing flashes.

use paysheet_desk::view::Scheme;
use tauri::{
    AppHandle, Manager, Runtime, Theme, WebviewUrl, WebviewWindowBuilder, WindowEvent,
    webview::PageLoadEvent, window::Color,
};

use crate::closing;

const MAIN: &str = "main";
const WIDTH: f64 = 1280.0;
const HEIGHT: f64 = 820.0;
const WIDTH_MIN: f64 = 960.0;
const HEIGHT_MIN: f64 = 640.0;
/// `--bg` of the interface's `tokens.css`.
const PAGE_LIGHT: Color = Color(0xFF, 0xFF, 0xFF, 0xFF);
const PAGE_DARK: Color = Color(0x1A, 0x1A, 0x18, 0xFF);

/// # Errors
/// Where the system cannot make a window.
pub fn open_main<R: Runtime>(app: &AppHandle<R>, scheme: Scheme) -> tauri::Result<()> {
    let window = WebviewWindowBuilder::new(app, MAIN, WebviewUrl::default())
        .title("Paysheet")
        .inner_size(WIDTH, HEIGHT)
        .min_inner_size(WIDTH_MIN, HEIGHT_MIN)
        .visible(false)
        .on_page_load(|window, page| match page.event() {
            PageLoadEvent::Started => drop(window.show()),
            PageLoadEvent::Finished => {}
        })
        .build()?;
    let closed = app.clone();
    window.on_window_event(move |event| {
        if let WindowEvent::CloseRequested { api, .. } = event
            && !closing::may_go(&closed)
        {
            api.prevent_close();
        }
    });
    let is_dark = match scheme {
        Scheme::System => window.theme()? == Theme::Dark,
        Scheme::Light => false,
        Scheme::Dark => true,
    };
    window.set_background_color(Some(if is_dark { PAGE_DARK } else { PAGE_LIGHT }))
}

/// Gives the window another title.
pub fn entitle<R: Runtime>(app: &AppHandle<R>, title: &str) {
    if let Some(window) = app.get_webview_window(MAIN) {
        let _ = window.set_title(title);
    }
}

/// A second start brings the window of the first to the front.
pub fn bring_forward<R: Runtime>(app: &AppHandle<R>) {
    if let Some(window) = app.get_webview_window(MAIN) {
        let _ = window.unminimize();
        let _ = window.set_focus();
    }
}
