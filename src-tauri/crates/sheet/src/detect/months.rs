//! The months that headings of amounts name. `Net Pay October` beside `Salary November` is a question, whatever words are
//! the surer ones: only the user knows which month is to be paid.

use std::collections::BTreeSet;

use paysheet_domain::{Field, period::month_named};

use super::table::Candidate;
use crate::vocabulary::{Meaning, normalised};

/// Whether the columns of amounts are of several months.
pub(super) fn differ(columns: &[Candidate]) -> bool {
    let of_amounts = columns.iter().filter(|(_, recognised)| {
        recognised.is_some_and(|found| found.meaning == Meaning::Field(Field::Amount))
    });
    let months: BTreeSet<usize> = of_amounts.filter_map(|(column, _)| named_in(&column.header)).collect();
    months.len() > 1
}

/// Returns the month that a text names, 1 to 12.
pub(super) fn named_in(text: &str) -> Option<usize> {
    let text = normalised(text);
    text.split(' ').find_map(month_named)
}
