//! Packs the release program with Tauri's command line, which is one of the packages of `ui/`. `tauri.conf.json` says what
//! is in a package; what depends on the version or is compressed is made here and added.

use std::{fs, io, path::PathBuf};

use serde_json::json;

use super::{
    files::{emptied, read, write},
    notices,
};
use crate::{
    context::Context,
    process::{failure::Failure, task::Task},
    steps::{Outcome, Step},
};

pub const STEP: Step = Step { name: "bundle", purpose: "a .deb and an .rpm are made", run: &bundle };
pub const DEB: &str = "deb";
pub const RPM: &str = "rpm";

pub const VERSION: &str = env!("CARGO_PKG_VERSION");
/// The author in `Cargo.toml`, from whom Tauri makes the packages' maintainer.
const MAINTAINER: &str = "Paysheet <packages@paysheet.example>";
const METAINFO: &str = "app.paysheet.desk.metainfo.xml";
const MANUAL: &str = "paysheet.1";
const CHANGELOG: &str = "changelog";

/// Returns the folder of all that this command makes.
pub fn folder(context: &Context) -> PathBuf {
    context.target.join("package")
}

/// Returns a file that belongs to packages for Linux.
pub fn source(context: &Context, name: &str) -> PathBuf {
    context.root.join("src-tauri/packaging/linux").join(name)
}

/// Returns the package with this ending. The bundler puts version and architecture into its name.
pub fn package(context: &Context, ending: &str) -> Result<PathBuf, Failure> {
    let folder = folder(context).join("release/bundle").join(ending);
    for entry in fs::read_dir(&folder).map_err(Failure::file(&folder))? {
        let path = entry.map_err(Failure::file(&folder))?.path();
        if path.extension().is_some_and(|found| found == ending) {
            return Ok(path);
        }
    }
    Err(Failure::File { path: folder, source: io::ErrorKind::NotFound.into() })
}

fn bundle(context: &Context) -> Result<Outcome, Failure> {
    let folder = folder(context);
    // The bundler writes into the program what kind of package it is in: it gets a copy, in the place where it looks.
    let program = folder.join("release/paysheet");
    emptied(&folder.join("release"))?;
    fs::copy(context.program("release", "paysheet"), &program).map_err(Failure::file(&program))?;
    let additions = made(context)?;
    Task::new(context.ui().join("node_modules/.bin/tauri"))
        .args(["bundle", "--ci", "--bundles", "deb,rpm", "--config"])
        .args([additions])
        .args(["--config"])
        .args([notices::configuration(context)])
        .env("CARGO_TARGET_DIR", &folder)
        .folder(&context.root)
        .run()?;
    Ok(Outcome::Passed)
}

/// Makes the files that depend on the version or are compressed. Returns the configuration that adds them.
fn made(context: &Context) -> Result<PathBuf, Failure> {
    let made = folder(context).join("made");
    emptied(&made)?;
    let metainfo = read(&source(context, METAINFO))?;
    let metainfo = metainfo.replace("@VERSION@", VERSION).replace("@DATE@", &committed(context, "%cs")?);
    write(&made.join(METAINFO), &metainfo)?;
    write(&made.join(MANUAL), &read(&source(context, MANUAL))?)?;
    let changelog = read(&context.root.join("CHANGELOG.md"))?;
    write(&made.join(CHANGELOG), &debian_changelog(&changelog, &committed(context, "%cD")?))?;
    // Without name and time, so that the same sources give the same file.
    let compress = Task::new("gzip").args(["--best", "--no-name", MANUAL, CHANGELOG]);
    compress.folder(&made).output()?;
    let path_of = |name: &str| made.join(name).to_string_lossy().into_owned();
    let common = json!({
        "/usr/share/man/man1/paysheet.1.gz": path_of("paysheet.1.gz"),
        "/usr/share/metainfo/app.paysheet.desk.metainfo.xml": path_of(METAINFO),
    });
    let mut of_deb = common.clone();
    of_deb["/usr/share/doc/paysheet/changelog.gz"] = path_of("changelog.gz").into();
    let additions =
        json!({ "bundle": { "linux": { "deb": { "files": of_deb }, "rpm": { "files": common } } } });
    let path = made.join("additions.json");
    write(&path, &additions.to_string())?;
    Ok(path)
}

/// Returns the time of the last commit, in one of git's formats: the date of a package does not depend on when it is made.
fn committed(context: &Context, format: &str) -> Result<String, Failure> {
    let log = Task::new("git").args(["log", "-1", &format!("--format={format}")]).folder(&context.root);
    Ok(log.output()?.trim().to_owned())
}

/// Returns the newest section of the changelog in the format of Debian: of each entry what it says in bold, or its line.
fn debian_changelog(markdown: &str, date: &str) -> String {
    let is_heading = |line: &&str| line.starts_with("## ");
    let newest = markdown.lines().skip_while(|line| !is_heading(line)).skip(1);
    let entries = newest.take_while(|line| !is_heading(line)).filter_map(|line| line.strip_prefix("- "));
    let changes: String = entries.map(|entry| format!("  * {}\n", bold_part(entry))).collect();
    format!("paysheet ({VERSION}) stable; urgency=medium\n\n{changes}\n -- {MAINTAINER}  {date}\n")
}

fn bold_part(entry: &str) -> &str {
    entry.strip_prefix("**").and_then(|rest| rest.split_once("**")).map_or(entry, |(bold, _)| bold)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_section_becomes_an_entry_of_debian() {
        let markdown = "# Changelog\n\n## [Unreleased]\n\nWhat it does:\n\n- **Reads.** Every file.\n- Pays once.\n\n\
                        ## [0.0.1]\n\n- **Older.** Not told.\n";
        assert_eq!(
            debian_changelog(markdown, "Mon, 2 Mar 2026 10:00:00 +0000"),
            format!(
                "paysheet ({VERSION}) stable; urgency=medium\n\n  * Reads.\n  * Pays once.\n\n \
                 -- {MAINTAINER}  Mon, 2 Mar 2026 10:00:00 +0000\n"
            )
        );
    }

    #[test]
    fn everything_names_the_same_maintainer() {
        let cargo = include_str!("../../../../Cargo.toml");
        assert!(cargo.contains(&format!("authors = [\"{MAINTAINER}\"]")));
        let copyright = include_str!("../../../../src-tauri/packaging/linux/copyright");
        assert!(copyright.contains(&format!("Upstream-Contact: {MAINTAINER}\n")));
    }

    /// Tauri's command line of another minor version may not understand the program and its configuration.
    #[test]
    fn the_command_line_has_the_version_of_tauri() {
        let lock = include_str!("../../../../Cargo.lock");
        let (_, tauri) = lock.split_once("name = \"tauri\"\nversion = \"").unwrap();
        let ui: serde_json::Value =
            serde_json::from_str(include_str!("../../../../ui/package.json")).unwrap();
        let minor = |version: &str| version.split('.').take(2).map(str::to_owned).collect::<Vec<_>>();
        let of_ui = ui["devDependencies"]["@tauri-apps/cli"].as_str().unwrap();
        assert_eq!(minor(of_ui), minor(tauri));
    }
}
