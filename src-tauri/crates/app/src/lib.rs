//! The controller of one running application, without its windows: which desk is open, how it is connected, left and
//! restored, and what happens in the card window. Every use case is a method of [`AppState`].
//!
//! It calls the desktop through a port, the trait [`Desktop`], which the shell implements with Tauri and the tests
//! implement without a screen. Not part of this crate: what one open desk can do (desk), windows, and the commands and
//! events by which the window reaches the application (shell).

mod app_paths;
mod app_state;
mod background;
mod background_state;
mod card;
mod card_session;
mod chosen_files;
mod connect;
mod desktop;
mod diagnostics;
mod error;
mod files;
mod key_backup_files;
mod keychain;
mod log_files;
mod open_desk;
mod payroll_files;
mod practice;
mod preferences;
mod printing;
mod region;
mod restore;
mod save_format;
mod saved_file;
mod session;
mod settings;
#[cfg(test)]
mod test_desktop;
#[cfg(test)]
mod tests;

pub use app_paths::AppPaths;
pub use app_state::AppState;
pub use background::OnClose;
pub use card_session::view::{CardStart, CardStep, TopUpPrefill};
pub use chosen_files::{ChosenFile, FileHandle};
pub use desktop::{
    CardWindows, ChallengeExit, ChallengeWindow, Choice, Desktop, Ended, FileDialogs, FileKind, Notice,
    PrintEnd, PrintJob, Printing, Surroundings, Versions,
};
pub use error::{CommandResult, app_error, unexpected};
pub use key_backup_files::{KeyBackupInput, SavedKeyBackup};
pub use log_files::LogFiles;
pub use payroll_files::{OpenedFile, SavedCopy, SavedJournal};
pub use region::Region;
pub use restore::BackupSource;
pub use save_format::{Filter, SaveFormat};
pub use saved_file::{Destination, SavedFile};
