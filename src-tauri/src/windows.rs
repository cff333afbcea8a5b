//! The windows: the main one, which `main_window` opens, the card window, which can charge and nothing else, and the
//! bank's page.

pub mod bank;

use std::sync::Arc;

use paysheet_app::{AppState, Region};
use paysheet_desk::view::Scheme;
use tauri::{
    AppHandle, Manager, Runtime, Theme, WebviewUrl, WebviewWindow, WebviewWindowBuilder, WindowEvent,
    window::Color,
};
use url::Url;

/// The label of the main window.
pub const MAIN: &str = "main";
const CARD: &str = "card";
const CARD_PAGE: &str = "card.html";
const CARD_WIDTH: f64 = 560.0;
const CARD_HEIGHT: f64 = 780.0;
const CARD_WIDTH_MIN: f64 = 440.0;
const CARD_HEIGHT_MIN: f64 = 480.0;
/// `--bg` of the interface's `tokens.css`.
const PAGE_LIGHT: Color = Color(0xFF, 0xFF, 0xFF, 0xFF);
const PAGE_DARK: Color = Color(0x1A, 0x1A, 0x18, 0xFF);

/// Opens the card window, or brings it to the front. Nothing of the window outlives it: window and web view are
/// destroyed when it is closed. Where the system supports it, the window is hidden in a shared or recorded screen.
///
/// # Errors
/// If the system cannot make a window.
pub fn open_card<R: Runtime>(app: &AppHandle<R>, scheme: Scheme) -> tauri::Result<()> {
    if let Some(card) = card(app) {
        bring_to_front(&card);
        return Ok(());
    }
    let mut builder = WebviewWindowBuilder::new(app, CARD, page(CARD_PAGE))
        .title("Paysheet")
        .inner_size(CARD_WIDTH, CARD_HEIGHT)
        .min_inner_size(CARD_WIDTH_MIN, CARD_HEIGHT_MIN)
        .center()
        .content_protected(true)
        .maximizable(false)
        // The page sets the title in the user's language.
        .on_document_title_changed(|window, title| drop(window.set_title(&title)))
        // The window never navigates to another page.
        .on_navigation(own_pages(app));
    if let Some(main) = main(app) {
        builder = builder.parent(&main)?;
    }
    let window = builder.build()?;
    let closed = app.clone();
    window.on_window_event(move |event| {
        if let WindowEvent::Destroyed = event {
            let app_state = Arc::clone(&closed.state::<Arc<AppState>>());
            // Both windows are going if the main one was closed.
            if !app_state.is_hidden() {
                bring_forward(&closed);
            }
            tauri::async_runtime::spawn(async move { app_state.card_gone().await });
        }
    });
    set_page_color(&window, scheme)
}

/// Returns a page of the application, which is told how its user writes dates and numbers.
pub fn page(name: &str) -> WebviewUrl {
    WebviewUrl::App(Region::of_this_computer().in_address(name).into())
}

/// Returns the rule for the addresses that a window of the application may load. In a development build they are those
/// of the development server.
fn own_pages<R: Runtime>(app: &AppHandle<R>) -> impl Fn(&Url) -> bool + use<R> {
    let dev_server = app.config().build.dev_url.clone().filter(|_| tauri::is_dev());
    move |address| match &dev_server {
        Some(server) => address.origin() == server.origin(),
        None => is_own_page(address),
    }
}

/// Returns whether an address is a page of the application: `tauri://localhost`, which is `http(s)://tauri.localhost`
/// on Windows.
fn is_own_page(address: &Url) -> bool {
    match address.scheme() {
        "tauri" => address.host_str() == Some("localhost"),
        "http" | "https" => address.host_str() == Some("tauri.localhost"),
        _ => false,
    }
}

/// Returns the main window, if it is open.
pub fn main<R: Runtime>(app: &AppHandle<R>) -> Option<WebviewWindow<R>> {
    app.get_webview_window(MAIN)
}

/// Returns the card window, if it is open.
pub fn card<R: Runtime>(app: &AppHandle<R>) -> Option<WebviewWindow<R>> {
    app.get_webview_window(CARD)
}

/// Gives the window the colour of its page, until that is drawn.
///
/// # Errors
/// If the window cannot be reached.
pub fn set_page_color<R: Runtime>(window: &WebviewWindow<R>, scheme: Scheme) -> tauri::Result<()> {
    let is_dark = is_dark(window, scheme)?;
    window.set_background_color(Some(if is_dark { PAGE_DARK } else { PAGE_LIGHT }))
}

fn is_dark<R: Runtime>(window: &WebviewWindow<R>, scheme: Scheme) -> tauri::Result<bool> {
    Ok(match scheme {
        Scheme::System => window.theme()? == Theme::Dark,
        Scheme::Light => false,
        Scheme::Dark => true,
    })
}

/// Sets the title of the main window.
pub fn set_title<R: Runtime>(app: &AppHandle<R>, title: &str) {
    if let Some(window) = main(app) {
        let _ = window.set_title(title);
    }
}

/// Leaves full screen, and waits for the end of its animation: macOS would keep the empty space of a window that is hidden
/// in it.
#[cfg(target_os = "macos")]
pub async fn leave_full_screen<R: Runtime>(app: &AppHandle<R>) {
    const ANIMATION: std::time::Duration = std::time::Duration::from_secs(1);
    let Some(window) = main(app) else { return };
    if window.is_fullscreen().unwrap_or(false) && window.set_fullscreen(false).is_ok() {
        tokio::time::sleep(ANIMATION).await;
    }
}

/// Hides the main window; the tray, the Dock, or a second start of the program leads back to it.
pub fn hide_main<R: Runtime>(app: &AppHandle<R>) {
    if let Some(window) = main(app) {
        let _ = window.hide();
    }
}

/// Closes the main window as its user would: it may be hidden instead.
pub fn close_main<R: Runtime>(app: &AppHandle<R>) {
    if let Some(window) = main(app) {
        let _ = window.close();
    }
}

/// Shows the main window and brings it to the front: from the tray, and when the program is started a second time.
pub fn bring_forward<R: Runtime>(app: &AppHandle<R>) {
    if let Some(window) = main(app) {
        app.state::<Arc<AppState>>().window_shown();
        let _ = window.show();
        bring_to_front(&window);
    }
}

fn bring_to_front<R: Runtime>(window: &WebviewWindow<R>) {
    let _ = window.unminimize();
    let _ = window.set_focus();
}
