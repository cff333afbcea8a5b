//! Extracts the people to be paid from the rows of a table. Rows that are not people are skipped with a reason, so that
//! the user can restore them.

use paysheet_domain::{Cell, CellValue, Field, SourceRow};
use rust_decimal::Decimal;

use crate::{
    detect::{
        header::sections::Section,
        people::{
            figures::{self, Figure},
            row_reader::RowReader,
        },
        table::Table,
        words::{not_to_pay::Titles, numbers, thousands},
    },
    extract::{banks, dittos::Dittos, marks},
    formats::{Grid, GridRow, Sheet},
    limits::{BLANK_ROWS_LISTED_MAX, SKIPPED_CHARS_MAX, TOTALS_COMPARED_MAX},
    model::{SkipReason, Skipped},
};

/// Number of texts above the table that are searched for its bank.
const TITLES_MAX: usize = 100;

/// The rows of a table, split into people and skipped rows.
#[derive(Debug, Default)]
pub(crate) struct RecipientRows {
    pub rows: Vec<SourceRow>,
    pub skipped: Vec<Skipped>,
    /// Indexes into `rows` of the rows that the file hides, ascending.
    pub hidden: Vec<usize>,
    /// Figures that the file states about its people, from top to bottom.
    pub figures: Vec<Figure>,
    /// Texts above the table, from top to bottom.
    pub titles: Vec<String>,
}

/// Rows of a sheet that are already classified, up to a certain row.
#[derive(Debug, Default)]
pub(crate) struct Ready {
    /// What the file says of not paying each person, in the order of the rows.
    pub not_to_pay: Vec<Option<Box<Cell>>>,
    /// Indexes into the rows of the grid, ascending.
    pub skipped: Vec<(usize, SkipReason)>,
    /// Index of the first row that is not classified yet.
    pub up_to: usize,
}

/// Moves the rows out of a grid without copying them, because there are very many, and converts each to the row of a
/// person. Rows that were classified early are in `ready`; it is empty if the sheet has several sections.
pub(crate) fn take(
    Sheet { name, grid, .. }: &mut Sheet,
    table: &Table,
    sections: &[Section],
    delimiter: Option<u8>,
    ready: Ready,
) -> RecipientRows {
    let readers = Readers::new(grid, table, sections, delimiter);
    let header = readers.first_header();
    let first = header.map_or(0, |at| at + 1);
    let mut extractor = RowExtractor {
        next: header.and_then(|at| grid.rows.get(at)).map(|header| header.number.saturating_add(1)),
        last_row: grid.last_row(),
        people_count: 0,
        people: RecipientRows::default(),
        titles: Titles::default(),
        dittos: Dittos::default(),
        summed: Summed::default(),
    };
    extractor.titles.read_above(name);
    let in_thousands = thousands::find_unit(table, grid, name);
    let mut early = std::mem::take(&mut grid.rows);
    let late = early.split_off(ready.up_to.clamp(first, early.len().max(first)).min(early.len()));
    for row in early.iter().take(header.unwrap_or(0)) {
        if readers.own.may_be_person(row) {
            extractor.skip(row, SkipReason::AboveHeading, Some(&readers.own));
        }
        extractor.titles.read_row_above(row);
        extractor.add_figures(|| figures::labelled(row, None));
        extractor.add_titles(row);
    }
    let late_from = early.len();
    let (mut skipped, mut not_to_pay) = (ready.skipped.into_iter().peekable(), ready.not_to_pay.into_iter());
    extractor.people.rows.reserve_exact(not_to_pay.len() + late.len());
    for (at, row) in early.into_iter().enumerate().skip(first) {
        let reason = skipped.next_if(|(skipped, _)| *skipped == at).map(|(_, reason)| reason);
        if extractor.takes_payee(&row, reason, &readers.own) {
            continue;
        }
        extractor.note(&row, reason, Some(&readers.own));
        if reason.is_none() {
            let not_to_pay = not_to_pay.next().flatten();
            extractor.add(row, not_to_pay, &readers.own);
        }
    }
    for (at, row) in (late_from..).zip(late) {
        if readers.is_own_header(at) {
            extractor.next = Some(row.number.saturating_add(1));
            continue;
        }
        let reader = readers.of(at);
        let reason = match reader {
            Some(_) if readers.is_header(at) => Some(SkipReason::HeaderRepeated),
            Some(reader) => reader.reason_to_skip(&row),
            None if row.cells.is_empty() => Some(SkipReason::BlankRow),
            None => Some(SkipReason::OtherTable),
        };
        if reader.is_some_and(|reader| extractor.takes_payee(&row, reason, reader)) {
            continue;
        }
        extractor.note(&row, reason, reader);
        if let (None, Some(reader)) = (reason, reader) {
            let not_to_pay = reader.not_to_pay(&row);
            extractor.add(row, not_to_pay, reader);
        }
    }
    marks::add(&mut extractor.people.rows, std::mem::take(&mut grid.marks));
    let mut notes = extractor.people.skipped.iter().filter(|row| row.reason == SkipReason::NoteRow);
    let in_note = || notes.find(|row| thousands::is_said_in(&row.text)).map(|row| row.text.clone());
    marks::add_thousands(&mut extractor.people.rows, in_thousands.or_else(in_note));
    let merged = std::mem::take(&mut grid.merged);
    banks::read(&mut extractor.people.rows, &extractor.people.skipped, merged);
    extractor.people
}

