//! The window with the bank's page (3-D Secure), and the one window that such a page may open beside it. Incognito,
//! under no capability, and where it may lead is decided by [`Checkout`]; whose page it is stands in the title, which
//! no page can write. Reaching the return address loads nothing: the windows close, and the funding status decides.
//!
//! Deliberately not here: what the end of a visit means (`office::card`).

use std::{
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use jiff::Timestamp;
use paysheet_desk::checkout::{Asked, Checkout, TitleFacts, Verdict, time_left, title};
use tauri::{
    AppHandle, Manager, Runtime, WebviewUrl, WebviewWindow, WebviewWindowBuilder, WindowEvent,
    webview::{NewWindowFeatures, NewWindowResponse, PageLoadEvent, PermissionResponse},
};
use url::Url;

use super::{CARD, bring_to_front};

/// The bank's page. No capability names it.
pub const BANK: &str = "three-d-secure";
/// The window that the bank's page may open. No capability names it.
pub const POPUP: &str = "three-d-secure-popup";
const WIDTH: f64 = 520.0;
const HEIGHT: f64 = 720.0;
const POPUP_WIDTH: f64 = 460.0;
const POPUP_HEIGHT: f64 = 640.0;
const WIDTH_MIN: f64 = 360.0;
const HEIGHT_MIN: f64 = 420.0;
/// How often the title says what is left of the page's life.
const TICK: Duration = Duration::from_secs(1);
/// Where a page goes to that closes its own window. Some systems' web views have no other way to tell, and others
/// leave an empty window behind.
const CLOSED_BY_PAGE: &str = "https://close.paysheet.invalid/";
/// A page that closes its window goes to [`CLOSED_BY_PAGE`], which is never loaded.
const CLOSE_SCRIPT: &str = r#"Object.defineProperty(window, "close", { value() { location.href = "https://close.paysheet.invalid/"; } });"#;

/// How a visit ended, as far as the window knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Departure {
    /// The page led to the return address.
    CameBack,
    /// The user, or the page itself, closed the window.
    Closed,
    /// The first page led to where nothing may lead, so there was never one to be seen.
    LedAstray,
}

/// Called once, when the visit ends.
pub type Ended = Box<dyn FnOnce(Departure) + Send>;

/// One showing of a bank's page.
pub struct Visit {
    /// Whoever has it can act on it: it goes to this window, and to no log.
    pub address: Url,
    pub checkout: Checkout,
    /// When the page's life is over.
    pub until: Timestamp,
    pub ended: Ended,
}

/// What both windows of a visit share.
struct Watch<R: Runtime> {
    app: AppHandle<R>,
    checkout: Checkout,
    until: Timestamp,
    ended: Mutex<Option<Ended>>,
    /// Addresses of the pages that are shown, of the first window and of the one beside it.
    shown: Mutex<[String; 2]>,
}

/// Which of the two windows.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Bank,
    Popup,
}

impl Place {
    const BOTH: [Self; 2] = [Self::Bank, Self::Popup];

    const fn label(self) -> &'static str {
        match self {
            Self::Bank => BANK,
            Self::Popup => POPUP,
        }
    }
}

/// Shows a bank's page. One visit at a time: an earlier one is closed.
///
/// # Errors
/// Where the system cannot make a window.
pub fn open<R: Runtime>(app: &AppHandle<R>, visit: Visit) -> tauri::Result<()> {
    close(app);
    let Visit { address, checkout, until, ended } = visit;
    let watch = Arc::new(Watch {
        app: app.clone(),
        checkout,
        until,
        ended: Mutex::new(Some(ended)),
        shown: Mutex::default(),
    });
    let opener = Arc::clone(&watch);
    let mut builder = guarded(app, &watch, Place::Bank, address)?
        .inner_size(WIDTH, HEIGHT)
        .center()
        .on_new_window(move |address, features| opener.new_window(&address, features));
    if let Some(card) = app.get_webview_window(CARD) {
        builder = builder.parent(&card)?;
    }
    let window = builder.build()?;
    let closing = Arc::clone(&watch);
    window.on_window_event(move |event| {
        if let WindowEvent::Destroyed = event {
            closing.closed();
        }
    });
    tauri::async_runtime::spawn(tell_time(watch));
    Ok(())
}

