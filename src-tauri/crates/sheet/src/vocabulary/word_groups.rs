//! Words in groups, from data files with one group per line: the group, a tab, and the words, separated by `|`. Lines
//! that begin with `#` are comments.

use std::{collections::HashMap, hash::Hash, str::FromStr};

/// Words, all in comparable form, by the group to which they belong.
pub(super) struct WordGroups<G>(HashMap<G, Vec<&'static str>>);

impl<G: Eq + Hash + FromStr> WordGroups<G> {
    pub fn parse(tsv: &'static str) -> Self {
        let mut groups: HashMap<G, Vec<&str>> = HashMap::new();
        let lines = tsv.lines().filter(|line| !line.starts_with('#'));
        for (group, words) in lines.filter_map(|line| line.split_once('\t')) {
            if let Ok(group) = G::from_str(group) {
                groups.entry(group).or_default().extend(words.split('|'));
            }
        }
        Self(groups)
    }

    pub fn of(&self, group: G) -> &[&'static str] {
        self.0.get(&group).map_or(&[], Vec::as_slice)
    }

    /// Whether a comparable text is a word of the group.
    pub fn has(&self, group: G, text: &str) -> bool {
        self.of(group).contains(&text)
    }

    /// Whether a comparable text begins with a word of the group.
    pub fn begins(&self, group: G, text: &str) -> bool {
        let begins = |start: &&str| {
            text.strip_prefix(start).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
        };
        self.of(group).iter().any(begins)
    }
}

/// Fails if a line is not read, a word occurs twice or a group is empty: a misspelt group or an accent would silently
/// remove words.
#[cfg(test)]
pub(super) fn check_every_line<G>(tsv: &'static str, all: impl Iterator<Item = G>)
where
    G: Eq + Hash + FromStr + std::fmt::Debug + Copy,
{
    let mut words = std::collections::HashSet::new();
    for line in tsv.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (group, of_line) = line.split_once('\t').expect(line);
        assert!(G::from_str(group).is_ok(), "{line}");
        for word in of_line.split('|') {
            assert_eq!(paysheet_domain::checks::comparable(word), word, "{line}");
            assert!(words.insert((group, word)), "{line}: {word}");
        }
    }
    let groups = WordGroups::<G>::parse(tsv);
    for group in all {
        assert!(!groups.of(group).is_empty(), "{group:?}");
    }
}
