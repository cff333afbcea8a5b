//! What the user reads if the program cannot start: what happened, that no money moved, what to do, and where the log is.
//! A start that fails is never silent, and never a blank window.
//!
//! It is a dialog of the system, because no page can show it. The same text goes to standard error: on Linux there may be
//! no display for a dialog.

use std::{
    any::Any,
    error::Error,
    io::{self, Write as _},
    panic::{self, AssertUnwindSafe, Location},
    path::{Path, PathBuf},
    process::ExitCode,
    sync::{
        OnceLock,
        atomic::{AtomicBool, Ordering},
    },
};

use paysheet_app::unexpected;

use self::system::show;
use crate::{background::words, events};

/// Where Microsoft offers WebView2 to users.
const WEB_VIEW_PAGE: &str = "https://developer.microsoft.com/microsoft-edge/webview2/consumer";

/// The folder of the log. Its files are opened here if the start failed before they were.
static LOG_FOLDER: OnceLock<PathBuf> = OnceLock::new();
/// Whether a page was ready once: the program has started.
static HAS_STARTED: AtomicBool = AtomicBool::new(false);
/// Whether the page that is loaded now is ready.
static IS_PAGE_READY: AtomicBool = AtomicBool::new(false);

/// A start that failed.
#[derive(Debug)]
pub struct StartFailure {
    kind: FailureKind,
    cause: Option<Box<dyn Error>>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FailureKind {
    /// On Windows the web view is not part of the system: it is missing, or a policy blocks it.
    WebViewMissing,
    /// There is no display, or this user may not use it.
    #[cfg(target_os = "linux")]
    DisplayMissing,
    /// A folder of the application cannot be created.
    FoldersUnusable,
    WindowNotOpened,
    /// The process that draws the page ended before the page was ready.
    #[cfg(target_os = "linux")]
    PageEnded,
}

impl FailureKind {
    /// The name of its texts in the catalogue.
    const fn name(self) -> &'static str {
        match self {
            Self::WebViewMissing => "webViewMissing",
            #[cfg(target_os = "linux")]
            Self::DisplayMissing => "displayMissing",
            Self::FoldersUnusable => "foldersUnusable",
            Self::WindowNotOpened => "windowNotOpened",
            #[cfg(target_os = "linux")]
            Self::PageEnded => "pageEnded",
        }
    }

    /// Returns whether the desk may have been open: a page can end long after the start.
    const fn may_be_running(self) -> bool {
        match self {
            Self::WebViewMissing | Self::FoldersUnusable | Self::WindowNotOpened => false,
            #[cfg(target_os = "linux")]
            Self::DisplayMissing => false,
            #[cfg(target_os = "linux")]
            Self::PageEnded => true,
        }
    }
}

impl StartFailure {
    pub fn because(kind: FailureKind, cause: impl Into<Box<dyn Error>>) -> Self {
        Self { kind, cause: Some(cause.into()) }
    }

    /// Logs the failure with its causes, and shows it. Returns when the user closed the dialog.
    pub fn report(&self) {
        let (title, text) = self.write();
        let offer = (self.kind == FailureKind::WebViewMissing).then(|| words::of("start.download"));
        if show(&title, &text, offer.as_deref())
            && let Err(error) = tauri_plugin_opener::open_url(WEB_VIEW_PAGE, None::<&str>)
        {
            tracing::warn!(%error, "no browser opened the page of WebView2");
        }
    }

    /// Logs the failure, and shows it while the event loop runs: a dialog that is waited for would stop the loop, and a
    /// payroll that is being sent with it. Calls `then` when the user closed the dialog.
    #[cfg(target_os = "linux")]
    pub fn report_while_running(&self, then: impl Fn() + 'static) {
        let (title, text) = self.write();
        system::show_and_return(&title, &text, then);
    }

    /// Writes the failure with its causes to the log and to standard error. Returns title and text of the dialog.
    fn write(&self) -> (String, String) {
        open_log();
        let system = os_info::get();
        let web_view = tauri::webview_version().unwrap_or_else(|error| format!("not known: {error}"));
        tracing::error!(kind = ?self.kind, %system, web_view, "the program cannot start");
        if let Some(cause) = &self.cause {
            let _ = unexpected(cause.as_ref());
        }
        let log = LOG_FOLDER.get().filter(|_| events::has_log_files());
        let (title, text) = self.message(log.map(PathBuf::as_path));
        // Nobody reads it if this fails.
        let _ = writeln!(io::stderr(), "{title}\n\n{text}");
        (title, text)
    }

