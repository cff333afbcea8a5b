//! The columns of a sheet with the meanings of their headers, before their content is looked at.

use super::{
    known::Known,
    not_to_pay::is_flag,
    table::{Candidate, Column},
    two_rows,
};
use crate::formats::Grid;

/// Returns the columns of a sheet, with the meanings of their headers if there is a header.
pub(super) fn under(grid: &Grid, header: Option<usize>, known: &Known) -> Vec<Candidate> {
    header.map_or_else(|| bare(grid), |at| headed(grid, at, known))
}

/// Returns the columns that a header names, by its index in the grid's rows. The second row of a heading belongs to
/// it.
pub(super) fn headed(grid: &Grid, header: usize, known: &Known) -> Vec<Candidate> {
    let columns = 0..u16::try_from(grid.columns).unwrap_or(u16::MAX);
    let rows = [grid.rows.get(header), two_rows::second_row(grid, header, known)];
    let candidate = |at| {
        let mut texts: Vec<String> =
            rows.into_iter().flatten().filter_map(|row| Some(row.cell(at)?.shown())).collect();
        texts.dedup();
        let text = one_line(&texts.join(" "));
        let recognised = known.recognise_column(&text);
        // A title below `On Hold` belongs to the people below it, and must not hide that the column stops payments.
        let upper = texts.first().filter(|upper| recognised.is_none() && is_flag(upper));
        (Column { at, header: upper.map_or(text, |upper| one_line(upper)), used: None }, recognised)
    };
    columns.map(candidate).collect()
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn bare(grid: &Grid) -> Vec<Candidate> {
    let columns = 0..u16::try_from(grid.columns).unwrap_or(u16::MAX);
    columns.map(|at| (Column { at, header: String::new(), used: None }, None)).collect()
}
