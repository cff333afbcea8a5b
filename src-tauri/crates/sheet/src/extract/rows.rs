//! Extracts the people to be paid from the rows of a table. Rows that are not people are skipped with a reason, so that
//! the user can restore them.

use std::thread;

use paysheet_domain::SourceRow;

use crate::{
    detect::{row_reader::RowReader, table::Table},
    formats::{Grid, GridRow},
    limits::{BLANK_ROWS_LISTED_MAX, SKIPPED_CHARS_MAX},
    model::{SkipReason, Skipped},
};

/// The rows of a table, split into people and skipped rows.
#[derive(Debug, Default)]
pub(crate) struct RecipientRows {
    pub rows: Vec<SourceRow>,
    pub skipped: Vec<Skipped>,
    /// Indexes into `rows` of the rows that the file hides, ascending.
    pub hidden: Vec<usize>,
}

/// Rows of a sheet that are already classified, up to a certain row.
#[derive(Debug, Default)]
pub(crate) struct Ready {
    pub people: Vec<SourceRow>,
    /// Indexes into the rows of the grid, ascending.
    pub skipped: Vec<(usize, SkipReason)>,
    /// Index of the first row that is not classified yet.
    pub up_to: usize,
}

/// Moves the rows out of a grid without copying them, because there are very many, and converts each to the row of a
/// person. Rows that were classified early are in `ready`.
pub(crate) fn take(grid: &mut Grid, table: &Table, delimiter: Option<u8>, ready: Ready) -> RecipientRows {
    let reader = RowReader::new(grid, table, delimiter);
    let first = table.header.map_or(0, |at| at + 1);
    let header = table.header.and_then(|at| grid.rows.get(at));
    let mut extractor = RowExtractor {
        next: header.map(|header| header.number.saturating_add(1)),
        last_row: grid.last_row(),
        people_count: 0,
        people: RecipientRows { rows: ready.people, ..RecipientRows::default() },
    };
    let mut early = std::mem::take(&mut grid.rows);
    let late = early.split_off(ready.up_to.clamp(first, early.len().max(first)).min(early.len()));
    let mut skipped = ready.skipped.into_iter().peekable();
    for (at, row) in early.iter().enumerate().skip(first) {
        let reason = skipped.next_if(|(skipped, _)| *skipped == at).map(|(_, reason)| reason);
        extractor.note(row, reason, &reader);
    }
    extractor.people.rows.reserve_exact(late.len());
    for row in late {
        let reason = reader.reason_to_skip(&row);
        extractor.note(&row, reason, &reader);
        if reason.is_none() {
            extractor.people.rows.push(reader.source_row(row));
        }
    }
    // Rows that were classified early do not have this yet, because hidden rows are reported at the end of a sheet.
    for at in &extractor.people.hidden {
        if let Some(row) = extractor.people.rows.get_mut(*at) {
            row.hidden = Some(reader.hides);
        }
    }
    // Dropping very many small texts takes a while, so a separate thread does it.
    let _gone = thread::Builder::new().spawn(move || drop(early));
    extractor.people
}

/// State of extracting people from rows, from top to bottom.
struct RowExtractor {
    people: RecipientRows,
    /// The number that the next row has if no rows are missing; none above the table.
    next: Option<u32>,
    last_row: u32,
    /// Number of people so far.
    people_count: usize,
}

impl RowExtractor {
    /// Records the class of a row, and the missing rows before it as blank.
    fn note(&mut self, row: &GridRow, reason: Option<SkipReason>, reader: &RowReader) {
        // A gap can have four thousand million rows.
        let room = BLANK_ROWS_LISTED_MAX.saturating_sub(self.people.skipped.len());
        for number in (self.next.unwrap_or(row.number)..row.number).take(room) {
            skip_blank(&mut self.people, number, self.last_row);
        }
        self.next = Some(row.number.saturating_add(1));
        match reason {
            Some(SkipReason::BlankRow) => skip_blank(&mut self.people, row.number, u32::MAX),
            Some(reason) => self.people.skipped.push(Skipped {
                row: row.number,
                reason,
                text: row.shown(SKIPPED_CHARS_MAX),
                source: Some(reader.source_row(row.clone())),
            }),
            None => {
                self.people.hidden.extend(row.hidden.then_some(self.people_count));
                self.people_count += 1;
            }
        }
    }
}

/// Records a blank row, unless it is after the last row or the list is full.
fn skip_blank(people: &mut RecipientRows, row: u32, last_row: u32) {
    if row < last_row && people.skipped.len() < BLANK_ROWS_LISTED_MAX {
        people.skipped.push(Skipped { row, reason: SkipReason::BlankRow, text: String::new(), source: None });
    }
}
