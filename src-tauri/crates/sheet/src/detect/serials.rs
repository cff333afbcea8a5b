//! The column in which the people of a table are numbered. A row with a number and a name belongs to a person, whatever
//! else is missing in it. A title of a section has no number, or one that a person has too.

use std::collections::BTreeMap;

use paysheet_domain::{CellValue, Field};

use super::table::Table;
use crate::detect::table::ColumnRole;
use crate::{
    formats::{Grid, GridRow},
    limits::ROWS_SAMPLED,
    vocabulary::NamePart,
};

/// Number of people from which their numbers are known as such.
const NUMBERED_MIN: usize = 2;
/// Percentage of the numbers that must be one above the number before.
const FOLLOWING_SHARE_MIN: usize = 60;

pub(super) struct Serials {
    at: u16,
    /// Numbers of several of the first rows.
    repeated: Vec<u32>,
}

impl Serials {
    /// Finds the column of the numbers, left of the names; none if the people are not numbered.
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
        let free = table.columns.iter().filter(|column| column.at < name && column.used.is_none());
        let rows = grid.rows.iter().skip(table.header.map_or(0, |at| at + 1)).take(ROWS_SAMPLED);
        let rows: Vec<&GridRow> = rows.collect();
        free.filter_map(|column| Self::in_column(column.at, &rows)).next()
    }

    fn in_column(at: u16, rows: &[&GridRow]) -> Option<Self> {
        let numbers: Vec<u32> = rows.iter().filter_map(|row| number(row.cell(at)?)).collect();
        let following = numbers
            .windows(2)
            .filter(|pair| matches!(pair, [one, next] if one.checked_add(1) == Some(*next)));
        let is_numbered = numbers.len() >= NUMBERED_MIN
            && following.count() * 100 >= (numbers.len() - 1) * FOLLOWING_SHARE_MIN;
        let mut counts: BTreeMap<u32, usize> = BTreeMap::new();
        numbers.iter().for_each(|number| *counts.entry(*number).or_default() += 1);
        let repeated = counts.into_iter().filter(|(_, count)| *count > 1).map(|(number, _)| number);
        is_numbered.then(|| Self { at, repeated: repeated.collect() })
    }

    /// Whether a row has a number that no other one of the first rows has.
    pub fn has(&self, row: &GridRow) -> bool {
        row.cell(self.at).and_then(number).is_some_and(|number| !self.repeated.contains(&number))
    }
}

/// Returns a whole number, also with a point behind it: `7`, `7.`.
fn number(value: &CellValue) -> Option<u32> {
    let (CellValue::Number(text) | CellValue::Text(text)) = value else { return None };
    let digits = text.as_str().trim().trim_end_matches(['.', ')']);
    digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse().ok())?
}
