//! The months that headings of amounts name. `Net Pay October` beside `Salary November` is a question, whatever words are
//! the surer ones: only the user knows which month is to be paid.

use std::collections::BTreeSet;

use paysheet_domain::Field;

use super::table::Candidate;
use crate::vocabulary::{Meaning, normalised};

/// The names and short forms of the months, in English and French.
const MONTHS: [&[&str]; 12] = [
    &["january", "jan", "janvier", "janv"],
    &["february", "feb", "fevrier", "fev", "fevr"],
    &["march", "mar", "mars"],
    &["april", "apr", "avril", "avr"],
    &["may", "mai"],
    &["june", "jun", "juin"],
    &["july", "jul", "juillet", "juil", "juill"],
    &["august", "aug", "aout"],
    &["september", "sep", "sept", "septembre"],
    &["october", "oct", "octobre"],
    &["november", "nov", "novembre"],
    &["december", "dec", "decembre"],
];

/// Whether the columns of amounts are of several months.
pub(super) fn differ(columns: &[Candidate]) -> bool {
    let of_amounts = columns.iter().filter(|(_, recognised)| {
        recognised.is_some_and(|found| found.meaning == Meaning::Field(Field::Amount))
    });
    let months: BTreeSet<usize> = of_amounts.filter_map(|(column, _)| named_in(&column.header)).collect();
    months.len() > 1
}

/// Returns the place in the year of the month that a text names, from 0.
pub(super) fn named_in(text: &str) -> Option<usize> {
    let text = normalised(text);
    text.split(' ').find_map(|word| MONTHS.iter().position(|names| names.contains(&word)))
}