/// Brings the bank's page to the front, where it is open.
pub fn show<R: Runtime>(app: &AppHandle<R>) -> bool {
    let open = Place::BOTH.into_iter().filter_map(|place| app.get_webview_window(place.label()));
    open.map(|window| bring_to_front(&window)).count() > 0
}

/// Closes both windows of a visit, where they are open.
pub fn close<R: Runtime>(app: &AppHandle<R>) {
    for place in Place::BOTH {
        close_one(app, place);
    }
}

fn close_one<R: Runtime>(app: &AppHandle<R>, place: Place) {
    if let Some(window) = app.get_webview_window(place.label()) {
        let _ = window.destroy();
    }
}

/// A window under the rules: nothing of it is kept, no script of ours helps it, and it gets nothing of this computer.
fn guarded<'a, R: Runtime>(
    app: &'a AppHandle<R>,
    watch: &Arc<Watch<R>>,
    place: Place,
    address: Url,
) -> tauri::Result<WebviewWindowBuilder<'a, R, AppHandle<R>>> {
    let (rules, loads) = (Arc::clone(watch), Arc::clone(watch));
    let builder = WebviewWindowBuilder::new(app, place.label(), WebviewUrl::External(address))
        .title(watch.title(place))
        .min_inner_size(WIDTH_MIN, HEIGHT_MIN)
        .incognito(true)
        .devtools(false)
        .general_autofill_enabled(false)
        .disable_drag_drop_handler()
        .content_protected(true)
        .maximizable(false)
        .initialization_script(CLOSE_SCRIPT)
        .on_navigation(move |address| rules.may_go(place, address))
        .on_download(|_, _| false)
        .on_permission_request(|_, _| PermissionResponse::Deny)
        .on_page_load(move |window, load| match load.event() {
            PageLoadEvent::Started => loads.is_at(place, &window, load.url()),
            PageLoadEvent::Finished => {}
        });
    // Windows keeps the files of a web view in a folder, even those of an incognito one while it runs: not in ours.
    if cfg!(windows) {
        let folder = app.path().app_local_data_dir()?.join("bank-page");
        let _ = std::fs::remove_dir_all(&folder);
        return Ok(builder.data_directory(folder));
    }
    Ok(builder)
}

impl<R: Runtime> Watch<R> {
    fn may_go(self: &Arc<Self>, place: Place, address: &Url) -> bool {
        if address.as_str() == CLOSED_BY_PAGE {
            self.close_later(place);
            return false;
        }
        match self.checkout.decide(address.as_str(), Asked::Navigation) {
            Verdict::Allow => true,
            Verdict::Return(_) => {
                self.end_later(Departure::CameBack);
                false
            }
            Verdict::Deny(why) => {
                tracing::warn!(%why, "the bank's page led where nothing may lead");
                // Nothing is to be seen yet, and nothing will be: the user must not wait for it.
                if place == Place::Bank && !self.shows_something() {
                    self.end_later(Departure::LedAstray);
                }
                false
            }
            // No answer to this question.
            Verdict::OpenPopup => false,
        }
    }

    fn new_window(self: &Arc<Self>, address: &Url, features: NewWindowFeatures) -> NewWindowResponse<R> {
        let open = u32::from(self.app.get_webview_window(POPUP).is_some());
        match self.checkout.decide(address.as_str(), Asked::NewWindow { open }) {
            Verdict::OpenPopup => match self.open_popup(features) {
                Ok(window) => NewWindowResponse::Create { window },
                Err(error) => {
                    tracing::warn!(%error, "no window for the bank's page");
                    NewWindowResponse::Deny
                }
            },
            Verdict::Return(_) => {
                self.end_later(Departure::CameBack);
                NewWindowResponse::Deny
            }
            Verdict::Deny(why) => {
                tracing::warn!(%why, "the bank's page asked for a window it may not have");
                NewWindowResponse::Deny
            }
            // No answer to this question.
            Verdict::Allow => NewWindowResponse::Deny,
        }
    }