    /// Returns title and text of the dialog.
    fn message(&self, log: Option<&Path>) -> (String, String) {
        let name = self.kind.name();
        let (title, money) = if self.kind.may_be_running() {
            ("start.titleRunning", "start.moneyRunning")
        } else {
            ("start.title", "start.money")
        };
        let cause = self.cause.as_ref().map(ToString::to_string).unwrap_or_default();
        let happened = words::filled(words::of(&format!("start.{name}.happened")), &[("cause", &cause)]);
        let action = words::of(&format!("start.{name}.action"));
        let action = words::filled(action, &[("page", WEB_VIEW_PAGE)]);
        let log = log.map(|folder| {
            words::filled(words::of("start.log"), &[("folder", &folder.display().to_string())])
        });
        let text: Vec<String> =
            [Some(happened), Some(words::of(money)), Some(action), log].into_iter().flatten().collect();
        (words::of(title), text.join("\n\n"))
    }
}

/// Returns whether the system has what a window needs. On Linux this opens the display, which Tauri would do a moment
/// later, and panic.
///
/// # Errors
/// If the display or the web view is missing.
pub fn require_system() -> Result<(), StartFailure> {
    #[cfg(target_os = "linux")]
    gtk::init().map_err(|error| StartFailure::because(FailureKind::DisplayMissing, error))?;
    if cfg!(windows)
        && let Err(error) = tauri::webview_version()
    {
        return Err(StartFailure::because(FailureKind::WebViewMissing, error));
    }
    Ok(())
}

/// Runs the program, and reports why it did not start. The main thread may panic until the page is ready: Tauri does so
/// if the window cannot be opened.
pub fn guard(log_folder: Option<PathBuf>, run: impl FnOnce() -> Result<(), StartFailure>) -> ExitCode {
    if let Some(folder) = log_folder {
        let _ = LOG_FOLDER.set(folder);
    }
    log_panics();
    // Nothing that the panic may have left half done is used again.
    let failure = match panic::catch_unwind(AssertUnwindSafe(run)) {
        Ok(Ok(())) => return ExitCode::SUCCESS,
        Ok(Err(failure)) => failure,
        Err(panic) if HAS_STARTED.load(Ordering::SeqCst) => panic::resume_unwind(panic),
        Err(_) => StartFailure { kind: FailureKind::WindowNotOpened, cause: None },
    };
    failure.report();
    ExitCode::FAILURE
}

/// The page can be used.
pub fn page_is_ready() {
    HAS_STARTED.store(true, Ordering::SeqCst);
    IS_PAGE_READY.store(true, Ordering::SeqCst);
}

pub fn is_page_ready() -> bool {
    IS_PAGE_READY.load(Ordering::SeqCst)
}

/// The page is gone. Returns whether it was ready.
#[cfg(target_os = "linux")]
pub fn page_has_ended() -> bool {
    IS_PAGE_READY.swap(false, Ordering::SeqCst)
}

/// Writes every panic to the log. In a debug build the developer also sees the whole message, on standard error alone.
fn log_panics() {
    let default = panic::take_hook();
    panic::set_hook(Box::new(move |panic| {
        if cfg!(debug_assertions) {
            default(panic);
        }
        open_log();
        tracing::error!("{}", panic_text(panic.payload(), panic.location()));
    }));
}

/// Returns what the log says about a panic. A message that was composed may contain a value that is not for the log, so
/// only one that stands in the code is written.
fn panic_text(payload: &(dyn Any + Send), location: Option<&Location<'_>>) -> String {
    let message = payload.downcast_ref::<&'static str>().unwrap_or(&"its message may contain data");
    let location = location.map_or_else(|| "a place that is not known".to_owned(), ToString::to_string);
    format!("panic at {location}: {message}")
}

fn open_log() {
    if let Some(folder) = LOG_FOLDER.get()
        && !events::has_log_files()
    {
        events::log_to(folder);
    }
}

/// The dialog of GTK. It belongs to the main thread, which GTK requires.
#[cfg(target_os = "linux")]
mod system {
    use gtk::{ButtonsType, MessageDialog, MessageType, ResponseType, WindowPosition, prelude::*};

    /// Shows a dialog; the event loop need not run. Returns whether the user chose what it offers.
    pub fn show(title: &str, text: &str, offer: Option<&str>) -> bool {
        let Some(dialog) = dialog(title, text) else { return false };
        if let Some(offer) = offer {
            dialog.add_button(offer, ResponseType::Accept);
        }
        let answer = dialog.run();
        dialog.hide();
        answer == ResponseType::Accept
    }

