//! The icon in the tray (in the menu bar on macOS). It is there while results are missing; its menu counts them, and
//! leads back to the window.
//!
//! On Linux a program of the desktop shows the icons, and there may be none. The library that reaches it is loaded when
//! the first icon is made; it panics if it is not installed.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

use paysheet_desk::{DeskEvent, Outstanding};
use tauri::{
    AppHandle, Manager, Runtime,
    menu::{IsMenuItem, Menu, MenuItem, PredefinedMenuItem},
    tray::{TrayIcon, TrayIconBuilder},
};
use tauri_specta::Event;

use super::words;
use crate::{events::DeskSignal, shutdown, windows};

const OPEN: &str = "open";
const QUIT: &str = "quit";
/// Longest time that a closed window waits for the answer of the message bus.
#[cfg(target_os = "linux")]
const HOST_ANSWER_MAX: std::time::Duration = std::time::Duration::from_secs(2);

/// The icon in the menu bar of macOS. The system draws its alpha in the colour of the bar, which may be light or dark.
#[cfg(any(target_os = "macos", test))]
const TEMPLATE: tauri::image::Image<'_> = tauri::include_image!("icons/tray-template.png");

/// The icon, and whether the desktop shows icons.
pub struct Tray<R: Runtime> {
    has_host: AtomicBool,
    shown: Mutex<Shown<R>>,
}

struct Shown<R: Runtime> {
    icon: Option<TrayIcon<R>>,
    outstanding: Outstanding,
}

impl<R: Runtime> Default for Tray<R> {
    fn default() -> Self {
        let shown = Shown { icon: None, outstanding: Outstanding::default() };
        Self { has_host: AtomicBool::new(false), shown: Mutex::new(shown) }
    }
}

impl<R: Runtime> Tray<R> {
    pub fn has_host(&self) -> bool {
        self.has_host.load(Ordering::SeqCst)
    }
}

/// Checks whether the desktop shows icons, and emits an event if that changed.
pub async fn check_for_host<R: Runtime>(app: &AppHandle<R>) {
    let found = has_host().await;
    let before = app.state::<Tray<R>>().has_host.swap(found, Ordering::SeqCst);
    if before != found {
        let _ = DeskSignal(DeskEvent::SessionChanged).emit(app);
    }
}

/// Windows and macOS always show icons.
#[cfg(not(target_os = "linux"))]
#[expect(clippy::unused_async, reason = "another system is asked over its message bus")]
async fn has_host() -> bool {
    true
}

/// Asks the message bus for the program that shows icons (freedesktop's StatusNotifierItem).
#[cfg(target_os = "linux")]
async fn has_host() -> bool {
    const WATCHER: &str = "org.kde.StatusNotifierWatcher";
    let ask = async {
        let bus = zbus::Connection::session().await?;
        let watcher = zbus::Proxy::new(&bus, WATCHER, "/StatusNotifierWatcher", WATCHER).await?;
        watcher.get_property::<bool>("IsStatusNotifierHostRegistered").await
    };
    let found = tokio::time::timeout(HOST_ANSWER_MAX, ask).await;
    found
        .unwrap_or_else(|_| Err(zbus::Error::Failure("no answer in time".to_owned())))
        .inspect_err(|error| tracing::info!(%error, "no tray: a closed window is not hidden"))
        .unwrap_or(false)
}

/// Shows what is outstanding, and takes the icon away when nothing is. Returns whether there is an icon. Runs on the main
/// thread.
pub fn show<R: Runtime>(app: &AppHandle<R>, outstanding: Outstanding) -> bool {
    let tray = app.state::<Tray<R>>();
    let mut shown = tray.shown.lock().unwrap_or_else(PoisonError::into_inner);
    let is_wanted = tray.has_host() && (outstanding.waits() || outstanding.is_sending);
    if is_wanted && shown.icon.is_some() && shown.outstanding == outstanding {
        return true;
    }
    let done = catch_unwind(AssertUnwindSafe(|| update(app, &mut shown, (outstanding, is_wanted))));
    match done {
        Ok(Ok(())) => shown.outstanding = outstanding,
        Ok(Err(error)) => tracing::warn!(%error, "the tray does not show what is outstanding"),
        Err(_) => {
            tracing::warn!("no tray: its library is not installed");
            tray.has_host.store(false, Ordering::SeqCst);
            // The window says no longer that it may be closed.
            let _ = DeskSignal(DeskEvent::SessionChanged).emit(app);
        }
    }
    is_wanted && shown.icon.is_some()
}

fn update<R: Runtime>(
    app: &AppHandle<R>,
    shown: &mut Shown<R>,
    (outstanding, is_wanted): (Outstanding, bool),
) -> tauri::Result<()> {
    let icon = match &shown.icon {
        None if !is_wanted => return Ok(()),
        Some(icon) => icon,
        None => shown.icon.insert(make(app)?),
    };
    if is_wanted {
        icon.set_menu(Some(menu(app, outstanding)?))?;
        icon.set_tooltip(Some(words::counts(outstanding).join("\n")))?;
    }
    icon.set_visible(is_wanted)
}

fn make<R: Runtime>(app: &AppHandle<R>) -> tauri::Result<TrayIcon<R>> {
    let builder =
        TrayIconBuilder::with_id("paysheet").on_menu_event(|app, event| match event.id().as_ref() {
            OPEN => windows::bring_forward(app),
            QUIT => shutdown::quit(app),
            _ => {}
        });
    with_icon(builder, app).build(app)
}

#[cfg(target_os = "macos")]
fn with_icon<R: Runtime>(builder: TrayIconBuilder<R>, _: &AppHandle<R>) -> TrayIconBuilder<R> {
    builder.icon(TEMPLATE).icon_as_template(true)
}

#[cfg(not(target_os = "macos"))]
fn with_icon<R: Runtime>(builder: TrayIconBuilder<R>, app: &AppHandle<R>) -> TrayIconBuilder<R> {
    match app.default_window_icon() {
        Some(icon) => builder.icon(icon.clone()),
        None => builder,
    }
}

fn menu<R: Runtime>(app: &AppHandle<R>, outstanding: Outstanding) -> tauri::Result<Menu<R>> {
    let item = |id: &str, text: String, enabled| MenuItem::with_id(app, id, text, enabled, None::<&str>);
    let open = item(OPEN, words::of("tray.open"), true)?;
    let quit = item(QUIT, words::of("tray.quit"), true)?;
    let line = PredefinedMenuItem::separator(app)?;
    let counts: Vec<MenuItem<R>> = words::counts(outstanding)
        .into_iter()
        .map(|text| MenuItem::new(app, text, false, None::<&str>))
        .collect::<Result<_, _>>()?;
    let mut items: Vec<&dyn IsMenuItem<R>> = vec![&open, &line];
    items.extend(counts.iter().map(|count| count as &dyn IsMenuItem<R>));
    items.extend([&line as &dyn IsMenuItem<R>, &quit]);
    Menu::with_items(app, &items)
}

#[cfg(test)]
mod tests {
    use super::TEMPLATE;

    #[test]
    fn the_icon_of_the_menu_bar_is_black_with_alpha_and_fits_the_screens_of_macs() {
        let icon = TEMPLATE;
        assert_eq!((icon.width(), icon.height()), (44, 44));
        let pixels: Vec<&[u8]> = icon.rgba().chunks_exact(4).collect();
        assert!(pixels.iter().all(|pixel| pixel[..3] == [0, 0, 0]));
        let has = |alpha: u8| pixels.iter().any(|pixel| pixel[3] == alpha);
        assert!(has(0) && has(255), "a shape, and the bar around it");
    }
}
