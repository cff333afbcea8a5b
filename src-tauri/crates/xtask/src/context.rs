//! Paths of the repository. Every path that a command uses comes from here.

use std::{
    env,
    path::{Path, PathBuf},
    time::Instant,
};

/// The repository and its build folder.
pub struct Context {
    pub root: PathBuf,
    pub target: PathBuf,
    /// Run only the scenarios whose file name contains this.
    pub scenario: Option<String>,
    /// When the command began.
    pub started: Instant,
}

impl Context {
    /// The repository that this program was built from.
    pub fn here() -> Self {
        let crate_folder = Path::new(env!("CARGO_MANIFEST_DIR"));
        let root = crate_folder.ancestors().nth(3).unwrap_or(crate_folder).to_path_buf();
        let target =
            env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), |set| root.join(set));
        Self { root, target, scenario: None, started: Instant::now() }
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
        self.root.join("src-tauri/crates/xtask/empty-window")
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
