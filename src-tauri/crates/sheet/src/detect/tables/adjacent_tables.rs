//! Columns beside the table, such as a list of banks for looking up codes, or a summary by department. Their headings
//! may have a higher confidence than the table's own, but their content is about other people.

use std::collections::{BTreeMap, BTreeSet};

use paysheet_domain::Field;

use crate::{
    detect::{table::Candidate, words::content::Profile},
    vocabulary::{Meaning, Recognised},
};

/// Confidence in percent from which a heading is not a second choice: `Salary (NGN)`, but not `Total` or `Gross Pay`.
const SURE_MIN: u8 = 80;
/// A summary has fewer lines than this percentage of the people.
const FILLED_SHARE: usize = 60;

/// Returns for each column whether it is beside the table, in a separate run of headings. Many sheets have blank
/// columns in the table. So a run is beside the table only if it is a list of banks, a summary by bank or shorter than
/// the table, and if the table itself has all fields that a payroll needs.
pub(crate) fn columns(columns: &[Candidate], profiles: &[Profile]) -> Vec<bool> {
    let runs = runs(columns);
    let Some(table) = surest_account(columns, &runs) else {
        return vec![false; columns.len()];
    };
    let people = filled(columns, profiles, &runs, table);
    let mut beside: BTreeSet<usize> = BTreeSet::new();
    // From the right: what is beside the table has no part in making it whole.
    for run in (0..=runs.last().copied().unwrap_or(0)).rev() {
        let claims = claims(columns, &runs, |of| of == run);
        // A blank column may part the table itself.
        let own = super::adjacent_tables::claims(columns, &runs, |of| of != run && !beside.contains(&of));
        let is_list = !claims.is_empty() && claims.keys().all(|field| is_of_bank(*field));
        let is_short = filled(columns, profiles, &runs, run) * 100 < people * FILLED_SHARE;
        let known = |(field, _): (&Field, &u8)| {
            is_of_bank(*field) || own.get(field).is_some_and(|sure| *sure >= SURE_MIN)
        };
        let is_summary = claims.keys().all(|field| is_of_bank(*field) || *field == Field::Amount)
            && claims.keys().any(|field| is_of_bank(*field));
        let has_names = || own.contains_key(&Field::Name) || has_unknown_words(columns, profiles, &runs, run);
        let is_beside = run != table
            && is_whole(&own)
            && has_names()
            && (is_list || ((is_short || is_summary) && claims.iter().all(known)));
        if is_beside {
            beside.insert(run);
        }
    }
    runs.iter().map(|run| beside.contains(run)).collect()
}

/// Whether a field is common in tables beside the payroll, so that it must not be taken from there.
pub(crate) const fn is_of_tables(field: Field) -> bool {
    is_of_bank(field) || matches!(field, Field::Name | Field::AccountNumber | Field::Amount)
}

const fn is_of_bank(field: Field) -> bool {
    matches!(field, Field::BankName | Field::BankCode | Field::BranchCode | Field::BranchName)
}

/// Returns the run of headings of each column, counted from the left. Blank headings separate runs.
fn runs(columns: &[Candidate]) -> Vec<usize> {
    let mut run = 0;
    let mut blank_before = false;
    let of = columns.iter().map(|(column, _)| {
        let is_blank = column.header.is_empty();
        run += usize::from(blank_before && !is_blank);
        blank_before = is_blank;
        run
    });
    of.collect()
}

/// Returns the run with the surest heading of an account. One that other words deny counts less than any other.
fn surest_account(columns: &[Candidate], runs: &[usize]) -> Option<usize> {
    let accounts = columns.iter().zip(runs).filter_map(|((_, recognised), run)| match recognised {
        Some(Recognised { meaning: Meaning::Field(Field::AccountNumber), sure, .. }) => {
            Some(((true, *sure), *run))
        }
        Some(Recognised { meaning: Meaning::Denied(Field::AccountNumber), sure, .. }) => {
            Some(((false, *sure), *run))
        }
        _ => None,
    });
    accounts.max_by_key(|(rank, run)| (*rank, std::cmp::Reverse(*run))).map(|(_, run)| run)
}

/// Returns the fields that some runs of headings name, with their confidence.
fn claims(columns: &[Candidate], runs: &[usize], is_asked: impl Fn(usize) -> bool) -> BTreeMap<Field, u8> {
    let mut claims = BTreeMap::new();
    for (_, recognised) in columns.iter().zip(runs).filter(|(_, of)| is_asked(**of)).map(|(column, _)| column)
    {
        let Some(Recognised { meaning, sure, .. }) = *recognised else { continue };
        let field = match meaning {
            Meaning::Field(field) => field,
            Meaning::NamePart(_) => Field::Name,
            Meaning::Denied(_) | Meaning::Ignored => continue,
        };
        let before: &mut u8 = claims.entry(field).or_default();
        *before = sure.max(*before);
    }
    claims
}

fn is_whole(own: &BTreeMap<Field, u8>) -> bool {
    let names = |field| own.contains_key(&field);
    (names(Field::BankName) || names(Field::BankCode)) && names(Field::Amount)
}

/// Whether a column outside a run has words below a heading that is not known: perhaps the names.
fn has_unknown_words(columns: &[Candidate], profiles: &[Profile], runs: &[usize], run: usize) -> bool {
    let others = columns.iter().zip(profiles).zip(runs).filter(|(_, of)| **of != run);
    others.into_iter().any(|(((column, recognised), profile), _)| {
        recognised.is_none() && !column.header.is_empty() && profile.is_wordy()
    })
}

/// Returns the number of filled cells of the fullest column in the run.
fn filled(columns: &[Candidate], profiles: &[Profile], runs: &[usize], run: usize) -> usize {
    let of_run = profiles.iter().zip(columns).zip(runs).filter(|(_, of)| **of == run);
    of_run.map(|((profile, _), _)| profile.filled).max().unwrap_or(0)
}
