//! The controller of one running application, without its windows. It calls the desktop through a port, the trait
//! [`Desktop`], which the shell implements with Tauri and the tests implement without a screen.

mod app_paths;
mod app_state;
mod desktop;
mod error;
mod preferences;

pub use app_paths::AppPaths;
pub use app_state::{AppState, CardStart, CardStep, TopUpPrefill, Unsealed};
pub use desktop::{
    CardWindows, ChallengeExit, ChallengeWindow, Choice, Desktop, Ended, FileDialogs, FileKind, SaveFormat,
};
pub use error::{CommandResult, app_error, unexpected};
