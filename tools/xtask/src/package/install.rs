//! Installs the .deb in a clean Debian. Root and a plain user can do this alike: `mmdebstrap` makes the root, runs commands
//! in it, and removes it.

use std::fs;

use super::bundle::{self, DEB};
use crate::{
    context::Context,
    process::{failure::Failure, say, task::Task},
    steps::{Outcome, Step},
};

pub const STEP: Step = Step {
    name: "install",
    purpose: "the .deb is installed in a clean Debian, opens its window, and leaves nothing behind",
    run: &check,
};

/// The oldest Debian that has every library.
const SUITE: &str = "bookworm";
/// A clean root, kept for the next run.
const BASE: &str = "base.tar";
const BASE_MEANWHILE: &str = "base-unfinished.tar";
const SCRIPT: &str = "install-check.sh";
const PACKAGE: &str = "paysheet.deb";

/// Downloads what the package and the check need, so that the next run needs nothing but the lists of packages.
const FETCH: &str = "--customize-hook=chroot \"$1\" apt-get -q --yes --no-install-recommends --download-only install \
                     libayatana-appindicator3-1 libwebkit2gtk-4.1-0 dbus gnome-keyring xdotool xvfb";
/// Runs the script as the first process of a namespace: the system ends what it started when it ends.
const RUN: &str = "--customize-hook=chroot \"$1\" unshare --pid --fork --kill-child --mount-proc --propagation \
                   unchanged sh /install-check.sh";

fn check(context: &Context) -> Result<Outcome, Failure> {
    let folder = bundle::folder(context);
    if !folder.join(BASE).exists() {
        say::line("  Making a clean Debian once.");
        // Each root gets its own devices: a plain user cannot unpack any.
        let kept = ["--skip=cleanup/apt/cache", "--skip=output/dev"];
        let make = Task::new("mmdebstrap").args(["--quiet", "--variant=minbase"]).args(kept);
        make.args([FETCH, SUITE, BASE_MEANWHILE]).folder(&folder).run()?;
        let made = fs::rename(folder.join(BASE_MEANWHILE), folder.join(BASE));
        made.map_err(Failure::file(folder.join(BASE)))?;
    }
    let package = bundle::package(context, DEB)?;
    for (from, name) in [(package, PACKAGE), (bundle::source(context, SCRIPT), SCRIPT)] {
        fs::copy(&from, folder.join(name)).map_err(Failure::file(from))?;
    }
    Task::new("mmdebstrap")
        .args(["--quiet", "--variant=custom"])
        .args([
            format!("--setup-hook=tar-in {BASE} /"),
            format!("--customize-hook=copy-in {PACKAGE} {SCRIPT} /"),
        ])
        .args([RUN, SUITE, "/dev/null"])
        .folder(&folder)
        .run()?;
    Ok(Outcome::Passed)
}
