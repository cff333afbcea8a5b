//! The state of the program beside its main window.

use std::sync::atomic::{AtomicBool, AtomicU64};

use tokio::sync::Notify;

/// The state of the program beside its window.
#[derive(Default)]
pub struct Background {
    /// The main window is hidden, and only the tray or the Dock leads back to it.
    pub hidden: AtomicBool,
    /// How often the main window was brought to the front.
    pub times_shown: AtomicU64,
    /// The program ends as soon as the open desk is closed.
    pub is_ending: AtomicBool,
    /// Another desk may be open, or the main window was hidden.
    pub changed: Notify,
    /// The closed window stays until its user answered whether the program starts at login.
    pub offers_login: AtomicBool,
}
