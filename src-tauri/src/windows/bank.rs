//! The window with the bank's page (3-D Secure), and the one popup window that such a page may open beside it. Both are
//! incognito and under no capability, and [`Checkout`] decides where they may lead. The title shows whose page it is,
//! and no page can write the title. Reaching the return address loads nothing: the windows close, and the funding
//! status decides.
//!
//! Deliberately not here: what the end of a challenge means (`app::card`).
//!
//! A bank's page closes its own window through an address that is never loaded (`windows::bank`), because not every
//! system's web view reports that a page closes.

use std::{
    path::PathBuf,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use jiff::Timestamp;
use paysheet_app::{ChallengeExit, ChallengeWindow, Ended};
use paysheet_desk::challenge::{Asked, Checkout, Denied, TitleFacts, Verdict, time_left, title};
use tauri::{
    AppHandle, Manager, Runtime, WebviewUrl, WebviewWindow, WebviewWindowBuilder, WindowEvent,
    webview::{NewWindowFeatures, NewWindowResponse, PageLoadEvent, PermissionResponse},
};
use url::Url;

use super::{CARD, bring_to_front};

/// Prefix of the window labels; the number of the showing follows. No capability names any of them.
const LABEL: &str = "three-d-secure";
/// Suffix of the popup's label, after the label of the bank's window.
const POPUP: &str = "-popup";
const WIDTH: f64 = 520.0;
const HEIGHT: f64 = 720.0;
const POPUP_WIDTH: f64 = 460.0;
const POPUP_HEIGHT: f64 = 640.0;
const WIDTH_MIN: f64 = 360.0;
const HEIGHT_MIN: f64 = 420.0;
/// Interval at which the title shows the remaining time of the page and the windows' addresses are checked.
const TICK: Duration = Duration::from_secs(1);
/// The address to which a page navigates that closes its own window. The web views of some systems have no other way to
/// report that, and others leave an empty window behind.
const CLOSED_BY_PAGE: &str = "https://close.paysheet.invalid/";
/// A page that closes its window navigates to [`CLOSED_BY_PAGE`], which is never loaded. A frame has no window to
/// close.
const CLOSE_SCRIPT: &str = r#"if (window === window.top) {
  Object.defineProperty(window, "close", { value() { location.href = "https://close.paysheet.invalid/"; } });
}"#;
/// Disables full screen: no page may cover the title, which shows whose page it is.
const NO_FULL_SCREEN_SCRIPT: &str = r#"for (const [kind, names] of [
  [Element, ["requestFullscreen", "webkitRequestFullscreen", "webkitRequestFullScreen"]],
  [HTMLVideoElement, ["webkitEnterFullscreen", "webkitEnterFullScreen"]],
]) {
  for (const name of names) {
    Object.defineProperty(kind.prototype, name, { value: async () => { throw new TypeError("not allowed here"); } });
  }
}"#;

/// State that both windows of a challenge share.
struct Watch<R: Runtime> {
    app: AppHandle<R>,
    number: u32,
    checkout: Checkout,
    until: Timestamp,
    ended: Mutex<Option<Ended>>,
    /// Addresses of the shown pages: of the first window and of its popup.
    shown: Mutex<[String; 2]>,
    /// Whether the first window has a popup, or one is being made.
    has_popup: AtomicBool,
}

/// Which of the two windows.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Bank,
    Popup,
}

impl Place {
    const BOTH: [Self; 2] = [Self::Bank, Self::Popup];

    fn label(self, number: u32) -> String {
        match self {
            Self::Bank => format!("{LABEL}-{number}"),
            Self::Popup => format!("{LABEL}-{number}{POPUP}"),
        }
    }
}

/// Returns whether a label belongs to a window with a bank's page.
pub fn is_one(label: &str) -> bool {
    label.starts_with(LABEL)
}

/// Shows a bank's page.
///
/// # Errors
/// If the system cannot make a window.
pub fn open<R: Runtime>(app: &AppHandle<R>, challenge: ChallengeWindow) -> tauri::Result<()> {
    let ChallengeWindow { number, address, checkout, until, ended } = challenge;
    let watch = Arc::new(Watch {
        app: app.clone(),
        number,
        checkout,
        until,
        ended: Mutex::new(Some(ended)),
        shown: Mutex::default(),
        has_popup: AtomicBool::new(false),
    });
    let opener = Arc::clone(&watch);
    let mut builder = guarded(app, &watch, Place::Bank, address)
        .inner_size(WIDTH, HEIGHT)
        .center()
        .on_new_window(move |address, features| opener.new_window(&address, features));
    if cfg!(windows) {
        builder = builder.data_directory(folder_of_its_own(app, number)?);
    }
    if let Some(card) = app.get_webview_window(CARD) {
        builder = builder.parent(&card)?;
    }
    let window = builder.build()?;
    let closing = Arc::clone(&watch);
    window.on_window_event(move |event| {
        if let WindowEvent::Destroyed = event {
            closing.end_later(ChallengeExit::Closed);
        }
    });
    tauri::async_runtime::spawn(enforce_limits(watch));
    Ok(())
}

