//! Properties of a sheet that calamine does not return, for all formats: hidden rows and columns, filters, formulas
//! without a value, dates and percentages. Each format's `parts` module finds them in the file. This module adds them
//! to the grid.

use std::{
    collections::{HashMap, HashSet},
    ops::RangeInclusive,
};

use paysheet_domain::CellValue;

use crate::formats::{
    grid::{Grid, MergedRows},
    grid_builder::{Shown, as_shown, check_column},
};

/// Properties that only the sheet's own part contains.
#[derive(Clone, Debug, Default)]
pub(crate) struct SheetMetadata {
    /// Row numbers from 1.
    pub hidden_rows: HashSet<u32>,
    /// Columns from 0.
    pub hidden_columns: Vec<RangeInclusive<u16>>,
    /// A filter with conditions hides rows.
    pub filtered: bool,
    /// Values that calamine skips, by row and column from 0.
    pub values: HashMap<(u32, u32), CellValue>,
    /// Numbers that are displayed as something else, by row and column from 0.
    pub shown: HashMap<(u32, u32), Shown>,
    /// Cells of one column that are merged over several rows.
    pub merged: Vec<MergedRows>,
    /// Dates of the workbook count from 1904.
    pub from_1904: bool,
}

impl SheetMetadata {
    pub fn put_into(self, grid: &mut Grid) {
        grid.as_it_came &= self.values.is_empty() && self.shown.is_empty();
        for ((row, column), value) in self.values {
            put_value(grid, row, column, value);
        }
        for ((row, column), shown) in self.shown {
            show(grid, (row, column), shown, self.from_1904);
        }
        if !self.hidden_rows.is_empty() {
            for row in &mut grid.rows {
                row.hidden = self.hidden_rows.contains(&row.number);
            }
        }
        grid.filtered = self.filtered;
        grid.hidden_columns = (0..u16::try_from(grid.columns).unwrap_or(u16::MAX))
            .filter(|column| self.hidden_columns.iter().any(|hidden| hidden.contains(column)))
            .collect();
    }
}

/// Adds a value where the grid has none, or the zero of a formula without a value. Rows that are not in the grid are not
/// added.
fn put_value(grid: &mut Grid, row: u32, column: u32, value: CellValue) {
    let Ok(column) = check_column(column) else { return };
    let number = row.saturating_add(1);
    let Ok(at) = grid.rows.binary_search_by_key(&number, |row| row.number) else { return };
    let Some(row) = grid.rows.get_mut(at) else { return };
    match row.cells.binary_search_by_key(&column, |(column, _)| *column) {
        Ok(place) => {
            let zero = row.cells.get_mut(place).filter(|(_, value)| matches!(value, CellValue::Number(_)));
            if let Some((_, zero)) = zero.filter(|_| value == CellValue::FormulaWithoutValue) {
                *zero = value;
            }
        }
        Err(place) => {
            row.cells.insert(place, (column, value));
            grid.columns = grid.columns.max(u32::from(column) + 1);
        }
    }
}

fn show(grid: &mut Grid, (row, column): (u32, u32), shown: Shown, from_1904: bool) {
    let Ok(column) = check_column(column) else { return };
    let number = row.saturating_add(1);
    let Ok(at) = grid.rows.binary_search_by_key(&number, |row| row.number) else { return };
    let Some(row) = grid.rows.get_mut(at) else { return };
    let cell = row.cells.iter_mut().find(|(at, _)| *at == column);
    if let Some((_, value)) = cell
        && let CellValue::Number(text) = value
        && let Some(now) = as_shown(text, shown, from_1904)
    {
        *value = now;
    }
}
