//! The window: one, restored where it stood, shown when the first screen can be used.

use tauri::{AppHandle, Manager, Runtime, WebviewUrl, WebviewWindowBuilder};

const MAIN: &str = "main";
const WIDTH: f64 = 1280.0;
const HEIGHT: f64 = 820.0;
const WIDTH_MIN: f64 = 960.0;
const HEIGHT_MIN: f64 = 640.0;

/// # Errors
/// Where the system cannot make a window.
pub fn open_main<R: Runtime>(app: &AppHandle<R>) -> tauri::Result<()> {
    WebviewWindowBuilder::new(app, MAIN, WebviewUrl::default())
        .title("Paysheet")
        .inner_size(WIDTH, HEIGHT)
        .min_inner_size(WIDTH_MIN, HEIGHT_MIN)
        .build()?;
    Ok(())
}

/// A second start brings the window of the first to the front.
pub fn bring_forward<R: Runtime>(app: &AppHandle<R>) {
    if let Some(window) = app.get_webview_window(MAIN) {
        let _ = window.unminimize();
        let _ = window.set_focus();
    }
}
