//! The state of the program beside its main window.

use std::sync::atomic::AtomicBool;

use tokio::sync::Notify;

/// The state of the program beside its window.
#[derive(Default)]
pub struct Background {
    /// The main window is hidden, and only the tray or the Dock leads back to it.
    pub hidden: AtomicBool,
    /// Another desk may be open, or the main window was hidden.
    pub changed: Notify,
    /// The closed window stays until its user answered whether the program starts at login.
    pub offers_login: AtomicBool,
}
