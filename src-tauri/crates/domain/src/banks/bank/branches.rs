//! The branches of banks, as the service lists them, and the branch that a file names.
//!
//! A branch is recognised only by its code or its whole name, because some services pay nobody at a wrong branch. A
//! similar name is a suggestion.
//!
//! # A branch is its code, or a question
//!
//! `domain::banks::bank::branches` finds a branch by its code or its whole name in the service's list of the bank's
//! branches, which `desk::directory::draft_banks` fetches in the background. Any other name is a warning with a
//! suggestion at most, and stops the approval.

use std::collections::BTreeSet;

use super::{
    directory::{BankDirectory, Branches, SUGGESTION_LIKENESS_MIN},
    listed::{Bank, ListedBranch},
    spelling::significant_words,
};
use crate::banks::country::Country;

/// What a text means among the branches of a bank.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BranchMatch<'a> {
    One(&'a ListedBranch),
    /// No branch is certain; the nearest by spelling, if there is a near one, may be suggested.
    None(Option<&'a ListedBranch>),
    /// The service's list of this bank's branches is not known.
    NoList,
}

impl BankDirectory {
    /// Adds a bank's branches. An empty list says nothing: the bank may have branches that are not listed.
    #[must_use]
    pub fn with_branches(
        mut self,
        lists: impl IntoIterator<Item = ((Country, String), Vec<ListedBranch>)>,
    ) -> Self {
        self.branches = lists.into_iter().filter(|(_, branches)| !branches.is_empty()).collect();
        self
    }

    /// Whether the branches of a bank are known.
    #[must_use]
    pub fn has_branches_of(&self, bank: &Bank) -> bool {
        self.branches_of(bank).is_some()
    }

    /// Finds the branch that a file means by `text`: its code or its name.
    #[must_use]
    pub fn branch(&self, bank: &Bank, text: &str) -> BranchMatch<'_> {
        let Some(branches) = self.branches_of(bank) else { return BranchMatch::NoList };
        let text = text.trim();
        if let Some(branch) = branches.iter().find(|branch| branch.code.eq_ignore_ascii_case(text)) {
            return BranchMatch::One(branch);
        }
        let query = branch_words(bank, text);
        let named: Vec<(&ListedBranch, BTreeSet<String>)> =
            branches.iter().map(|branch| (branch, branch_words(bank, &branch.name))).collect();
        let mut same = named.iter().filter(|(_, words)| !query.is_empty() && *words == query);
        match (same.next(), same.next()) {
            (Some((branch, _)), None) => BranchMatch::One(branch),
            // Two branches of one name: nobody but the user knows which is meant.
            (Some(_), Some(_)) => BranchMatch::None(None),
            (None, _) => BranchMatch::None(nearest(&named, &query)),
        }
    }

    fn branches_of(&self, bank: &Bank) -> Option<&Vec<ListedBranch>> {
        self.branches.get(&(bank.country, bank.code.clone()))
    }

    /// Whether both have the same branches in a country.
    pub(super) fn has_branches_as(&self, other: &Self, country: Country) -> bool {
        let of_country = |branches: &Branches| branches.keys().filter(|(of, _)| *of == country).count();
        of_country(&self.branches) == of_country(&other.branches)
            && self
                .branches
                .iter()
                .filter(|((of, _), _)| *of == country)
                .all(|(bank, branches)| other.branches.get(bank) == Some(branches))
    }
}

/// Returns the words of a branch's name, without `Branch` and without the bank's own name: `GCB Bank, Osu Branch`.
fn branch_words(bank: &Bank, text: &str) -> BTreeSet<String> {
    let words: BTreeSet<String> =
        significant_words(text).into_iter().filter(|word| word != "branch" && word != "agence").collect();
    let banks_own: BTreeSet<String> = significant_words(&bank.name).into_iter().collect();
    let own: BTreeSet<String> = words.difference(&banks_own).cloned().collect();
    // A branch that has the bank's name alone, as `Head Office` may be called.
    if own.is_empty() { words } else { own }
}

/// Returns the only branch with the most similar name.
fn nearest<'a>(
    named: &[(&'a ListedBranch, BTreeSet<String>)],
    query: &BTreeSet<String>,
) -> Option<&'a ListedBranch> {
    let joined = |words: &BTreeSet<String>| words.iter().cloned().collect::<Vec<_>>().join(" ");
    let query = joined(query);
    let alike = |(branch, words): &(&'a ListedBranch, BTreeSet<String>)| {
        let likeness = strsim::jaro_winkler(&joined(words), &query);
        (likeness >= SUGGESTION_LIKENESS_MIN).then_some((likeness, *branch))
    };
    named.iter().filter_map(alike).max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, branch)| branch)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::banks::bank::BankKind;

    #[test]
    fn a_branch_is_found_by_its_code_or_whole_name() {
        let bank =
            Bank { code: "GCB".into(), name: "GCB Bank".into(), kind: BankKind::Bank, country: Country::GH };
        let branch = |code: &str, name: &str| ListedBranch { code: code.into(), name: name.into() };
        let listed = vec![
            branch("GH040101", "GCB Bank Osu Branch"),
            branch("GH040102", "High Street"),
            branch("GH040103", "Kumasi Main"),
            branch("GH040104", "Tema Community 1"),
            branch("GH040105", "Market Circle"),
            branch("GH040106", "Market Circle"),
        ];
        let directory = BankDirectory::of(vec![bank.clone()]);
        assert_eq!(directory.branch(&bank, "Osu"), BranchMatch::NoList);
        let directory = directory.with_branches([((Country::GH, "GCB".into()), listed)]);
        for (text, found, suggested) in [
            ("GH040101", Some("GH040101"), None),
            ("gh040101", Some("GH040101"), None),
            ("Osu", Some("GH040101"), None),
            ("OSU BRANCH", Some("GH040101"), None),
            ("High-Street", Some("GH040102"), None),
            ("Main Kumasi", Some("GH040103"), None),
            ("Kumasi", None, Some("GH040103")),
            ("Tema Community 2", None, Some("GH040104")),
            ("Market Circle", None, None),
            ("Bolgatanga", None, None),
            ("", None, None),
        ] {
            let (got, near) = match directory.branch(&bank, text) {
                BranchMatch::One(branch) => (Some(branch.code.as_str()), None),
                BranchMatch::None(near) => (None, near.map(|branch| branch.code.as_str())),
                BranchMatch::NoList => panic!("{text}"),
            };
            assert_eq!((got, near), (found, suggested), "{text}");
        }
    }
}
