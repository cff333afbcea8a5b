//! What a running application holds, and the port by which it reaches the desktop.

pub(crate) mod app_paths;
pub(crate) mod app_state;
pub(crate) mod background_state;
pub(crate) mod chosen_files;
pub(crate) mod desktop;
pub(crate) mod error;
pub(crate) mod file_to_save;
pub(crate) mod keychain;
pub(crate) mod log_files;
pub(crate) mod open_desk;
pub(crate) mod preferences;
pub(crate) mod region;
pub(crate) mod save_format;
pub(crate) mod update_state;
