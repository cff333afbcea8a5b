//! The interface's packages and its build. Both are skipped when nothing changed: the packages by comparing the lock
//! file with a copy stored beside them, the build by comparing times.

use std::{fs, path::Path};

use super::{
    node,
    sources::{changed_at, newest_below},
};
use crate::{
    context::Context,
    process::{failure::Failure, say, task::Task},
};

/// File below `node_modules`: a copy of the lock file from which they were installed.
const INSTALLED_FROM: &str = ".installed-from.json";

/// Installs exactly the packages of `folder/package-lock.json`, unless they are already installed.
pub fn ensure_packages(folder: &Path) -> Result<(), Failure> {
    let lock = folder.join("package-lock.json");
    let copy = folder.join("node_modules").join(INSTALLED_FROM);
    let locked = fs::read(&lock).map_err(Failure::file(&lock))?;
    if fs::read(&copy).is_ok_and(|installed| installed == locked) {
        return Ok(());
    }
    Task::npm(["ci", "--no-audit", "--no-fund"]).folder(folder).run()?;
    fs::create_dir_all(folder.join("node_modules")).map_err(Failure::file(folder))?;
    fs::write(&copy, locked).map_err(Failure::file(copy))
}

/// Builds `ui/dist`, which the application embeds, when a source is newer than the last build.
pub fn ensure_built(context: &Context) -> Result<(), Failure> {
    node::ensure(context)?;
    ensure_packages(&context.ui())?;
    let stamp = context.target.join("ui-built");
    if is_built(&context.ui(), &stamp) {
        say::line("  ui/dist is up to date.");
        return Ok(());
    }
    Task::npm(["run", "build"]).folder(&context.ui()).run()?;
    fs::create_dir_all(&context.target).map_err(Failure::file(&context.target))?;
    fs::write(&stamp, []).map_err(Failure::file(stamp))
}

/// Runs a script of `folder/package.json`.
pub fn script(context: &Context, folder: &Path, name: &str) -> Result<(), Failure> {
    node::ensure(context)?;
    ensure_packages(folder)?;
    Task::npm(["run", name]).folder(folder).run()
}

/// Returns whether the interface is built. The build script of the application writes a placeholder page if there is no
/// interface; that page is newer than the stamp, and so does not count as built.
fn is_built(ui: &Path, stamp: &Path) -> bool {
    let Ok(built) = changed_at(stamp) else { return false };
    let page = changed_at(&ui.join("dist/index.html"));
    page.is_ok_and(|page| page <= built) && newest_below(ui).is_ok_and(|source| source <= built)
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, SystemTime};

    use super::*;

    /// Makes a folder like `ui/`, with the times (seconds) of source, page and stamp, and checks the result.
    fn check(source_s: u64, page_s: Option<u64>, stamp_s: Option<u64>, expect: bool) {
        let folder = tempfile::tempdir().unwrap();
        let ui = folder.path().join("ui");
        fs::create_dir_all(ui.join("dist")).unwrap();
        let at = |path: &Path, time_s: u64| {
            fs::write(path, []).unwrap();
            let file = fs::File::options().write(true).open(path).unwrap();
            file.set_modified(SystemTime::UNIX_EPOCH + Duration::from_secs(time_s)).unwrap();
        };
        at(&ui.join("main.tsx"), source_s);
        if let Some(time_s) = page_s {
            at(&ui.join("dist/index.html"), time_s);
        }
        let stamp = folder.path().join("stamp");
        if let Some(time_s) = stamp_s {
            at(&stamp, time_s);
        }
        assert_eq!(is_built(&ui, &stamp), expect, "{source_s} {page_s:?} {stamp_s:?}");
    }

    #[test]
    fn a_build_counts_only_when_it_is_ours_and_younger_than_its_sources() {
        check(100, Some(110), Some(120), true);
        check(130, Some(110), Some(120), false);
        check(100, Some(140), Some(120), false);
        check(100, None, Some(120), false);
        check(100, Some(110), None, false);
    }
}
