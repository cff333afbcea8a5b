//! Adds the marks of a file to its people: rows that are struck through, filled, or have a comment. A fill or a comment of
//! many rows is the look of the sheet, and says nothing about a person. A line through a person always does, unless
//! everybody has one.

use paysheet_domain::{Cell, CellValue, RowMark, SourceRow};

use crate::{detect::words::not_to_pay, limits::SKIPPED_CHARS_MAX};

/// Percentage of the people up to which a mark is about them. One of a few people may always have one.
const MARKED_SHARE_MAX: usize = 20;
const FEW_PEOPLE_MIN: usize = 3;

/// Adds marks, by the numbers of their rows.
pub(super) fn add(rows: &mut [SourceRow], marks: Vec<(u32, RowMark)>) {
    let mut of_people: Vec<(usize, RowMark)> = Vec::new();
    for (number, mark) in marks {
        let at = rows.binary_search_by_key(&Some(number), |row| row.origin.number());
        if let (Ok(at), RowMark::Comment(said)) = (at, &mark) {
            rows.get_mut(at).into_iter().for_each(|row| add_comment(row, said));
        }
        of_people.extend(at.ok().map(|at| (at, mark)));
    }
    let struck = of_people.iter().filter(|(_, mark)| is_struck(mark)).count();
    if struck == rows.len() {
        of_people.retain(|(_, mark)| !is_struck(mark));
    }
    for kind in [is_filled, is_comment] {
        let count = of_people.iter().filter(|(_, mark)| kind(mark)).count();
        let is_about_people =
            count * 100 <= rows.len() * MARKED_SHARE_MAX || (count == 1 && rows.len() >= FEW_PEOPLE_MIN);
        if !is_about_people {
            of_people.retain(|(_, mark)| !kind(mark));
        }
    }
    for (at, mark) in of_people {
        if let Some(row) = rows.get_mut(at) {
            row.marks.push(mark);
        }
    }
}

/// Marks all people of a file whose amounts are in thousands; `words` says so.
pub(super) fn add_thousands(rows: &mut [SourceRow], words: Option<String>) {
    let Some(words) = words else { return };
    rows.iter_mut().for_each(|row| row.marks.push(RowMark::InThousands(words.clone())));
}

/// Records what a comment says of not paying the person.
fn add_comment(row: &mut SourceRow, said: &str) {
    if row.not_to_pay.is_none() && not_to_pay::is_said_in(said) {
        let value = CellValue::Text(said.trim().chars().take(SKIPPED_CHARS_MAX).collect());
        row.not_to_pay = Some(Box::new(Cell { column: None, value }));
    }
}

const fn is_struck(mark: &RowMark) -> bool {
    matches!(mark, RowMark::Struck)
}

const fn is_filled(mark: &RowMark) -> bool {
    matches!(mark, RowMark::Filled)
}

const fn is_comment(mark: &RowMark) -> bool {
    matches!(mark, RowMark::Comment(_))
}