    /// Shows a dialog, and returns at once. Calls `then` when the user closed it.
    pub fn show_and_return(title: &str, text: &str, then: impl Fn() + 'static) {
        let Some(dialog) = dialog(title, text) else { return then() };
        dialog.connect_response(move |dialog, _| {
            dialog.hide();
            then();
        });
        dialog.present();
    }

    fn dialog(title: &str, text: &str) -> Option<MessageDialog> {
        gtk::is_initialized_main_thread().then(|| {
            MessageDialog::builder()
                .title("Paysheet")
                .message_type(MessageType::Error)
                .text(title)
                .secondary_text(text)
                .buttons(ButtonsType::Close)
                .window_position(WindowPosition::Center)
                .modal(true)
                .build()
        })
    }
}

#[cfg(not(target_os = "linux"))]
mod system {
    use rfd::{MessageButtons, MessageDialog, MessageDialogResult, MessageLevel};

    use crate::background::words;

    /// Shows a dialog. Returns whether the user chose what it offers.
    pub fn show(title: &str, text: &str, offer: Option<&str>) -> bool {
        let close = words::of("start.close");
        let buttons = match offer {
            Some(offer) => MessageButtons::OkCancelCustom(offer.to_owned(), close),
            None => MessageButtons::OkCustom(close),
        };
        let dialog = MessageDialog::new().set_level(MessageLevel::Error).set_buttons(buttons);
        let answer = dialog.set_title(title).set_description(text).show();
        offer.is_some_and(|offer| answer == MessageDialogResult::Custom(offer.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOG: &str = "/home/ada/.local/share/app.paysheet.desk/log";

    fn message_of(kind: FailureKind, log: Option<&str>) -> (String, String) {
        StartFailure::because(kind, "/home/ada/x: Read-only file system").message(log.map(Path::new))
    }

    #[test]
    fn a_failure_says_what_happened_what_it_means_for_the_money_and_what_to_do() {
        for kind in [
            FailureKind::WebViewMissing,
            FailureKind::FoldersUnusable,
            FailureKind::WindowNotOpened,
            #[cfg(target_os = "linux")]
            FailureKind::DisplayMissing,
            #[cfg(target_os = "linux")]
            FailureKind::PageEnded,
        ] {
            let (title, text) = message_of(kind, Some(LOG));
            let parts: Vec<&str> = text.split("\n\n").collect();
            assert_eq!(parts.len(), 4, "{text}");
            for part in parts.into_iter().chain([&*title]) {
                // The key would be shown if its text were missing.
                assert!(
                    part.contains(' ') && !part.starts_with("start.") && !part.contains(['{', '}']),
                    "{part}"
                );
            }
            assert!(text.ends_with(&format!("in the folder {LOG}.")), "{text}");
            assert_eq!(message_of(kind, None).1.split("\n\n").count(), 3, "there is no log to be named");
            for button in ["start.download", "start.close"] {
                assert_ne!(words::of(button), button);
            }
        }
    }

    #[test]
    fn only_a_start_says_that_nobody_was_paid_by_it() {
        let says =
            |kind| message_of(kind, None).1.contains("Nothing was sent and nobody was paid by this start.");
        assert!(says(FailureKind::WebViewMissing) && says(FailureKind::WindowNotOpened));
        // A payroll may have been sent while its page ended.
        #[cfg(target_os = "linux")]
        assert!(!says(FailureKind::PageEnded));
    }

    #[test]
    fn the_way_out_is_in_the_message() {
        assert!(message_of(FailureKind::WebViewMissing, None).1.contains(WEB_VIEW_PAGE));
        assert!(
            message_of(FailureKind::FoldersUnusable, None).1.contains("/home/ada/x: Read-only file system.")
        );
    }

    #[test]
    fn the_log_has_only_messages_of_panics_that_stand_in_the_code() {
        let here = Location::caller();
        let place = here.to_string();
        let composed = format!("no account {}", "0123456789");
        assert_eq!(panic_text(&"no display", Some(here)), format!("panic at {place}: no display"));
        let text = panic_text(&composed, Some(here));
        assert_eq!(text, format!("panic at {place}: its message may contain data"));
        assert!(panic_text(&7_u8, None).starts_with("panic at a place that is not known: "));
    }
}
