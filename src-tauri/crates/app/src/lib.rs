//! The controller of one running application, without its windows. It calls the desktop through a port, the trait
//! [`Desktop`], which the shell implements with Tauri and the tests implement without a screen.

mod desktop;
mod error;

pub use desktop::{
    CardWindows, ChallengeExit, ChallengeWindow, Choice, Desktop, Ended, FileDialogs, FileKind, SaveFormat,
};
pub use error::{CommandResult, app_error, unexpected};
