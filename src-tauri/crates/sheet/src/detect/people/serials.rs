//! The column in which the people of a table are numbered. A row with a number and a name belongs to a person, whatever
//! else is missing in it. A title of a section has no number, or one that a person has too.

use std::collections::{BTreeMap, BTreeSet};

use paysheet_domain::{CellValue, Field};

use crate::{
    detect::table::{ColumnRole, Table},
    formats::{Grid, GridRow},
    limits::ROWS_SAMPLED,
    vocabulary::NamePart,
};

/// Number of people from which their numbers are known as such.
const NUMBERED_MIN: usize = 2;
/// Percentage of the numbers that must be one above the number before.
const FOLLOWING_SHARE_MIN: usize = 60;
/// Number of cells of the longest row of a person with only a name.
const FEW_CELLS_MAX: usize = 3;
const STYLES: [Style; 2] = [Style::Digits, Style::Letters];
/// Number of rows above and below in which the numbers of the neighbours are searched.
const NEIGHBOURS_MAX: usize = 10;

/// How people are numbered. The titles of sections may be numbered in the other way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Style {
    /// `7`, `7.`
    Digits,
    /// `b)`, `B.`
    Letters,
}

#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Serials {
    at: u16,
    style: Style,
    /// Numbers of several of the first rows.
    repeated: Vec<u32>,
    /// The rows with few cells whose numbers continue those of their neighbours. Departments may be numbered from 1 each.
    continued: BTreeSet<u32>,
}

impl Serials {
    /// Finds the column of the numbers, at best left of the names; none if the people are not numbered.
    pub fn of(grid: &Grid, table: &Table) -> Option<Self> {
        let is_name = |role: ColumnRole| {
            matches!(
                role,
                ColumnRole::Field(Field::Name)
                    | ColumnRole::NamePart(
                        NamePart::Given | NamePart::Other | NamePart::Family | NamePart::Company
                    )
            )
        };
        let names = table.columns.iter().filter(|column| column.used.is_some_and(|(used, _)| is_name(used)));
        let name = names.map(|column| column.at).min()?;
        let free = || table.columns.iter().filter(|column| column.used.is_none()).map(|column| column.at);
        let rows = grid.rows.get(table.header.map_or(0, |at| at + 1)..)?;
        let columns = free().filter(|at| *at < name).chain(free().filter(|at| *at > name));
        columns.flat_map(|at| STYLES.map(|style| Self::in_column(at, style, rows))).flatten().next()
    }

    fn in_column(at: u16, style: Style, rows: &[GridRow]) -> Option<Self> {
        let sampled = rows.iter().take(ROWS_SAMPLED);
        let numbers: Vec<u32> = sampled.filter_map(|row| style.number(row.cell(at)?)).collect();
        let following = numbers
            .windows(2)
            .filter(|pair| matches!(pair, [one, next] if one.checked_add(1) == Some(*next)));
        let is_numbered = numbers.len() >= NUMBERED_MIN
            && following.count() * 100 >= (numbers.len() - 1) * FOLLOWING_SHARE_MIN;
        let mut counts: BTreeMap<u32, usize> = BTreeMap::new();
        numbers.iter().for_each(|number| *counts.entry(*number).or_default() += 1);
        let repeated = counts.into_iter().filter(|(_, count)| *count > 1).map(|(number, _)| number);
        let number_of = |row: &GridRow| row.cell(at).and_then(|value| style.number(value));
        is_numbered.then(|| Self {
            at,
            style,
            repeated: repeated.collect(),
            continued: continued(rows, number_of),
        })
    }

    /// Whether a row has a number that no other one of the first rows has, or that continues those of its neighbours.
    pub fn has(&self, row: &GridRow) -> bool {
        let number = row.cell(self.at).and_then(|value| self.style.number(value));
        number.is_some_and(|number| !self.repeated.contains(&number)) || self.continued.contains(&row.number)
    }
}

/// Returns the rows with few cells whose number is one more than the number above, or one less than the one below. The
/// title of a section may have the same number as the person above it.
fn continued(rows: &[GridRow], number_of: impl Fn(&GridRow) -> Option<u32>) -> BTreeSet<u32> {
    let continues = |(place, row): &(usize, &GridRow)| {
        let (above, below) = (rows.get(..*place)?, rows.get(place + 1..)?);
        let number = number_of(row)?;
        let above = above.iter().rev().take(NEIGHBOURS_MAX).find_map(&number_of);
        let below = below.iter().take(NEIGHBOURS_MAX).find_map(&number_of);
        let is_next = |above: u32| above.checked_add(1) == Some(number);
        let is_first = || below.is_some() && below == number.checked_add(1) && above != Some(number);
        Some(above.is_some_and(is_next) || is_first())
    };
    let few = rows.iter().enumerate().filter(|(_, row)| row.cells.len() <= FEW_CELLS_MAX);
    few.filter(|row| continues(row) == Some(true)).map(|(_, row)| row.number).collect()
}

impl Style {
    /// Returns a whole number, also with a point behind it, or the place of a letter with such a sign in the alphabet.
    fn number(self, value: &CellValue) -> Option<u32> {
        let (CellValue::Number(text) | CellValue::Text(text)) = value else { return None };
        let text = text.as_str().trim();
        let core = text.trim_end_matches(['.', ')']);
        match (self, core.as_bytes()) {
            (Self::Digits, digits) => {
                digits.iter().all(u8::is_ascii_digit).then(|| core.parse().ok()).flatten()
            }
            (Self::Letters, [letter]) if letter.is_ascii_alphabetic() && core.len() < text.len() => {
                Some(u32::from(letter.to_ascii_lowercase() - b'a') + 1)
            }
            (Self::Letters, _) => None,
        }
    }
}