/// The readers of the sections of a sheet.
struct Readers {
    /// Of the chosen table.
    own: RowReader,
    own_header: Option<usize>,
    /// The other headings, from top to bottom, with their readers; none for another table.
    others: Vec<(usize, Option<RowReader>)>,
}

impl Readers {
    fn new(grid: &Grid, table: &Table, sections: &[Section], delimiter: Option<u8>) -> Self {
        let reader = |table| RowReader::new(grid, table, delimiter);
        let others = sections.iter().map(|section| (section.header, section.table.as_ref().map(reader)));
        Self { own: reader(table), own_header: table.header, others: others.collect() }
    }

    /// Returns the index of the uppermost heading of rows that are read, or of another table.
    fn first_header(&self) -> Option<usize> {
        let other = self.others.first().map(|(at, _)| *at);
        self.own_header.map(|own| other.map_or(own, |other| own.min(other)))
    }

    fn is_own_header(&self, at: usize) -> bool {
        self.own_header == Some(at)
    }

    fn is_header(&self, at: usize) -> bool {
        self.others.binary_search_by_key(&at, |(header, _)| *header).is_ok()
    }

    /// Returns the reader of the row at an index, by the last heading above it.
    fn of(&self, at: usize) -> Option<&RowReader> {
        let above = self.others.partition_point(|(header, _)| *header <= at).checked_sub(1);
        match above.and_then(|above| self.others.get(above)) {
            Some((header, reader)) if self.own_header.is_none_or(|own| own < *header || own > at) => {
                reader.as_ref()
            }
            Some(_) | None => Some(&self.own),
        }
    }
}

/// State of extracting people from rows, from top to bottom.
struct RowExtractor {
    people: RecipientRows,
    /// The number that the next row has if no rows are missing; none above the table.
    next: Option<u32>,
    last_row: u32,
    /// Number of people so far.
    people_count: usize,
    titles: Titles,
    dittos: Dittos,
    summed: Summed,
}

/// The amounts of the people so far. They are added up only when they are needed.
#[derive(Debug, Default)]
struct Summed {
    /// Number of people whose amounts are in the sums.
    people: usize,
    all: Decimal,
    /// Since the last total.
    section: Decimal,
    /// Number of people above the last total.
    section_from: usize,
}

impl Summed {
    /// Whether an amount is the sum of everybody in `rows`, or of those below the last total.
    fn is_sum(&mut self, amount: Decimal, rows: &[SourceRow]) -> bool {
        for (at, row) in rows.iter().enumerate().skip(self.people) {
            if at == self.section_from {
                self.section = Decimal::ZERO;
            }
            let amount = row.cells.get(&Field::Amount).and_then(|cell| numbers::number(&cell.value));
            let amount = amount.unwrap_or_default();
            self.all = self.all.saturating_add(amount);
            self.section = self.section.saturating_add(amount);
        }
        self.people = rows.len();
        amount == self.all || (amount == self.section && self.section_from < rows.len())
    }
}

impl RowExtractor {
    /// Adds a person. What the row itself says of not paying is more than what the title above it says.
    fn add(&mut self, row: GridRow, not_to_pay: Option<Box<Cell>>, reader: &RowReader) {
        let not_to_pay = self.dittos.read(&row, not_to_pay);
        let mut row = reader.source_row_with(row, not_to_pay);
        let stop = self.titles.stop();
        row.not_to_pay = row.not_to_pay.or(stop);
        self.people.rows.push(row);
    }

