//! The controller of one running application, without its windows: which desk is open, how it is connected, left and
//! restored, and what happens in the card window. Every use case is a method of [`AppState`].
//!
//! It calls the desktop through a port, the trait [`Desktop`], which the shell implements with Tauri and the tests
//! implement without a screen. Not part of this crate: what one open desk can do (desk), windows, and the commands and
//! events by which the window reaches the application (shell).

mod background;
mod card;
mod card_session;
mod connection;
mod documents;
mod state;
#[cfg(test)]
mod test_desktop;
#[cfg(test)]
mod tests;
mod updates;

pub use background::OnClose;
pub use card_session::view::{CardStart, CardStep, TopUpPrefill};
pub use connection::restore::BackupSource;
pub use connection::session::SessionChange;
pub use connection::settings::SettingsChange;
pub use documents::key_backup_files::KeyBackupInput;
pub use documents::payroll_files::OpenedFile;
pub use documents::saved_files::SavedFile;
pub use state::app_paths::AppPaths;
pub use state::app_state::AppState;
pub use state::chosen_files::{ChosenFile, FileHandle};
pub use state::desktop::{
    CardWindows, ChallengeExit, ChallengeWindow, Choice, Desktop, Ended, FileDialogs, FileToOpen, Notice,
    Package, Pending, PrintEnd, PrintJob, Printing, ProgramFile, Progress, Release, Surroundings,
    UpdateFailure, UpdateSupport, Updater, Versions,
};
pub use state::error::{CommandResult, app_error, unexpected};
pub use state::file_to_save::FileToSave;
pub use state::log_files::LogFiles;
pub use state::region::Region;
pub use state::save_format::{Filter, SaveFormat};
pub use updates::UpdateChange;
pub use updates::view::UpdatesView;
