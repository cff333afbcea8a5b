//! People as the Approve screen lists them, and what the banks answered about their account names.

use paysheet_domain::{HolderFinding, ProblemCode, money::Total};
use paysheet_draft::{Draft, Entry};

use crate::view::{ListedPerson, NamesOutcome};

/// Maximum number of people that one line lists. The Check screen lists all of them.
pub(crate) const PEOPLE_LISTED_MAX: usize = 500;

pub(crate) fn person(entry: &Entry) -> ListedPerson {
    let recipient = &entry.recipient;
    ListedPerson {
        row: entry.row.source.origin.number(),
        name: recipient.name.clone().unwrap_or_default(),
        amount: recipient.amount.map(|amount| Total::new(1, amount)),
        from: None,
        to: None,
        holder: entry.holder().and_then(|finding| match finding {
            HolderFinding::Matches { holder }
            | HolderFinding::Close { holder }
            | HolderFinding::Differs { holder } => Some(holder),
            HolderFinding::NotFound | HolderFinding::NotAvailable => None,
        }),
        reason: None,
    }
}

/// Counts what the banks answered about the people that would be paid.
#[must_use]
pub(crate) fn names_outcome(draft: &Draft) -> NamesOutcome {
    let mut outcome = NamesOutcome::default();
    for entry in draft.entries().iter().filter(|entry| entry.is_payable()) {
        let has = |code| entry.problems().any(|problem| problem.code == code);
        let count = if entry.has_verifiable_account() && entry.is_verified() {
            if has(ProblemCode::NameDiffers) {
                &mut outcome.differing
            } else if has(ProblemCode::NameClose) {
                &mut outcome.close
            } else if has(ProblemCode::AccountNotFound) {
                &mut outcome.not_found
            } else {
                &mut outcome.matching
            }
        } else if entry.has_verifiable_account() {
            if outcome.people.len() < PEOPLE_LISTED_MAX {
                outcome.people.push(person(entry));
            }
            &mut outcome.not_verified
        } else {
            &mut outcome.unavailable
        };
        *count += 1;
    }
    if outcome.matching + outcome.close + outcome.differing + outcome.not_found == 0 {
        // Nobody was asked about: a list of everybody says no more than that.
        outcome.people.clear();
    }
    outcome
}
