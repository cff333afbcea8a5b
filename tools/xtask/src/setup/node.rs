//! Checks Node, which builds the interface and drives the window in tests. It is never installed: developers have their
//! own way of managing several versions.

use crate::{
    context::Context,
    process::{failure::Failure, task::Task},
};

/// Lowest version that Vite supports.
const NEEDED: Version = Version { major: 20, minor: 19 };

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Version {
    major: u32,
    minor: u32,
}

pub fn ensure(context: &Context) -> Result<(), Failure> {
    let said =
        Task::new("node").args(["--version"]).output().map_err(|_absent| none("but there is no `node`"))?;
    let enough = Version::read(&said).is_some_and(|found| found >= NEEDED);
    if !enough {
        return Err(none(&format!("but this is {}", said.trim())));
    }
    let npm = Task::npm(["--version"]).folder(&context.root).output();
    npm.map(drop).map_err(|_absent| none("but there is no `npm`"))
}

fn none(found: &str) -> Failure {
    Failure::Node { needed: format!("{}.{}", NEEDED.major, NEEDED.minor), found: found.into() }
}

impl Version {
    /// Parses `v20.19.2`.
    fn read(text: &str) -> Option<Self> {
        let mut parts = text.trim().strip_prefix('v')?.split('.');
        Some(Self { major: parts.next()?.parse().ok()?, minor: parts.next()?.parse().ok()? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_compared_as_numbers() {
        for (text, expect) in [
            ("v20.19.0\n", Some(true)),
            ("v20.9.1", Some(false)),
            ("v22.1.0", Some(true)),
            ("v18.20.4", Some(false)),
            ("20.19", None),
            ("v20", None),
            ("", None),
        ] {
            assert_eq!(Version::read(text).map(|found| found >= NEEDED), expect, "{text}");
        }
    }

    #[test]
    fn the_file_for_version_managers_has_the_lowest_version() {
        let text = include_str!("../../../../.nvmrc");
        assert_eq!(Version::read(&format!("v{text}")), Some(NEEDED));
    }
}
