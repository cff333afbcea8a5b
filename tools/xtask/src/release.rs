//! `cargo xtask release`: what must be true of a commit before it is released, and then its tag. The workflow `release`
//! checks the same again before it builds anything, because a tag can be pushed without this command.

use clap::Args;
use serde_json::Value;

use crate::{
    checks::architecture::files::read,
    context::Context,
    process::{failure::Failure, say, task::Task},
};

/// The version of the workspace, of which this program is built. It stands in `Cargo.toml` and nowhere else.
const VERSION: &str = env!("CARGO_PKG_VERSION");
/// Files that could have a version of their own. Tauri takes the one of `Cargo.toml` if its file has none.
const WITHOUT_VERSION: [&str; 3] = ["tauri.conf.json", "ui/package.json", "tests/e2e/package.json"];
const CHANGELOG: &str = "CHANGELOG.md";
const MIGRATIONS: &str = "src-tauri/crates/ledger/migrations";
/// The ledgers as each release wrote them.
const LEDGERS: &str = "src-tauri/crates/ledger/releases";
/// Says how such a ledger is written.
const LEDGERS_TEST: &str = "src-tauri/crates/ledger/src/tests/recovery/releases.rs";

#[derive(Args)]
pub struct Options {
    /// Only check, and make no tag
    #[arg(long)]
    check: bool,
}

pub fn run(context: &Context, options: &Options) -> Result<(), Failure> {
    let tags = Tags::of(context)?;
    let found = faults(context, &tags)?;
    if !found.is_empty() {
        return Err(Failure::NotReleasable(found));
    }
    say::line(&format!("Paysheet {VERSION} can be released from this commit."));
    if options.check {
        return Ok(());
    }
    let tag = &tags.own;
    if !tags.own_exists {
        let message = format!("Paysheet {VERSION}");
        Task::new("git")
            .args(["tag", "--annotate", "--message", &message, tag])
            .folder(&context.root)
            .run()?;
    }
    say::line(&format!("Pushing the tag starts the release: git push origin {tag}"));
    Ok(())
}

/// Returns all that is wrong, one line each.
fn faults(context: &Context, tags: &Tags) -> Result<Vec<String>, Failure> {
    let mut found = Vec::new();
    for file in WITHOUT_VERSION {
        found.extend(other_version(file, &read(&context.root.join(file))?));
    }
    found.extend(changelog_fault(&read(&context.root.join(CHANGELOG))?, VERSION));
    let ledger = format!("{LEDGERS}/{VERSION}.db");
    if !context.root.join(&ledger).is_file() {
        found.push(format!("{ledger} is missing; {LEDGERS_TEST} says how it is written"));
    }
    if let Some(earlier) = &tags.earlier {
        let compare = ["diff", "--name-status", "--no-renames", earlier, "HEAD", "--", MIGRATIONS];
        found.extend(changed_migrations(&git(context, &compare)?, earlier));
    }
    let differing = git(context, &["status", "--porcelain"])?;
    found.extend(differing.lines().map(|line| format!("not committed: {}", line.trim())));
    found.extend(tags.faults());
    Ok(found)
}

/// Runs git hidden and returns what it prints.
fn git(context: &Context, args: &[&str]) -> Result<String, Failure> {
    Task::new("git").args(args).folder(&context.root).output()
}

/// The tags of releases, as far as they concern this one.
struct Tags {
    /// The tag of this version.
    own: String,
    own_exists: bool,
    at_head: Vec<String>,
    /// The tag of the last release before this one; the first release has none.
    earlier: Option<String>,
}

impl Tags {
    fn of(context: &Context) -> Result<Self, Failure> {
        let own = format!("v{VERSION}");
        let list = |options: &[&str]| {
            // Without the setting, git sorts 1.0.0-rc.1 after 1.0.0.
            let args: [&[&str]; 2] =
                [&["-c", "versionsort.suffix=-", "tag", "--list", "--sort=-version:refname"], options];
            git(context, &args.concat()).map(|text| lines(&text))
        };
        Ok(Self {
            own_exists: !list(&[&own])?.is_empty(),
            at_head: list(&["--points-at", "HEAD", "v*"])?,
            earlier: list(&["--merged", "HEAD", "v*"])?.into_iter().find(|tag| *tag != own),
            own,
        })
    }

    fn faults(&self) -> Vec<String> {
        let own = &self.own;
        let others = self.at_head.iter().filter(|tag| *tag != own);
        let mut found: Vec<_> =
            others.map(|tag| format!("the tag {tag} is at this commit, whose tag is {own}")).collect();
        if self.own_exists && !self.at_head.contains(own) {
            found.push(format!("the tag {own} is at another commit: raise the version in Cargo.toml"));
        }
        found
    }
}

fn lines(text: &str) -> Vec<String> {
    text.lines().map(ToOwned::to_owned).collect()
}

/// Returns what is wrong if a file has a version, which would have to be raised together with the one of `Cargo.toml`.
fn other_version(file: &str, text: &str) -> Option<String> {
    match serde_json::from_str::<Value>(text) {
        Ok(value) => value.get("version").map(|version| {
            format!("{file} has the version {version}: remove it, the one in Cargo.toml is for everything")
        }),
        Err(error) => Some(format!("{file} cannot be read: {error}")),
    }
}

