//! Names of backups, and the rule for which of them are retained.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

use jiff::{Timestamp, civil::Date};

use crate::recovery::backup::files::description_path;

/// Number of days with a backup, counted from the newest, of each of which the newest backup is retained.
pub const DAILY_BACKUPS_KEPT: usize = 14;
/// Number of months with a backup, counted from the newest, of each of which the newest backup is retained.
pub const MONTHLY_BACKUPS_KEPT: usize = 24;

const EXTENSION: &str = ".db";
/// Format of the moment in a name, in UTC. Names sort in order of time, and every file system accepts them.
const MOMENT: &str = "%Y-%m-%dT%H-%M-%S.%3fZ";
const MOMENT_CHARS: usize = "2026-11-22T03-15-00.000Z".len();
const DAY_CHARS: usize = "2026-11-22".len();
const MONTH_CHARS: usize = "2026-11".len();

/// Returns the name of a backup that rotation manages.
pub(super) fn name(stem: &str, now: Timestamp) -> String {
    format!("{stem}-{}{EXTENSION}", now.strftime(MOMENT))
}

/// Returns the name of a backup before a migration. Rotation never removes it.
pub(super) fn migration_name(stem: &str, version: i64, now: Timestamp) -> String {
    format!("{stem}-before-{version:04}-{}{EXTENSION}", now.strftime(MOMENT))
}

/// Returns the name of a ledger that a restored backup replaced. Rotation never removes it.
pub(super) fn replaced_name(stem: &str, now: Timestamp) -> String {
    format!("{stem}-replaced-{}{EXTENSION}", now.strftime(MOMENT))
}

/// Returns the moment in the name of a backup of this ledger; `None` for every other file.
fn moment<'a>(stem: &str, name: &'a str) -> Option<&'a str> {
    let moment = name.strip_prefix(stem)?.strip_prefix('-')?.strip_suffix(EXTENSION)?;
    let is_moment = moment.len() == MOMENT_CHARS
        && moment.is_ascii()
        && moment.ends_with('Z')
        && moment.get(DAY_CHARS..=DAY_CHARS) == Some("T")
        && moment.get(..DAY_CHARS).is_some_and(|day| day.parse::<Date>().is_ok());
    is_moment.then_some(moment)
}

/// Returns the moments whose backups are outdated.
fn outdated<'a>(moments: &BTreeSet<&'a str>) -> BTreeSet<&'a str> {
    let newest_of_each = |chars: usize, most: usize| {
        let mut periods = BTreeSet::new();
        let mut kept = Vec::new();
        for &moment in moments.iter().rev() {
            let period = moment.get(..chars).unwrap_or(moment);
            if periods.len() < most && periods.insert(period) {
                kept.push(moment);
            }
        }
        kept
    };
    let days = newest_of_each(DAY_CHARS, DAILY_BACKUPS_KEPT);
    let months = newest_of_each(MONTH_CHARS, MONTHLY_BACKUPS_KEPT);
    moments.iter().copied().filter(|moment| !days.contains(moment) && !months.contains(moment)).collect()
}

/// Returns the backups of this ledger in a folder, newest first, without those made before a migration.
pub(super) fn backups(folder: &Path, stem: &str) -> Vec<PathBuf> {
    let mut names = names(folder);
    names.retain(|name| moment(stem, name).is_some());
    names.sort_unstable_by(|one, other| other.cmp(one));
    names.into_iter().map(|name| folder.join(name)).collect()
}

/// Removes the outdated backups of this ledger. The next rotation retries those that cannot be removed.
pub(super) fn rotate(folder: &Path, stem: &str) {
    let names = names(folder);
    let moments: BTreeSet<&str> = names.iter().filter_map(|name| moment(stem, name)).collect();
    for outdated in outdated(&moments) {
        let path = folder.join(format!("{stem}-{outdated}{EXTENSION}"));
        remove(&path);
        remove(&description_path(&path));
    }
}

/// Removes the partial files of a backup that was interrupted.
pub(super) fn remove_unfinished(folder: &Path, prefix: &str) {
    for name in names(folder).iter().filter(|name| name.starts_with(prefix)) {
        remove(&folder.join(name));
    }
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.filter_map(|entry| entry.file_name().into_string().ok()).collect()
}

fn remove(path: &PathBuf) {
    let _stays_for_the_next_time = fs::remove_file(path);
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn at(text: &str) -> Timestamp {
        text.parse().unwrap()
    }

    #[test]
    fn only_backups_of_this_ledger_are_known_by_their_names() {
        let now = at("2026-11-22T03:15:00.5Z");
        assert_eq!(name("ledger", now), "ledger-2026-11-22T03-15-00.500Z.db");
        assert_eq!(moment("ledger", &name("ledger", now)), Some("2026-11-22T03-15-00.500Z"));
        for other in [
            "ledger.db",
            "ledger-2026-11-22T03-15-00.500Z.db.json",
            "ledger-2026-13-22T03-15-00.500Z.db",
            "ledger-2026-11-22 03-15-00.500Z.db",
            "ledger-copy-2026-11-22T03-15-00.500Z.db",
            "ledgers-2026-11-22T03-15-00.500Z.db",
            "ledger-before-0005-2026-11-22T03-15-00.500Z.db",
            "ledger-2026-11-22T03-15-00.5000.db",
        ] {
            assert_eq!(moment("ledger", other), None, "{other}");
        }
        assert_eq!(moment("ledger", &migration_name("ledger", 5, now)), None);
    }

    #[test]
    fn the_newest_of_each_day_and_month_is_kept() {
        let moments = BTreeSet::from([
            "2026-09-01T08-00-00.000Z",
            "2026-09-30T08-00-00.000Z",
            "2026-11-20T08-00-00.000Z",
            "2026-11-20T09-00-00.000Z",
        ]);
        let outdated = outdated(&moments);
        assert_eq!(outdated, BTreeSet::from(["2026-11-20T08-00-00.000Z"]), "few days, all kept");
    }

    fn any_moments() -> impl Strategy<Value = Vec<String>> {
        // Some three years, a moment an hour.
        let moment = (0..26_000_i64).prop_map(|hour| {
            Timestamp::from_second(1_700_000_000 + hour * 3_600).unwrap().strftime(MOMENT).to_string()
        });
        prop::collection::vec(moment, 0..120)
    }

    proptest! {
        #[test]
        fn rotation_keeps_what_it_promises(moments in any_moments()) {
            let moments: BTreeSet<&str> = moments.iter().map(String::as_str).collect();
            let outdated = outdated(&moments);
            let kept: BTreeSet<&str> = moments.difference(&outdated).copied().collect();
            prop_assert!(kept.len() <= DAILY_BACKUPS_KEPT + MONTHLY_BACKUPS_KEPT);
            prop_assert_eq!(kept.last(), moments.last(), "the newest is always kept");
            for (chars, most) in [(DAY_CHARS, DAILY_BACKUPS_KEPT), (MONTH_CHARS, MONTHLY_BACKUPS_KEPT)] {
                let periods: BTreeSet<&str> = moments.iter().map(|moment| &moment[..chars]).collect();
                for period in periods.iter().rev().take(most) {
                    let newest = moments.iter().rev().find(|moment| moment.starts_with(period)).unwrap();
                    prop_assert!(kept.contains(newest), "{} of {}", newest, period);
                }
            }
            let again: BTreeSet<&str> = kept.clone();
            prop_assert!(super::outdated(&again).is_empty(), "a second rotation removes nothing more");
        }
    }
}
