//! Adds the marks of a file to its people: rows that are struck through, filled, or have a comment. A mark of many rows
//! is the look of the sheet, and says nothing about a person.

use paysheet_domain::{RowMark, SourceRow};

/// Percentage of the people up to which a mark is about them. One of a few people may always have one.
const MARKED_SHARE_MAX: usize = 20;
const FEW_PEOPLE_MIN: usize = 3;

/// Adds marks, by the numbers of their rows.
pub(super) fn add(rows: &mut [SourceRow], marks: Vec<(u32, RowMark)>) {
    let mut of_people: Vec<(usize, RowMark)> = Vec::new();
    for (number, mark) in marks {
        let at = rows.binary_search_by_key(&Some(number), |row| row.origin.number());
        of_people.extend(at.ok().map(|at| (at, mark)));
    }
    for kind in [is_struck, is_filled, is_comment] {
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

const fn is_struck(mark: &RowMark) -> bool {
    matches!(mark, RowMark::Struck)
}

const fn is_filled(mark: &RowMark) -> bool {
    matches!(mark, RowMark::Filled)
}

const fn is_comment(mark: &RowMark) -> bool {
    matches!(mark, RowMark::Comment(_))
}
