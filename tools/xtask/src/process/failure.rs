//! All failures that can stop a command, with the messages that the user sees.

use std::{io, path::PathBuf};

use thiserror::Error;

/// Why a command stopped.
#[derive(Debug, Error)]
pub enum Failure {
    #[error("`{program}` cannot be started: {source}")]
    NotStarted { program: String, source: io::Error },
    #[error("`{line}` ended with {status}")]
    Ended { line: String, status: String },
    #[error("`{line}` did not end within {limit_s} s and was stopped")]
    TooLong { line: String, limit_s: u64 },
    #[error("interrupted; everything that was started has been stopped")]
    Interrupted,
    #[error("Ctrl-C cannot be watched: {0}")]
    Signals(#[from] ctrlc::Error),
    #[error("{path}: {source}")]
    File { path: PathBuf, source: io::Error },
    #[error("{path} cannot be read as Rust: {source}")]
    Source { path: PathBuf, source: syn::Error },
    #[error("{line} answered with something that cannot be read: {source}")]
    Answer { line: String, source: serde_json::Error },
    #[error("missing on this machine: {missing}\nInstall it and start again:\n  {command}")]
    PackagesMissing { missing: String, command: String },
    #[error(
        "Node {needed} or newer with npm is needed, {found}. Get it from https://nodejs.org and start again."
    )]
    Node { needed: String, found: String },
    #[error("the house rules are broken:\n  {}", .0.join("\n  "))]
    Architecture(Vec<String>),
    #[error("this commit cannot be released:\n  {}", .0.join("\n  "))]
    NotReleasable(Vec<String>),
    #[error("there is no step `{name}`, only {known}")]
    NoSuchStep { name: String, known: String },
    #[error("no scenario in {folder} matches `{pattern}`")]
    NoScenario { folder: PathBuf, pattern: String },
    #[error("{program} did not say within {limit_s} s that it is ready")]
    NotReady { program: String, limit_s: u64 },
    #[error("port {port} of this computer, for the development server, is in use")]
    PortInUse { port: u16 },
    #[error("the step `{step}` failed: {why}")]
    Step { step: &'static str, why: Box<Failure> },
    #[error(
        "{mutant} does not fit the code: its text is {times} times in {file}, not once. Follow it in xtask/src/mutants/table.rs"
    )]
    MutantDoesNotFit { mutant: String, file: String, times: usize },
    #[error("nothing caught {}", .0.join(", "))]
    MutantsSurvived(Vec<String>),
    #[error("a killed payroll did not end as it must: {0}")]
    Kills(String),
    #[error("what is there differs from {from}:\n  {}", .differences.join("\n  "))]
    Differs { from: String, differences: Vec<String> },
    #[error("the third-party notices have no licence of {of}")]
    NoLicence { of: String },
    #[error("measuring needs a Linux machine with Xvfb")]
    NoBenchHere,
    /// The application itself ended with this code; it has already printed the reason.
    #[error("the application ended with code {code}")]
    AppEnded { code: u8 },
}

impl Failure {
    /// Returns a function for `map_err`: it makes an error of the file system at `path`.
    pub fn file(path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> Self {
        let path = path.into();
        move |source| Self::File { path, source }
    }
}
