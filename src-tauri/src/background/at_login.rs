//! The start at login: an entry in the system's list of programs to start, for this user only.

use std::{env, path::PathBuf};

use auto_launch::{AutoLaunch, AutoLaunchBuilder, MacOSLaunchMode, WindowsEnableMode};
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
    builder.set_app_name("Paysheet").set_app_path(&quoted(&path.to_string_lossy())).set_args(&[ARGUMENT]);
    builder.set_macos_launch_mode(MacOSLaunchMode::LaunchAgent);
    builder.set_windows_enable_mode(WindowsEnableMode::CurrentUser);
    builder.build().map_err(|error| unexpected(&error))
}

/// Returns the path of the program. That of an AppImage is the image itself: its content is mounted elsewhere each time.
fn program() -> std::io::Result<PathBuf> {
    match env::var_os("APPIMAGE") {
        Some(image) => Ok(image.into()),
        None => env::current_exe(),
    }
}

/// Returns a path as the system's entry needs it, where the library writes it into a command line: it may contain spaces.
/// On Linux the entry is a desktop file, whose values have an escape of their own below the quotes of the command.
#[cfg(target_os = "linux")]
fn quoted(path: &str) -> String {
    let mut quoted = String::from('"');
    for character in path.chars() {
        match character {
            '\\' => quoted.push_str(r"\\\\"),
            '"' | '`' | '$' => quoted.extend([r"\\", &character.to_string()]),
            '%' => quoted.push_str("%%"),
            other => quoted.push(other),
        }
    }
    quoted.push('"');
    quoted
}

/// No path of Windows contains a quotation mark.
#[cfg(windows)]
fn quoted(path: &str) -> String {
    format!("\"{path}\"")
}

/// The entry of macOS is a list of arguments.
#[cfg(target_os = "macos")]
fn quoted(path: &str) -> String {
    path.to_owned()
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::{fs, process::Command};

    use super::*;

    /// Set for the test that is started again, in a home of its own.
    const IN_OWN_HOME: &str = "PAYSHEET_TEST_IN_OWN_HOME";

    /// The list belongs to the user who runs the tests: it is written below a home of this test's own, by this program
    /// started anew.
    #[test]
    fn the_entry_starts_this_program_hidden_and_is_removed_again() {
        if let Some(home) = env::var_os(IN_OWN_HOME) {
            let entry = PathBuf::from(home).join(".config/autostart/Paysheet.desktop");
            assert_eq!((state(), entry.exists()), (Toggle::Off, false));
            set(Toggle::On).expect("it is written");
            let text = fs::read_to_string(&entry).expect("the entry");
            let command = text.lines().find(|line| line.starts_with("Exec=")).expect("a command");
            // The content of an AppImage is mounted elsewhere at each start.
            assert_eq!(command, "Exec=\"/opt/Paysheet one.AppImage\" --at-login");
            assert_eq!(state(), Toggle::On);
            set(Toggle::On).expect("written twice is written once");
            set(Toggle::Off).expect("it is removed");
            assert_eq!((state(), entry.exists()), (Toggle::Off, false));
            set(Toggle::Off).expect("nothing is left to be removed");
            assert!(!is_start(), "this test was started by a person");
            return;
        }
        let home = tempfile::tempdir().expect("a folder");
        let again = Command::new(env::current_exe().expect("a program"))
            .args([
                "--exact",
                "background::at_login::tests::the_entry_starts_this_program_hidden_and_is_removed_again",
            ])
            .env(IN_OWN_HOME, home.path())
            .env("HOME", home.path())
            .env("XDG_CONFIG_HOME", home.path().join(".config"))
            .env("APPIMAGE", "/opt/Paysheet one.AppImage")
            .output()
            .expect("it starts");
        let said = String::from_utf8_lossy(&again.stdout);
        assert!(again.status.success() && said.contains("1 passed"), "{said}");
    }

    /// By the desktop entry specification, "The Exec key".
    #[test]
    fn a_path_is_one_argument_whatever_it_contains() {
        for (path, expected) in [
            ("/usr/bin/paysheet", r#""/usr/bin/paysheet""#),
            ("/opt/Pay sheet/paysheet", r#""/opt/Pay sheet/paysheet""#),
            ("/opt/100%/paysheet", r#""/opt/100%%/paysheet""#),
            (r#"/opt/a"b$c`d/paysheet"#, r#""/opt/a\\"b\\$c\\`d/paysheet""#),
            (r"/opt/a\b", r#""/opt/a\\\\b""#),
        ] {
            assert_eq!(quoted(path), expected);
        }
    }
}