/// Brings the bank's page of a showing to the front, if it is open.
pub fn show<R: Runtime>(app: &AppHandle<R>, number: u32) -> bool {
    let open = Place::BOTH.into_iter().filter_map(|place| app.get_webview_window(&place.label(number)));
    open.map(|window| bring_to_front(&window)).count() > 0
}

/// Closes the windows of every showing, if any are open.
pub fn close<R: Runtime>(app: &AppHandle<R>) {
    for (label, window) in app.webview_windows() {
        if is_one(&label) {
            let _ = window.destroy();
        }
    }
}

/// Returns the folder for a web view's files. Windows stores a web view's files in a folder, even those of an incognito
/// one while it runs. The folder is not shared with Paysheet's own, and folders of earlier showings are removed as soon
/// as nothing uses them any more.
fn folder_of_its_own<R: Runtime>(app: &AppHandle<R>, number: u32) -> tauri::Result<PathBuf> {
    let all = app.path().app_local_data_dir()?.join("bank-pages");
    let own = format!("{}-{number}", std::process::id());
    let (folder, earlier) = (all.join(&own), all);
    tauri::async_runtime::spawn_blocking(move || {
        for entry in std::fs::read_dir(earlier).into_iter().flatten().flatten() {
            if entry.file_name() != own.as_str() {
                let _ = std::fs::remove_dir_all(entry.path());
            }
        }
    });
    Ok(folder)
}

