//! Installs packages on Debian and its derivatives, as root or through sudo, never without printing it first.

use std::{io, io::IsTerminal};

use super::path::is_on_path;
use crate::process::{failure::Failure, say, task::Task};

/// Whether packages can be installed here.
enum Rights {
    Root,
    Sudo,
    None,
}

/// Installing never removes another package.
const INSTALL: [&str; 4] = ["install", "--yes", "--no-install-recommends", "--no-remove"];

/// Returns whether the package lists have all `packages`, and none of them displaces an installed one.
pub fn can_install(packages: &[&str]) -> bool {
    Task::new("apt-get").args(INSTALL).args(["--simulate"]).args(packages).succeeds()
}

/// Installs `packages`, or returns `by_hand` if nobody at this terminal may install them.
pub fn install(packages: &[&str], by_hand: Failure) -> Result<(), Failure> {
    let rights = rights();
    if matches!(rights, Rights::None) {
        return Err(by_hand);
    }
    say::line(&format!("  Missing packages, installed now with apt-get: {}", packages.join(" ")));
    apt(&rights, &["update"])?;
    apt(&rights, &[&INSTALL, packages].concat())
}

fn rights() -> Rights {
    let user = Task::new("id").args(["-u"]).output().unwrap_or_default();
    if user.trim() == "0" {
        return Rights::Root;
    }
    let may_ask = io::stdin().is_terminal();
    if is_on_path("sudo") && (may_ask || Task::new("sudo").args(["-n", "true"]).succeeds()) {
        return Rights::Sudo;
    }
    Rights::None
}

fn apt(rights: &Rights, args: &[&str]) -> Result<(), Failure> {
    let quiet = ["apt-get", "-q"];
    match rights {
        Rights::Root => {
            Task::new("env").args(["DEBIAN_FRONTEND=noninteractive"]).args(quiet).args(args).run()
        }
        Rights::Sudo => {
            let task = Task::new("sudo").args(["env", "DEBIAN_FRONTEND=noninteractive"]);
            task.args(quiet).args(args).attended()
        }
        Rights::None => Ok(()),
    }
}