/// Returns what is wrong with the entry of a version: it has none, or one without a date.
fn changelog_fault(text: &str, version: &str) -> Option<String> {
    let title = format!("## [{version}]");
    let Some(rest) = text.lines().find_map(|line| line.strip_prefix(title.as_str())) else {
        return Some(format!("{CHANGELOG} has no entry `{title} - YYYY-MM-DD`"));
    };
    let is_dated = rest.strip_prefix(" - ").is_some_and(is_date);
    (!is_dated).then(|| format!("{CHANGELOG}: the entry is `{title}{rest}`, not `{title} - YYYY-MM-DD`"))
}

/// Returns whether a text has the form of a date, such as `2026-03-31`.
fn is_date(text: &str) -> bool {
    let is_right = |(place, byte): (usize, u8)| match place {
        4 | 7 => byte == b'-',
        _ => byte.is_ascii_digit(),
    };
    text.len() == "YYYY-MM-DD".len() && text.bytes().enumerate().all(is_right)
}

/// Returns the migrations that a release had and that differ now, from the lines of `git diff --name-status`: ledgers
/// store the checksum of each migration that made them, and are not opened with another one.
fn changed_migrations(status: &str, since: &str) -> Vec<String> {
    let changed = status.lines().filter(|line| !line.starts_with("A\t"));
    changed.map(|line| format!("a migration of {since} was changed: {}", line.replace('\t', " "))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_version_is_found() {
        for (text, expect) in [
            (r#"{ "name": "paysheet-ui" }"#, None),
            (r#"{ "dependencies": { "version": "1.0.0" } }"#, None),
            (r#"{ "version": "0.1.0" }"#, Some(r#"ui has the version "0.1.0""#)),
            (r#"{ "version": "../package.json" }"#, Some(r#"ui has the version "../package.json""#)),
            ("{", Some("ui cannot be read")),
        ] {
            let found = other_version("ui", text);
            assert_eq!(found.is_some(), expect.is_some(), "{text}");
            assert!(found.unwrap_or_default().starts_with(expect.unwrap_or_default()), "{text}");
        }
    }

    #[test]
    fn the_changelog_has_an_entry_with_a_date() {
        for (line, expect) in [
            ("## [1.2.0] - 2026-03-31", None),
            ("## [1.2.0]", Some("the entry is `## [1.2.0]`")),
            ("## [1.2.0] - soon", Some("the entry is `## [1.2.0] - soon`")),
            ("## [1.2.0] - 31.03.2026", Some("the entry is")),
            ("## [1.2.0] - 2026-03-311", Some("the entry is")),
            ("## [1.2.0] 2026-03-31", Some("the entry is")),
            ("## [1.2.0-rc.1] - 2026-03-31", Some("no entry")),
            ("## [11.2.0] - 2026-03-31", Some("no entry")),
            ("The release 1.2.0 - 2026-03-31", Some("no entry")),
        ] {
            let text =
                format!("# Changelog\n\n## [Unreleased]\n\n{line}\n\n- Pays.\n\n## [1.1.0] - 2026-01-01\n");
            let found = changelog_fault(&text, "1.2.0");
            assert_eq!(found.is_some(), expect.is_some(), "{line}: {found:?}");
            assert!(found.unwrap_or_default().contains(expect.unwrap_or_default()), "{line}");
        }
    }

    #[test]
    fn released_migrations_may_only_be_added_to() {
        for (status, expect) in [
            ("", [].as_slice()),
            ("A\tm/0002_names.sql\nA\tm/0003_banks.sql\n", &[]),
            ("M\tm/0001_ledger.sql\n", &["M m/0001_ledger.sql"]),
            ("D\tm/0001_ledger.sql\nA\tm/0001_all.sql\n", &["D m/0001_ledger.sql"]),
            ("T\tm/0001_ledger.sql\nM\tm/0002_names.sql\n", &["T m/0001_ledger.sql", "M m/0002_names.sql"]),
        ] {
            let expect: Vec<_> =
                expect.iter().map(|line| format!("a migration of v1.1.0 was changed: {line}")).collect();
            assert_eq!(changed_migrations(status, "v1.1.0"), expect, "{status}");
        }
    }

    #[test]
    fn the_tag_is_at_this_commit_or_does_not_exist() {
        for (own_exists, at_head, expect) in [
            (false, [].as_slice(), [].as_slice()),
            (true, &["v1.2.0"], &[]),
            (true, &[], &["the tag v1.2.0 is at another commit"]),
            (false, &["v1.3.0"], &["the tag v1.3.0 is at this commit"]),
            (true, &["v1.3.0"], &["the tag v1.3.0 is at this commit", "the tag v1.2.0 is at another commit"]),
        ] {
            let at_head = at_head.iter().map(ToString::to_string).collect();
            let found = Tags { own: "v1.2.0".into(), own_exists, at_head, earlier: None }.faults();
            assert_eq!(found.len(), expect.len(), "{found:?}");
            assert!(found.iter().zip(expect).all(|(found, expect)| found.starts_with(expect)), "{found:?}");
        }
    }
}
