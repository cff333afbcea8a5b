//! The start at login: an entry in the system's list of programs to start, for this user only.

use std::{env, path::PathBuf};

use auto_launch::{AutoLaunch, AutoLaunchBuilder, MacOSLaunchMode};
use paysheet_app::{CommandResult, unexpected};
use paysheet_desk::view::Toggle;

/// The argument of a start by the system.
const ARGUMENT: &str = "--at-login";

/// Returns whether the system started this program, not the user.
pub fn is_start() -> bool {
    env::args_os().any(|argument| argument == ARGUMENT)
}

/// Returns whether the system starts the program at login.
pub fn state() -> Toggle {
    let enabled = entry().and_then(|entry| entry.is_enabled().map_err(|error| unexpected(&error)));
    Toggle::of(enabled.unwrap_or(false))
}

/// Adds the program to the system's list, or removes it.
///
/// # Errors
/// `unexpected` if the list cannot be written.
pub fn set(toggle: Toggle) -> CommandResult<()> {
    let entry = entry()?;
    let written = match toggle {
        Toggle::On => entry.enable(),
        Toggle::Off => entry.disable(),
    };
    written.map_err(|error| unexpected(&error))
}

fn entry() -> CommandResult<AutoLaunch> {
    let path = program().map_err(|error| unexpected(&error))?;
    let mut builder = AutoLaunchBuilder::new();
    builder.set_app_name("Paysheet").set_app_path(&path.to_string_lossy()).set_args(&[ARGUMENT]);
    builder.set_macos_launch_mode(MacOSLaunchMode::LaunchAgent);
    builder.build().map_err(|error| unexpected(&error))
}

/// Returns the path of the program. That of an AppImage is the image itself: its content is mounted elsewhere each time.
fn program() -> std::io::Result<PathBuf> {
    match env::var_os("APPIMAGE") {
        Some(image) => Ok(image.into()),
        None => env::current_exe(),
    }
}
