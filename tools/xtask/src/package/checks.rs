//! Checks of the finished packages: their files, Debian's rules, and what a desktop reads.

use std::{collections::BTreeSet, fs, path::Path};

use super::bundle::{self, DEB, RPM};
use crate::{
    context::Context,
    process::{failure::Failure, task::Task},
    steps::{Outcome, Step},
};

pub const FILES: Step =
    Step { name: "files", purpose: "both packages have the files that are listed", run: &files };
pub const LINTIAN: Step = Step { name: "lintian", purpose: "Debian's rules hold", run: &lintian };
pub const METADATA: Step =
    Step { name: "metadata", purpose: "menus and software centres understand it", run: &metadata };

const RPM_FORMAT: &str = "[%{FILEMODES:perms} %{FILENAMES}\\n]";

fn files(context: &Context) -> Result<Outcome, Failure> {
    let deb = Task::new("dpkg-deb").args(["--contents"]).args([bundle::package(context, DEB)?]).output()?;
    compare_with(&bundle::source(context, "deb-files.txt"), &deb.lines().filter_map(of_deb).collect())?;
    let rpm = Task::new("rpm").args(["--query", "--package", "--queryformat", RPM_FORMAT]);
    let rpm = rpm.args([bundle::package(context, RPM)?]).output()?;
    let files = rpm.lines().filter(|line| !is_folder(line)).map(str::to_owned).collect();
    compare_with(&bundle::source(context, "rpm-files.txt"), &files)?;
    Ok(Outcome::Passed)
}

/// Returns whether a line, which begins with the mode, is of a folder. An .rpm has only those of its own.
fn is_folder(line: &str) -> bool {
    line.starts_with('d')
}

/// Returns mode and path of a line of `dpkg-deb --contents`: mode, owner, size, day, time, path; none for a folder.
fn of_deb(line: &str) -> Option<String> {
    let mut words = line.split_whitespace();
    let mode = words.next().filter(|mode| !is_folder(mode))?;
    Some(format!("{mode} /{}", words.nth(4)?))
}

/// Compares a package's files with the list of them.
fn compare_with(list: &Path, found: &BTreeSet<String>) -> Result<(), Failure> {
    compare(&list.display().to_string(), &listed(list)?, found)
}

/// Returns the lines of a list.
pub fn listed(list: &Path) -> Result<BTreeSet<String>, Failure> {
    let text = fs::read_to_string(list).map_err(Failure::file(list))?;
    Ok(text.lines().map(str::to_owned).collect())
}

/// Fails with the differences of what is there from what is expected, which has this name.
pub fn compare(name: &str, expected: &BTreeSet<String>, found: &BTreeSet<String>) -> Result<(), Failure> {
    let missing = expected.difference(found).map(|line| format!("missing: {line}"));
    let differences: Vec<_> =
        missing.chain(found.difference(expected).map(|line| format!("not listed: {line}"))).collect();
    if differences.is_empty() {
        return Ok(());
    }
    Err(Failure::Differs { from: name.to_owned(), differences })
}

fn lintian(context: &Context) -> Result<Outcome, Failure> {
    Task::new("lintian")
        .args(["--fail-on", "error,warning", "--tag-display-limit", "0", "--allow-root"])
        .args([bundle::package(context, DEB)?])
        .run()?;
    Ok(Outcome::Passed)
}

fn metadata(context: &Context) -> Result<Outcome, Failure> {
    let folder = tempfile::tempdir().map_err(Failure::file(std::env::temp_dir()))?;
    let unpack = Task::new("dpkg-deb").args(["--extract"]).args([bundle::package(context, DEB)?]);
    unpack.args([folder.path()]).run()?;
    let entry = folder.path().join("usr/share/applications/Paysheet.desktop");
    Task::new("desktop-file-validate").args([entry]).run()?;
    // The whole tree: also that the description and the menu's entry belong together.
    Task::new("appstreamcli").args(["validate-tree", "--no-net"]).args([folder.path()]).run()?;
    Ok(Outcome::Passed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_of_a_deb_is_its_mode_and_path() {
        for (line, expect) in [
            ("drwxr-xr-x 0/0               0 2026-11-30 18:50 usr/bin", None),
            (
                "-rwxr-xr-x 0/0       107892352 2026-11-30 18:50 usr/bin/paysheet",
                Some("-rwxr-xr-x /usr/bin/paysheet"),
            ),
            ("", None),
        ] {
            assert_eq!(of_deb(line).as_deref(), expect, "{line}");
        }
    }

    #[test]
    fn a_file_too_many_and_one_too_few_are_named() {
        let folder = tempfile::tempdir().unwrap();
        let list = folder.path().join("files.txt");
        fs::write(&list, "-rw-r--r-- /a\n-rw-r--r-- /b\n").unwrap();
        let found = |names: [&str; 2]| names.map(|name| format!("-rw-r--r-- /{name}")).into();
        compare_with(&list, &found(["a", "b"])).unwrap();
        let failure = compare_with(&list, &found(["b", "c"])).unwrap_err();
        let said = failure.to_string();
        assert!(said.ends_with("  missing: -rw-r--r-- /a\n  not listed: -rw-r--r-- /c"), "{said}");
    }
}
