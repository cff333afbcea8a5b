//! Columns beside the table: a list of banks to look codes up in, a summary by department. Their headings may be
//! surer than the table's own, and what stands under them is about somebody else.

use paysheet_domain::Field;

use super::Candidate;
use crate::vocabulary::{Meaning, Recognised};

/// Whether each column stands beside the table, in a run of headings of its own. Only where one run names all that
/// a payroll needs is the rest beside it: many sheets have blank columns within the table.
pub(super) fn columns(columns: &[Candidate]) -> Vec<bool> {
    let runs = runs(columns);
    let last = runs.iter().copied().max().unwrap_or(0);
    let whole = (0..=last).find(|run| is_whole(columns, &runs, *run));
    runs.into_iter().map(|run| whole.is_some_and(|whole| whole != run)).collect()
}

/// Fields that tables beside have too, and that must not be taken from there.
pub(super) const fn is_of_tables(field: Field) -> bool {
    matches!(
        field,
        Field::Name
            | Field::AccountNumber
            | Field::BankName
            | Field::BankCode
            | Field::BranchCode
            | Field::Amount
    )
}

/// The run of headings that each column is in, counted from the left; blank headings part them.
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

fn is_whole(columns: &[Candidate], runs: &[usize], run: usize) -> bool {
    let names = |wanted: Field| {
        columns.iter().zip(runs).any(|((_, recognised), of)| {
            *of == run && recognised.is_some_and(|Recognised { meaning, .. }| is(meaning, wanted))
        })
    };
    let bank = names(Field::BankName) || names(Field::BankCode);
    bank && names(Field::Name) && names(Field::AccountNumber) && names(Field::Amount)
}

fn is(meaning: Meaning, field: Field) -> bool {
    match meaning {
        Meaning::Field(meant) => meant == field,
        Meaning::NamePart(_) => field == Field::Name,
        Meaning::Ignored => false,
    }
}