    /// Takes a row that was skipped because its name begins like a label as a person, if it is paid into an account of its
    /// own and its amount is no sum of those above: `Grand Total Stores`.
    fn takes_payee(&mut self, row: &GridRow, reason: Option<SkipReason>, reader: &RowReader) -> bool {
        let is_total = reason == Some(SkipReason::TotalsRow);
        let may_be_payee = (is_total || reason == Some(SkipReason::NoteRow)) && reader.may_be_payee(row);
        let rows = &self.people.rows;
        let is_sum = |summed: &mut Summed| {
            is_total && reader.amount_of(row).is_some_and(|amount| summed.is_sum(amount, rows))
        };
        if !may_be_payee || is_sum(&mut self.summed) {
            if is_total {
                self.summed.section_from = self.people.rows.len();
            }
            return false;
        }
        self.note(row, None, Some(reader));
        let not_to_pay = reader.not_to_pay(row).or_else(|| reader.name_like_example(row));
        self.add(row.clone(), not_to_pay, reader);
        true
    }

    /// Records the class of a row, and the missing rows before it as blank.
    fn note(&mut self, row: &GridRow, reason: Option<SkipReason>, reader: Option<&RowReader>) {
        // A gap can have four thousand million rows.
        let room = BLANK_ROWS_LISTED_MAX.saturating_sub(self.people.skipped.len());
        for number in (self.next.unwrap_or(row.number)..row.number).take(room) {
            skip_blank(&mut self.people, number, self.last_row);
        }
        self.next = Some(row.number.saturating_add(1));
        match reason {
            Some(SkipReason::BlankRow) => skip_blank(&mut self.people, row.number, u32::MAX),
            Some(reason) => self.skip(row, reason, reader),
            None => {
                self.people.hidden.extend(row.hidden.then_some(self.people_count));
                self.people_count += 1;
            }
        }
    }

    /// Lists a row that is not read. Without a reader nobody knows its columns, and it cannot be restored.
    fn skip(&mut self, row: &GridRow, reason: SkipReason, reader: Option<&RowReader>) {
        let source = reader.map(|reader| reader.source_row(row.clone()));
        let amount = source.as_ref().and_then(|source| source.cells.get(&Field::Amount)?.column);
        let amount = amount.map(|column| column.0);
        match reason {
            SkipReason::TotalsRow => {
                self.titles.read_sums(row);
                self.add_figures(|| figures::of_total(row, amount));
            }
            SkipReason::NoteRow => {
                self.titles.read_row(row);
                self.add_figures(|| figures::labelled(row, amount));
            }
            SkipReason::OtherTable => self.titles.read_row(row),
            SkipReason::BlankRow
            | SkipReason::HeaderRepeated
            | SkipReason::NothingToPay
            | SkipReason::AboveHeading => {}
        }
        self.people.skipped.push(Skipped {
            row: row.number,
            reason,
            text: row.shown(SKIPPED_CHARS_MAX),
            source,
        });
    }

    fn add_titles(&mut self, row: &GridRow) {
        let texts = row.cells.iter().filter_map(|(_, value)| match value {
            CellValue::Text(text) => Some(text.to_string()),
            CellValue::Number(_)
            | CellValue::Bool(_)
            | CellValue::Date(_)
            | CellValue::Percent(_)
            | CellValue::Error(_)
            | CellValue::FormulaWithoutValue => None,
        });
        let room = TITLES_MAX.saturating_sub(self.people.titles.len());
        self.people.titles.extend(texts.take(room));
    }

    fn add_figures(&mut self, figures: impl FnOnce() -> Vec<Figure>) {
        if self.people.figures.len() < TOTALS_COMPARED_MAX {
            self.people.figures.extend(figures());
        }
    }
}

/// Records a blank row, unless it is after the last row or the list is full.
fn skip_blank(people: &mut RecipientRows, row: u32, last_row: u32) {
    if row < last_row && people.skipped.len() < BLANK_ROWS_LISTED_MAX {
        people.skipped.push(Skipped { row, reason: SkipReason::BlankRow, text: String::new(), source: None });
    }
}
