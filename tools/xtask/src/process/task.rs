//! One program that runs to its end, shown to the user as the command line that they could type themselves.

use std::{
    env,
    ffi::OsStr,
    io,
    path::Path,
    process::{Command, Stdio},
    time::Duration,
};

use super::{children::Group, failure::Failure, say};

/// No step of the project takes longer, even on two slow cores.
const LIMIT: Duration = Duration::from_secs(45 * 60);

/// Where the standard error of a visible program goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Errors {
    /// To xtask's standard output: several runners write their closing summary to standard error, and one stream keeps
    /// the order.
    Joined,
    Dropped,
}

/// A program with its arguments, folder and environment.
pub struct Task {
    command: Command,
    line: String,
    limit: Duration,
    errors: Errors,
}

impl Task {
    pub fn new(program: impl AsRef<OsStr>) -> Self {
        let mut command = Command::new(&program);
        for name in env::vars_os().map(|(name, _)| name).filter(|name| is_of_our_own_build(name)) {
            command.env_remove(name);
        }
        command.stdin(Stdio::null());
        Self {
            command,
            line: program.as_ref().to_string_lossy().into_owned(),
            limit: LIMIT,
            errors: Errors::Joined,
        }
    }

    pub fn cargo<A: AsRef<OsStr>>(args: impl IntoIterator<Item = A>) -> Self {
        Self::new("cargo").args(args)
    }

    pub fn npm<A: AsRef<OsStr>>(args: impl IntoIterator<Item = A>) -> Self {
        Self::new(if cfg!(windows) { "npm.cmd" } else { "npm" }).args(args)
    }

    pub fn args<A: AsRef<OsStr>>(mut self, args: impl IntoIterator<Item = A>) -> Self {
        for arg in args {
            self.line = format!("{} {}", self.line, arg.as_ref().to_string_lossy());
            self.command.arg(arg);
        }
        self
    }

    pub fn folder(mut self, folder: &Path) -> Self {
        self.command.current_dir(folder);
        self
    }

    pub fn env(mut self, name: &str, value: impl AsRef<OsStr>) -> Self {
        self.command.env(name, value);
        self
    }

    pub fn without(mut self, name: &str) -> Self {
        self.command.env_remove(name);
        self
    }

    pub fn limit(mut self, limit: Duration) -> Self {
        self.limit = limit;
        self
    }

    pub fn errors(mut self, errors: Errors) -> Self {
        self.errors = errors;
        self
    }

    /// Replaces the command line shown to the user, if the real one is less clear.
    pub fn shown_as(mut self, words: &str) -> Self {
        self.line = words.to_owned();
        self
    }

    /// Runs it visibly; any result but success is a failure that names the command line.
    pub fn run(self) -> Result<(), Failure> {
        let line = self.line.clone();
        let status = self.status()?;
        if status.success() { Ok(()) } else { Err(Failure::Ended { line, status: status.to_string() }) }
    }

    /// Runs it visibly and returns its exit status, which the caller judges.
    pub fn status(mut self) -> Result<std::process::ExitStatus, Failure> {
        say::line(&format!("  $ {}", self.line));
        match self.errors {
            Errors::Joined => self.command.stderr(io::stdout()),
            Errors::Dropped => self.command.stderr(Stdio::null()),
        };
        let mut group = Group::start(&mut self.command).map_err(|source| self.not_started(source))?;
        let limit_s = self.limit.as_secs();
        group.wait(self.limit)?.ok_or(Failure::TooLong { line: self.line, limit_s })
    }

    /// Runs it at the terminal itself, where it may ask the user for a password.
    pub fn attended(mut self) -> Result<(), Failure> {
        say::line(&format!("  $ {}", self.line));
        let status =
            self.command.stdin(Stdio::inherit()).status().map_err(|source| self.not_started(source))?;
        if status.success() {
            Ok(())
        } else {
            Err(Failure::Ended { line: self.line, status: status.to_string() })
        }
    }

    /// Runs it hidden and returns its standard output.
    pub fn output(mut self) -> Result<String, Failure> {
        let output = self.command.output().map_err(|source| self.not_started(source))?;
        if output.status.success() {
            return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
        }
        let said = String::from_utf8_lossy(&output.stderr).trim().to_owned();
        Err(Failure::Ended { line: self.line, status: format!("{}: {said}", output.status) })
    }

    /// Runs it hidden and returns whether it starts and succeeds.
    pub fn succeeds(mut self) -> bool {
        self.command.stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|status| status.success())
    }

    /// Starts it and returns at once; it ends when the returned value is dropped.
    pub fn start(mut self) -> Result<Group, Failure> {
        Group::start(&mut self.command).map_err(|source| self.not_started(source))
    }

    /// Returns the underlying command, for the few callers that need pipes.
    pub fn command(&mut self) -> &mut Command {
        &mut self.command
    }

    fn not_started(&self, source: io::Error) -> Failure {
        Failure::NotStarted { program: self.line.clone(), source }
    }
}

/// Returns whether a variable describes this package. `cargo run` sets such variables in the environment. Build scripts
/// that watch them would run again after each change between `cargo build` and `cargo xtask`, and rebuild half the
/// tree.
fn is_of_our_own_build(name: &OsStr) -> bool {
    let name = name.to_string_lossy();
    ["CARGO_PKG_", "CARGO_MANIFEST_", "CARGO_BIN_", "CARGO_CRATE_", "CARGO_PRIMARY_"]
        .iter()
        .any(|prefix| name.starts_with(prefix))
}

/// Builds every target of the workspace, with the one set of features that all test steps share.
pub fn build_all(root: &Path) -> Result<(), Failure> {
    Task::cargo(["build", "--workspace", "--all-targets", "--locked"]).folder(root).run()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn our_own_package_is_not_told_to_other_builds() {
        for (name, expect) in [
            ("CARGO_PKG_NAME", true),
            ("CARGO_MANIFEST_DIR", true),
            ("CARGO_HOME", false),
            ("CARGO_TARGET_DIR", false),
            ("PATH", false),
        ] {
            assert_eq!(is_of_our_own_build(OsStr::new(name)), expect, "{name}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_failure_names_the_line_and_the_code() {
        let failure = Task::new("sh").args(["-c", "exit 7"]).run().unwrap_err();
        assert_eq!(failure.to_string(), "`sh -c exit 7` ended with exit status: 7");
    }

    #[cfg(unix)]
    #[test]
    fn what_takes_too_long_is_stopped() {
        let failure = Task::new("sleep").args(["600"]).limit(Duration::from_millis(30)).run().unwrap_err();
        assert!(matches!(failure, Failure::TooLong { limit_s: 0, .. }), "{failure}");
    }

    #[test]
    fn a_program_that_is_not_there_is_named() {
        let failure = Task::new("paysheet-no-such-program").output().unwrap_err();
        assert!(failure.to_string().contains("`paysheet-no-such-program` cannot be started"), "{failure}");
    }
}
