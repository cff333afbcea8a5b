//! Builds the preview of a file: the rows near the top, and every column with sample values and possible fields. The
//! `payroll` module reads the rows themselves.

use paysheet_domain::{CellValue, Column as Letters, Country};

use crate::{
    detect::{
        mapping::guesses,
        table::{Column, Table},
        tables::searched::SearchedSheet,
        words::content::Profile,
    },
    formats::Grid,
    model::{ColumnPreview, HeadRow},
};

/// Number of rows from which the user chooses the header.
const HEAD_ROWS: usize = 30;
/// Number of cells that are shown of each of these rows.
const HEAD_CELLS: u16 = 40;
pub(crate) const SAMPLES: usize = 5;
/// Number of people that are shown as they will be read.
pub(crate) const FIRST_PEOPLE: usize = 5;
/// Maximum length in characters of a cell that is only shown.
const SHOWN_CHARS_MAX: usize = 60;

/// Returns the columns of a table that have a header or a cell.
pub(crate) fn columns(sheet: &SearchedSheet<'_>, table: &Table, country: Country) -> Vec<ColumnPreview> {
    let below = sheet.below(table.header);
    let look = |(column, profile): (&Column, Profile)| {
        let values = below.rows(sheet.grid).filter_map(|row| row.cell(column.at)).map(shown);
        let samples: Vec<String> = values.filter(|text| !text.is_empty()).take(SAMPLES).collect();
        (column.used.is_some() || !column.header.is_empty() || !samples.is_empty()).then(|| ColumnPreview {
            column: Letters(column.at).to_string(),
            header: column.header.clone(),
            guesses: guesses(column, &profile, sheet.known),
            samples,
        })
    };
    table.columns.iter().zip(below.profiles(country)).filter_map(look).collect()
}

pub(crate) fn head(grid: &Grid) -> Vec<HeadRow> {
    let rows = grid.rows.iter().filter(|row| !row.cells.is_empty()).take(HEAD_ROWS);
    let head = rows.map(|row| {
        let last = row.cells.last().map_or(0, |(at, _)| at.saturating_add(1)).min(HEAD_CELLS);
        let cells = (0..last).map(|at| row.cell(at).map(shown).unwrap_or_default());
        HeadRow { row: row.number, cells: cells.collect() }
    });
    head.collect()
}

pub(crate) fn shown(value: &CellValue) -> String {
    value.text().trim().chars().take(SHOWN_CHARS_MAX).collect()
}