    /// Its size is ours: a page must not cover the screen, nor hide itself.
    fn open_popup(self: &Arc<Self>, features: NewWindowFeatures) -> tauri::Result<WebviewWindow<R>> {
        let Ok(empty) = Url::parse("about:blank") else { unreachable!("an address") };
        let denier = Arc::clone(self);
        let mut builder = guarded(&self.app, self, Place::Popup, empty)?
            .window_features(features)
            .inner_size(POPUP_WIDTH, POPUP_HEIGHT)
            .center()
            // One window beside the first is enough.
            .on_new_window(move |address, features| denier.new_window(&address, features));
        if let Some(bank) = self.app.get_webview_window(BANK) {
            builder = builder.parent(&bank)?;
        }
        builder.build()
    }

    /// A page is loaded from here on, and no other.
    fn is_at(&self, place: Place, window: &WebviewWindow<R>, address: &Url) {
        let mut shown = self.shown.lock().unwrap_or_else(PoisonError::into_inner);
        let [bank, popup] = &mut *shown;
        match place {
            Place::Bank => address.as_str().clone_into(bank),
            Place::Popup => address.as_str().clone_into(popup),
        }
        drop(shown);
        let _ = window.set_title(&self.title(place));
    }

    fn shows_something(&self) -> bool {
        let shown = self.shown.lock().unwrap_or_else(PoisonError::into_inner);
        shown.first().is_some_and(|address| !address.is_empty() && !address.starts_with("about:"))
    }

    fn title(&self, place: Place) -> String {
        let shown = self.shown.lock().unwrap_or_else(PoisonError::into_inner);
        let [bank, popup] = &*shown;
        let address = match place {
            Place::Bank => bank,
            Place::Popup => popup,
        };
        title(&TitleFacts::of(address, time_left(self.until, Timestamp::now())))
    }

    /// Windows are not closed from within what they ask: the answer comes first.
    fn end_later(self: &Arc<Self>, how: Departure) {
        let watch = Arc::clone(self);
        tauri::async_runtime::spawn(async move {
            watch.end(how);
            close(&watch.app);
        });
    }

    fn close_later(self: &Arc<Self>, place: Place) {
        let watch = Arc::clone(self);
        tauri::async_runtime::spawn(async move { close_one(&watch.app, place) });
    }

    /// Nothing waits for the task that draws windows.
    fn closed(self: &Arc<Self>) {
        let watch = Arc::clone(self);
        tauri::async_runtime::spawn(async move { watch.end(Departure::Closed) });
    }

    /// The first end counts; what happens to the windows afterwards is ours.
    fn end(&self, how: Departure) {
        let ended = self.ended.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(ended) = ended {
            ended(how);
        }
        if how == Departure::Closed {
            close_one(&self.app, Place::Popup);
        }
    }

    fn is_over(&self) -> bool {
        self.ended.lock().unwrap_or_else(PoisonError::into_inner).is_none()
    }
}

/// Writes into the titles what is left, for as long as the visit lasts.
async fn tell_time<R: Runtime>(watch: Arc<Watch<R>>) {
    let mut ticks = tokio::time::interval(TICK);
    while !watch.is_over() {
        ticks.tick().await;
        for place in Place::BOTH {
            if let Some(window) = watch.app.get_webview_window(place.label()) {
                let _ = window.set_title(&watch.title(place));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_that_closes_itself_goes_where_nothing_is_loaded() {
        assert!(CLOSE_SCRIPT.contains(CLOSED_BY_PAGE));
        assert_eq!(Url::parse(CLOSED_BY_PAGE).map(String::from), Ok(CLOSED_BY_PAGE.to_owned()));
    }
}