/// Builds a window under these rules: nothing of it is stored, and it gets nothing of this computer.
fn guarded<'a, R: Runtime>(
    app: &'a AppHandle<R>,
    watch: &Arc<Watch<R>>,
    place: Place,
    address: Url,
) -> WebviewWindowBuilder<'a, R, AppHandle<R>> {
    let (rules, loads) = (Arc::clone(watch), Arc::clone(watch));
    WebviewWindowBuilder::new(app, place.label(watch.number), WebviewUrl::External(address))
        .title(watch.title(place))
        .min_inner_size(WIDTH_MIN, HEIGHT_MIN)
        .incognito(true)
        .devtools(false)
        .general_autofill_enabled(false)
        .disable_drag_drop_handler()
        .content_protected(true)
        .maximizable(false)
        .initialization_script(CLOSE_SCRIPT)
        .initialization_script_for_all_frames(NO_FULL_SCREEN_SCRIPT)
        .on_navigation(move |address| rules.may_go(place, address))
        .on_download(|_, _| false)
        .on_permission_request(|_, _| PermissionResponse::Deny)
        .on_page_load(move |window, load| match load.event() {
            PageLoadEvent::Started => loads.is_at(place, &window, load.url()),
            PageLoadEvent::Finished => {}
        })
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
                self.end_later(ChallengeExit::Returned);
                false
            }
            Verdict::Deny(why) => {
                tracing::warn!(%why, "the bank's page led where nothing may lead");
                // Nothing is visible yet, and nothing will be: the user must not wait for it.
                if place == Place::Bank && !self.shows_something() {
                    self.end_later(ChallengeExit::BlockedNavigation);
                }
                false
            }
            // This verdict does not apply to a navigation.
            Verdict::OpenPopup => false,
        }
    }

    fn new_window(self: &Arc<Self>, address: &Url, features: NewWindowFeatures) -> NewWindowResponse<R> {
        // The flag is set before anything is made: making a window can let the next request in.
        let had_one = self.has_popup.swap(true, Ordering::SeqCst);
        let response = self.answer(address, features, u32::from(had_one));
        if !had_one && !matches!(response, NewWindowResponse::Create { .. }) {
            self.has_popup.store(false, Ordering::SeqCst);
        }
        response
    }

    fn answer(
        self: &Arc<Self>,
        address: &Url,
        features: NewWindowFeatures,
        open: u32,
    ) -> NewWindowResponse<R> {
        match self.checkout.decide(address.as_str(), Asked::NewWindow { open }) {
            Verdict::OpenPopup => match self.open_popup(features) {
                Ok(window) => NewWindowResponse::Create { window },
                Err(error) => {
                    tracing::warn!(%error, "no window for the bank's page");
                    NewWindowResponse::Deny
                }
            },
            Verdict::Return(_) => {
                self.end_later(ChallengeExit::Returned);
                NewWindowResponse::Deny
            }
            Verdict::Deny(why) => {
                tracing::warn!(%why, "the bank's page asked for a window it may not have");
                NewWindowResponse::Deny
            }
            // This verdict does not apply to a new window.
            Verdict::Allow => NewWindowResponse::Deny,
        }
    }

    /// Opens the popup with a size that Paysheet sets: a page must not cover the screen, nor hide itself.
    fn open_popup(self: &Arc<Self>, features: NewWindowFeatures) -> tauri::Result<WebviewWindow<R>> {
        let Ok(empty) = Url::parse("about:blank") else { unreachable!("an address") };
        self.note(Place::Popup, "");
        let denier = Arc::clone(self);
        let mut builder = guarded(&self.app, self, Place::Popup, empty)
            .window_features(features)
            .inner_size(POPUP_WIDTH, POPUP_HEIGHT)
            .center()
            // Only one popup is allowed.
            .on_new_window(move |address, features| denier.new_window(&address, features));
        if let Some(bank) = self.window(Place::Bank) {
            builder = builder.parent(&bank)?;
        }
        let window = builder.build()?;
        let gone = Arc::clone(self);
        window.on_window_event(move |event| {
            if let WindowEvent::Destroyed = event {
                gone.has_popup.store(false, Ordering::SeqCst);
            }
        });
        Ok(window)
    }

    fn window(&self, place: Place) -> Option<WebviewWindow<R>> {
        self.app.get_webview_window(&place.label(self.number))
    }

    /// Records that a window loads this page from now on, and no other.
    fn is_at(&self, place: Place, window: &WebviewWindow<R>, address: &Url) {
        self.note(place, address.as_str());
        let _ = window.set_title(&self.title(place));
    }

    fn note(&self, place: Place, address: &str) {
        let mut shown = self.shown.lock().unwrap_or_else(PoisonError::into_inner);
        let [bank, popup] = &mut *shown;
        address.clone_into(match place {
            Place::Bank => bank,
            Place::Popup => popup,
        });
    }

    fn shown(&self, place: Place) -> String {
        let shown = self.shown.lock().unwrap_or_else(PoisonError::into_inner);
        let [bank, popup] = &*shown;
        match place {
            Place::Bank => bank.clone(),
            Place::Popup => popup.clone(),
        }
    }

    fn shows_something(&self) -> bool {
        let address = self.shown(Place::Bank);
        !address.is_empty() && !address.starts_with("about:")
    }

    fn left(&self) -> Duration {
        time_left(self.until, Timestamp::now())
    }

    fn title(&self, place: Place) -> String {
        title(&TitleFacts::of(&self.shown(place), self.left()))
    }

    /// Ends the challenge after the current request: a window is not closed while its request is being handled.
    fn end_later(self: &Arc<Self>, how: ChallengeExit) {
        let watch = Arc::clone(self);
        tauri::async_runtime::spawn(async move { watch.end(how) });
    }

    fn close_later(self: &Arc<Self>, place: Place) {
        let watch = Arc::clone(self);
        tauri::async_runtime::spawn(async move { watch.close(place) });
    }

    fn close(&self, place: Place) {
        if let Some(window) = self.window(place) {
            let _ = window.destroy();
        }
    }

    /// Ends the challenge. Only the first end counts, and no window outlives it.
    fn end(&self, how: ChallengeExit) {
        let ended = self.ended.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(ended) = ended {
            ended(how);
        }
        Place::BOTH.into_iter().for_each(|place| self.close(place));
    }

    fn is_over(&self) -> bool {
        self.ended.lock().unwrap_or_else(PoisonError::into_inner).is_none()
    }

    /// Returns how the challenge must end now, if it must.
    fn overdue(&self) -> Option<ChallengeExit> {
        if self.window(Place::Bank).is_none() {
            return Some(ChallengeExit::Closed);
        }
        if self.left().is_zero() {
            return Some(ChallengeExit::Expired);
        }
        let is_astray = Place::BOTH.into_iter().any(|place| self.is_astray(place));
        is_astray.then_some(ChallengeExit::BlockedNavigation)
    }

    /// Returns whether a window is at an address that is not allowed. An address that only the web view handles itself
    /// triggers no navigation request and no change of the title.
    fn is_astray(&self, place: Place) -> bool {
        let Some(window) = self.window(place) else { return false };
        // Before its first page a window has no address, and on some systems its address may not even be requested.
        if self.shown(place).is_empty() {
            return false;
        }
        let verdict = match window.url() {
            Ok(address) => self.checkout.decide(address.as_str(), Asked::Navigation),
            Err(tauri::Error::InvalidUrl(_)) => Verdict::Deny(Denied::Malformed),
            // The window is closing, or closed.
            Err(_) => Verdict::Allow,
        };
        match verdict {
            // The return address is handled before it is reached.
            Verdict::Allow | Verdict::OpenPopup | Verdict::Return(_) => false,
            Verdict::Deny(why) => {
                tracing::warn!(%why, "the bank's window is where nothing may lead");
                true
            }
        }
    }
}

/// Shows the remaining time in the titles. Ends the challenge when the time is over, or when a window is at an address
/// that is not allowed.
async fn enforce_limits<R: Runtime>(watch: Arc<Watch<R>>) {
    let mut ticks = tokio::time::interval(TICK);
    // The first tick comes at once, and the page has just begun to load.
    ticks.tick().await;
    loop {
        ticks.tick().await;
        if watch.is_over() {
            return;
        }
        if let Some(how) = watch.overdue() {
            return watch.end(how);
        }
        for place in Place::BOTH {
            if let Some(window) = watch.window(place) {
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
