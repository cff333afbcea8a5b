//! Notifications of the system.

use paysheet_app::Notice;

use super::words;

/// Shows a notification. It stays in the system's list until the user removes it; nothing waits for an answer.
pub fn show(notice: &Notice) {
    let (title, text) = words::notice(notice);
    tauri::async_runtime::spawn_blocking(move || {
        let mut notification = notify_rust::Notification::new();
        notification.appname("Paysheet").summary(&title).body(&text).icon("paysheet");
        if let Err(error) = notification.show() {
            tracing::warn!(%error, "a notification is not shown");
        }
    });
}
