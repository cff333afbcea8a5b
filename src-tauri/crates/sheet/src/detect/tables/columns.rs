//! The columns of a sheet with the meanings of their headers, before their content is looked at.

use crate::{
    detect::{
        header::two_rows,
        table::{Candidate, Column},
        words::{known::Known, not_to_pay::is_flag},
    },
    formats::Grid,
    vocabulary::{Meaning, Recognised},
};

/// Returns the columns of a sheet, with the meanings of their headers if there is a header.
pub(crate) fn under(grid: &Grid, header: Option<usize>, known: &Known) -> Vec<Candidate> {
    header.map_or_else(|| bare(grid), |at| headed(grid, at, known))
}

/// Returns the columns that a header names, by its index in the grid's rows. The second row of a heading belongs to
/// it.
pub(crate) fn headed(grid: &Grid, header: usize, known: &Known) -> Vec<Candidate> {
    let columns = 0..u16::try_from(grid.columns).unwrap_or(u16::MAX);
    let rows = [grid.rows.get(header), two_rows::second_row(grid, header, known)];
    let [upper, lower] = rows;
    let is_titled = upper.zip(lower).is_some_and(|(upper, lower)| two_rows::is_title(upper, lower));
    let candidate = |at| {
        let mut texts: Vec<String> =
            rows.into_iter().flatten().filter_map(|row| Some(row.cell(at)?.shown())).collect();
        texts.dedup();
        let text = one_line(&texts.join(" "));
        let recognised = known.recognise_column(&text);
        // A title below `On Hold` belongs to the people below it, and must not hide that the column stops payments.
        let is_unused = recognised.is_none_or(|found| found.meaning == Meaning::Ignored);
        let upper = texts.first().filter(|upper| is_unused && is_flag(upper) && !is_flag(&text));
        let titled = recognised.zip(texts.first()).filter(|_| is_titled);
        let recognised = titled.map_or(recognised, |(found, upper)| Some(below_title(found, upper, known)));
        (Column { at, header: upper.map_or(text, |upper| one_line(upper)), used: None }, recognised)
    };
    columns.map(candidate).collect()
}

/// Returns the meaning of a heading whose lower row is a single word below the first heading. `SECURITY` denies the
/// account above it only if it is not the title of the people below: a question.
fn below_title(found: Recognised, upper: &str, known: &Known) -> Recognised {
    let Meaning::Denied(field) = found.meaning else { return found };
    let own = known.recognise_column(&one_line(upper)).filter(|own| own.meaning == Meaning::Field(field));
    own.map_or(found, |own| Recognised { is_doubtful: true, ..own })
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn bare(grid: &Grid) -> Vec<Candidate> {
    let columns = 0..u16::try_from(grid.columns).unwrap_or(u16::MAX);
    columns.map(|at| (Column { at, header: String::new(), used: None }, None)).collect()
}
