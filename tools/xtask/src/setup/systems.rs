//! The compilers that build Paysheet for Windows, and type-check it for macOS, on Debian: a Rust whose standard library is
//! packaged as source and so can be built for any target, and C and C++ for Windows. And the tools that make installers
//! for Windows and check them.

use super::{
    debian,
    linux::{self, Family},
};
use std::path::PathBuf;

use crate::{
    context::Context,
    process::{failure::Failure, task::Task},
};

pub const WINDOWS: &str = "x86_64-pc-windows-gnu";
/// The compiler of the package `rustc-web`.
const RUSTC: &str = "/usr/bin/rustc";
const COMPILERS: [&str; 4] = ["rustc-web", "rust-web-src", "gcc-mingw-w64-x86-64", "g++-mingw-w64-x86-64"];
const INSTALLERS: [&str; 4] = ["nsis", "wixl", "wine", "wine64"];

/// Returns the build folder of programs for Windows.
pub fn target(context: &Context) -> PathBuf {
    context.target.join("windows")
}

/// Returns cargo with the compiler that can build for other systems. The standard library is built as well: its package is
/// source.
pub fn cargo(context: &Context, arguments: &[&str]) -> Task {
    Task::cargo(arguments)
        .args(["-Zbuild-std=std,panic_abort,panic_unwind"])
        .env("RUSTC", RUSTC)
        .env("RUSTC_BOOTSTRAP", "1")
        .env("CARGO_TARGET_DIR", target(context))
        .folder(&context.root)
}

/// Installs the compilers that are missing. Returns the reason if this machine cannot have them.
pub fn ensure() -> Result<Option<&'static str>, Failure> {
    ensure_packages(&COMPILERS)
}

/// As [`ensure`], with what makes installers for Windows and installs them.
pub fn ensure_installers() -> Result<Option<&'static str>, Failure> {
    ensure_packages(&[COMPILERS, INSTALLERS].concat())
}

fn ensure_packages(packages: &[&str]) -> Result<Option<&'static str>, Failure> {
    if !cfg!(target_os = "linux") || Family::here() != Family::Debian {
        return Ok(Some("the compilers and tools for the other systems are packages of Debian"));
    }
    let missing: Vec<_> = packages.iter().copied().filter(|package| !is_installed(package)).collect();
    if missing.is_empty() {
        return Ok(None);
    }
    if !debian::can_install(&missing) {
        return Ok(Some("rustc-web or a tool is not available here, or only in place of another package"));
    }
    debian::install(&missing, linux::by_hand(Family::Debian, &missing))?;
    Ok(None)
}

/// Asks the package manager, because `/usr/bin/rustc` may be another package's.
fn is_installed(package: &str) -> bool {
    let query = Task::new("dpkg-query").args(["--show", "--showformat=${db:Status-Status}", package]);
    query.output().is_ok_and(|status| status == "installed")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_package_that_does_not_exist_is_not_installed() {
        assert!(!is_installed("paysheet-no-such-package"));
        assert!(!debian::can_install(&["paysheet-no-such-package"]));
    }
}
