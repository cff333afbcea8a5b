//! Notifications of the system.

use paysheet_app::Notice;

use super::words;

/// Shows a notification. It stays in the system's list until the user removes it; nothing waits for an answer.
pub fn show(notice: &Notice) {
    let (title, text) = words::notice(notice);
    tauri::async_runtime::spawn_blocking(move || {
        let mut notification = notify_rust::Notification::new();
        notification.appname("Paysheet").summary(&title).body(&plain(text)).icon("paysheet");
        if let Err(error) = notification.show() {
            tracing::warn!(%error, "a notification is not shown");
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
