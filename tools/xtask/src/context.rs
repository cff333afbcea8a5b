//! Paths of the repository. Every path that a command uses comes from here.

use std::{
    env,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

/// Time after which the last steps are left out. A loaded computer takes up to three times as long as an idle one, and CI
/// ends a run after 90 minutes: then nothing of it counts.
const LATE: Duration = Duration::from_secs(60 * 60);

/// Which of the scenarios in a real window run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Scenarios {
    All,
    /// Those whose file name contains this.
    Matching(String),
    /// Those of the main path.
    Smoke,
}

/// The repository and its build folder.
pub struct Context {
    pub root: PathBuf,
    pub target: PathBuf,
    pub chosen_scenarios: Scenarios,
    /// What is left out for time runs too.
    pub slow: bool,
    /// When the command began.
    pub started: Instant,
}

impl Context {
    /// The repository that this program was built from.
    pub fn here() -> Self {
        let crate_folder = Path::new(env!("CARGO_MANIFEST_DIR"));
        let root = crate_folder.ancestors().nth(2).unwrap_or(crate_folder).to_path_buf();
        let target =
            env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), |set| root.join(set));
        Self { root, target, chosen_scenarios: Scenarios::All, slow: false, started: Instant::now() }
    }

    /// Whether a step that proves nothing about payments is left out.
    pub fn is_late(&self) -> bool {
        self.started.elapsed() > LATE
    }

    pub fn ui(&self) -> PathBuf {
        self.root.join("ui")
    }

    pub fn scenarios(&self) -> PathBuf {
        self.root.join("tests/e2e")
    }

    /// The fuzzers of the service's decoders.
    pub fn fuzz(&self) -> PathBuf {
        self.root.join("src-tauri/crates/service/fuzz")
    }

    pub fn empty_window(&self) -> PathBuf {
        self.root.join("tools/xtask/empty-window")
    }

    /// Returns a program of the workspace, in the profile's folder of `cargo build`.
    pub fn program(&self, profile: &str, name: &str) -> PathBuf {
        self.target.join(profile).join(name).with_extension(env::consts::EXE_EXTENSION)
    }

    /// Returns a tool that is installed for this repository alone.
    pub fn tool(&self, name: &str) -> PathBuf {
        self.target.join("tools/bin").join(name).with_extension(env::consts::EXE_EXTENSION)
    }
}
