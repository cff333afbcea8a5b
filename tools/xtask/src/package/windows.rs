//! The installers for Windows, made on Debian from `src-tauri/packaging/windows`: a program that installs (NSIS), and a
//! package for Windows Installer (MSI). They exist to be checked under Wine, and their names say so: the program in them
//! is built without optimisation. Users get the same installers with a program that was built on Windows: the workflow
//! `release` calls the same script.

use std::path::{Path, PathBuf};

use super::{
    bundle::{self, VERSION},
    notices,
};
use crate::{
    context::Context,
    process::{failure::Failure, say, task::Task},
    setup::{
        systems::{self, WINDOWS},
        ui,
    },
    steps::{Outcome, Step},
};

pub const BUILD: Step =
    Step { name: "windows", purpose: "the program for the check of Windows' installers builds", run: &build };
pub const NSIS: Step =
    Step { name: "nsis", purpose: "an installer for Windows is made, to be checked", run: &nsis };
pub const MSI: Step =
    Step { name: "msi", purpose: "a package for Windows is made, to be checked", run: &msi };

/// The installer of NSIS.
pub const SETUP: &str = concat!("paysheet-", env!("CARGO_PKG_VERSION"), "-check-setup.exe");
/// The package for Windows Installer.
pub const PACKAGE: &str = concat!("paysheet-", env!("CARGO_PKG_VERSION"), "-check.msi");

/// Optimising takes most of a build, and changes nothing about the installation.
const UNOPTIMISED: [(&str, &str); 3] = [
    ("CARGO_PROFILE_RELEASE_LTO", "off"),
    ("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "256"),
    ("CARGO_PROFILE_RELEASE_OPT_LEVEL", "0"),
];

/// Runs a step, unless this machine cannot have the tools for it.
pub fn with_tools(step: impl FnOnce() -> Result<(), Failure>) -> Result<Outcome, Failure> {
    if let Some(reason) = systems::ensure_installers()? {
        return Ok(Outcome::Skipped(reason));
    }
    step()?;
    Ok(Outcome::Passed)
}

/// Returns the folder of the installers.
pub fn folder(context: &Context) -> PathBuf {
    bundle::folder(context).join("windows")
}

/// Returns a file that belongs to the installers.
pub fn source(context: &Context, name: &str) -> PathBuf {
    context.root.join("src-tauri/packaging/windows").join(name)
}

fn build(context: &Context) -> Result<Outcome, Failure> {
    with_tools(|| {
        ui::ensure_built(context)?;
        let build = ["build", "--release", "--locked", "--package", "paysheet", "--bin", "paysheet"];
        let mut task = systems::cargo(context, &build).args(["--target", WINDOWS]);
        for (name, value) in UNOPTIMISED {
            task = task.env(name, value);
        }
        task.run()
    })
}

fn nsis(context: &Context) -> Result<Outcome, Failure> {
    make(context, "nsis", SETUP)
}

fn msi(context: &Context) -> Result<Outcome, Failure> {
    make(context, "msi", PACKAGE)
}

fn make(context: &Context, kind: &str, name: &str) -> Result<Outcome, Failure> {
    with_tools(|| {
        let installer = folder(context).join(name);
        let program = systems::target(context).join(WINDOWS).join("release/paysheet.exe");
        Task::new("bash")
            .args([source(context, "make.sh")])
            .args([kind, VERSION])
            .args([&program, &notices::file(context), &installer])
            .without("SIGN")
            .run()?;
        say_made(&installer);
        Ok(())
    })
}

fn say_made(installer: &Path) {
    say::line(&format!(
        "  For the check only, not for users (the workflow `release` makes theirs): {}",
        installer.display()
    ));
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_installers_name_publisher_and_identifier_as_tauri_does() {
        let configuration: serde_json::Value =
            serde_json::from_str(include_str!("../../../../tauri.conf.json")).unwrap();
        let publisher = configuration["bundle"]["publisher"].as_str().unwrap();
        let notifications = format!(r"AppUserModelId\{}", configuration["identifier"].as_str().unwrap());
        let nsis = include_str!("../../../../src-tauri/packaging/windows/installer.nsi");
        assert!(nsis.contains(&format!("\"Publisher\" \"{publisher}\"")));
        let msi = include_str!("../../../../src-tauri/packaging/windows/paysheet.wxs");
        assert!(msi.contains(&format!("Manufacturer=\"{publisher}\"")));
        for script in [nsis, msi] {
            assert!(script.contains(&notifications));
        }
    }
}
