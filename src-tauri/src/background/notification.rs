//! Notifications of the system.

use notify_rust::Notification;
use paysheet_app::Notice;
use tauri::{AppHandle, Runtime};

use super::words;

/// Shows a notification. It stays in the system's list until the user removes it; nothing waits for an answer.
pub fn show<R: Runtime>(app: &AppHandle<R>, notice: &Notice) {
    let (title, text) = words::notice(notice);
    let identifier = app.config().identifier.clone();
    tauri::async_runtime::spawn_blocking(move || {
        let mut notification = Notification::new();
        notification.appname("Paysheet").summary(&title).body(&plain(text)).icon("paysheet");
        set_sender(&mut notification, &identifier);
        if let Err(error) = notification.show() {
            tracing::warn!(%error, "a notification is not shown");
        }
    });
}

/// Sends the notification under the name and the icon of the program. On Linux both are part of it.
#[cfg(target_os = "linux")]
const fn set_sender(_: &mut Notification, _: &str) {}

/// Sends the notification under the name and the icon that the installer registered for the program. A program that was
/// not installed has none, and Windows may not show a notification of an unknown sender: it is sent as PowerShell's.
#[cfg(windows)]
fn set_sender(notification: &mut Notification, identifier: &str) {
    if windows_registry::CLASSES_ROOT.open(format!("AppUserModelId\\{identifier}")).is_ok() {
        notification.app_id(identifier);
    }
}

/// Sends the notification under the name and the icon of the program's bundle. The system knows no bundle of a program
/// that was not installed: then the notification is sent as Terminal's. It is set once, before the first notification.
#[cfg(target_os = "macos")]
fn set_sender(_: &mut Notification, identifier: &str) {
    static SET: std::sync::Once = std::sync::Once::new();
    SET.call_once(|| {
        if let Err(error) = notify_rust::set_application(identifier) {
            tracing::warn!(%error, "notifications are not shown under the program's own name");
        }
    });
}

/// Returns a text that is shown as it is. Some desktops of Linux read the text as markup, and the name of a payroll is
/// foreign text.
#[cfg(target_os = "linux")]
fn plain(text: String) -> String {
    let is_markup = notify_rust::get_capabilities().is_ok_and(|can| can.iter().any(|it| it == "body-markup"));
    if is_markup { escaped(&text) } else { text }
}

#[cfg(not(target_os = "linux"))]
const fn plain(text: String) -> String {
    text
}

#[cfg(target_os = "linux")]
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    #[test]
    fn a_payroll_name_is_no_markup() {
        for (text, expected) in [
            ("November: 2 payments failed", "November: 2 payments failed"),
            ("<a href=\"x\">Nov</a> & more", "&lt;a href=\"x\"&gt;Nov&lt;/a&gt; &amp; more"),
        ] {
            assert_eq!(super::escaped(text), expected);
        }
    }
}
