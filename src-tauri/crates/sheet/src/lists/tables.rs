//! The table of a list on a sheet: where its headings are, and what its columns hold. What the user said counts before
//! what is remembered for these headings, and both before the words of the headings.

use data_encoding::HEXLOWER;
use paysheet_domain::{CellValue, Column as Letters};
use sha2::{Digest, Sha256};

use super::{
    cells::{comparable_heading, is_value},
    columns::Columns,
    other_headings::EndFinder,
    records,
    row_kinds::is_repeated,
};
use crate::{
    extract::preview::shown,
    formats::{Book, GridRow, Sheet},
    limits::HEADER_ROWS_SEARCHED,
    model::{ListColumnFacts, ListKind, ListMapping, ListReading, ListRequest, MappingOrigin, UnreadReason},
};

/// Length of a fingerprint in characters.
const FINGERPRINT_CHARS: usize = 32;

/// A table on a sheet.
#[derive(Clone)]
pub(super) struct Table<'a> {
    pub sheet: &'a Sheet,
    /// Index of the row with the headings.
    pub header: Option<usize>,
    pub columns: Columns,
    pub origin: MappingOrigin,
    /// A title above it says something else about its payments than their rows. None of them is read.
    pub is_contradicted: bool,
}

/// Where a table ends: at the index of other headings or of a title, or of its own headings if none of its rows is read.
pub(super) struct TableEnd {
    pub at: usize,
    pub reason: UnreadReason,
}

/// The sheets on which a list may be: those that are visible, or the one that JSON records are as a table.
pub(super) fn sheets_of(book: Book) -> Vec<Sheet> {
    if book.facts.are_records {
        return book.sheets.iter().filter_map(records::as_table).collect();
    }
    book.sheets.into_iter().filter(|sheet| !sheet.hidden).collect()
}

/// Returns the table that the user described; none if the file has no such sheet or row.
pub(super) fn given<'a>(sheets: &'a [Sheet], mapping: &ListMapping) -> Option<Table<'a>> {
    let sheet = sheets.iter().find(|sheet| sheet.name == mapping.sheet)?;
    let header = match mapping.header_row {
        Some(row) => Some(sheet.grid.rows.iter().position(|known| known.number == row)?),
        None => None,
    };
    let columns = Columns::given(&mapping.columns);
    Some(Table::new(sheet, header, columns, MappingOrigin::Given))
}

/// Returns the table whose headings are exactly those of a remembered layout.
pub(super) fn remembered<'a>(sheet: &'a Sheet, request: &ListRequest) -> Option<Table<'a>> {
    if request.layouts.is_empty() {
        return None;
    }
    (0..HEADER_ROWS_SEARCHED).find_map(|at| remembered_at(sheet, at, request))
}

pub(super) fn remembered_at<'a>(sheet: &'a Sheet, at: usize, request: &ListRequest) -> Option<Table<'a>> {
    let print = fingerprint(sheet.grid.rows.get(at)?, request.kind)?;
    let layout = request.layouts.iter().find(|layout| layout.fingerprint == print)?;
    // Only words may be remembered of it.
    let columns = Some(Columns::given(&layout.columns)).filter(|columns| !columns.is_empty())?;
    // One that was stored in part says less than the user said.
    if !columns.missing(request.kind).is_empty() {
        return None;
    }
    let table = Table::new(sheet, Some(at), columns, MappingOrigin::Remembered);
    table.fingerprint(request.kind).map(|_| table)
}

pub(super) fn by_headings(sheet: &Sheet, kind: ListKind) -> Option<Table<'_>> {
    (0..HEADER_ROWS_SEARCHED).find_map(|at| headed_at(sheet, at, kind))
}

pub(super) fn headed_at(sheet: &Sheet, at: usize, kind: ListKind) -> Option<Table<'_>> {
    let columns = Columns::of(sheet.grid.rows.get(at)?, kind)?;
    Some(Table::new(sheet, Some(at), columns, MappingOrigin::Detected))
}

/// Returns how the tables were read: as the user said, otherwise as was remembered, otherwise by their headings. Nothing is
/// remembered of tables with different headings, nor known about them: a word of one would count in the other.
pub(super) fn reading(tables: &[Table<'_>], kind: ListKind) -> Option<ListReading> {
    let order = |table: &&Table<'_>| match table.origin {
        MappingOrigin::Given => 0,
        MappingOrigin::Remembered => 1,
        MappingOrigin::Detected => 2,
    };
    let chosen = tables.iter().min_by_key(order)?;
    let mut reading = chosen.reading(kind);
    if tables.iter().any(|table| table.print(kind) != chosen.print(kind)) {
        reading.layout = None;
    }
    Some(reading)
}

impl<'a> Table<'a> {
    pub const fn new(
        sheet: &'a Sheet,
        header: Option<usize>,
        columns: Columns,
        origin: MappingOrigin,
    ) -> Self {
        Self { sheet, header, columns, origin, is_contradicted: false }
    }

    /// Returns the names of records as headings.
    pub fn of_names(sheet: &'a Sheet) -> Self {
        let columns = sheet.grid.rows.first().map(Columns::by_headings).unwrap_or_default();
        Self::new(sheet, Some(0), columns, MappingOrigin::Detected)
    }

    /// Returns a table with the same columns below other headings.
    pub fn alike(&self, sheet: &'a Sheet, header: Option<usize>) -> Self {
        Self::new(sheet, header, self.columns.clone(), self.origin)
    }

    pub fn headings(&self) -> Option<&'a GridRow> {
        self.sheet.grid.rows.get(self.header?)
    }

    /// Returns the rows below the headings, or all, as far as the table goes. Long lists repeat their headings on each page.
    pub fn below(&self, kind: ListKind) -> impl Iterator<Item = &'a GridRow> + use<'a> {
        let (headings, columns) = (self.headings(), self.columns.clone());
        let mut end = self.end_finder(kind);
        let rows = self.rows_below().take_while(move |(at, row)| end.reason_at(*at, row).is_none());
        rows.map(|(_, row)| row).filter(move |row| !is_repeated(row, headings, &columns))
    }

    /// Returns where reading it ends before the end of its sheet.
    pub fn end(&self, kind: ListKind) -> Option<TableEnd> {
        if self.is_contradicted {
            return Some(TableEnd { at: self.header?, reason: UnreadReason::ContradictingTitle });
        }
        let mut end = self.end_finder(kind);
        self.rows_below().find_map(|(at, row)| Some(TableEnd { at, reason: end.reason_at(at, row)? }))
    }

    fn end_finder(&self, kind: ListKind) -> EndFinder<'a> {
        EndFinder::of(&self.sheet.grid.rows, self.headings(), &self.columns, kind)
    }

    fn rows_below(&self) -> impl Iterator<Item = (usize, &'a GridRow)> + use<'a> {
        let rows = if self.is_contradicted { &[] } else { self.sheet.grid.rows.as_slice() };
        rows.iter().enumerate().skip(self.first())
    }

    /// Returns the index of the first row below the headings.
    fn first(&self) -> usize {
        self.header.map_or(0, |at| at + 1)
    }

    /// Returns under what the columns are remembered. A column without a heading, or with one that another column has as
    /// well, cannot be told from another one.
    pub fn fingerprint(&self, kind: ListKind) -> Option<String> {
        let is_named = |at: u16| {
            let heading = self.heading(at);
            let others = self.headings().into_iter().flat_map(|row| &row.cells);
            let mut alike = others.filter(|(_, value)| is_same_heading(&shown(value), &heading));
            let field = self.columns.field(at);
            !heading.trim().is_empty() && alike.all(|(other, _)| self.columns.field(*other) == field)
        };
        self.print(kind).filter(|_| self.columns.places().all(is_named))
    }

    /// Returns by what tables with the same headings are recognised. Where a payment is in the place of the headings, its
    /// account would be stored as one of them.
    pub fn print(&self, kind: ListKind) -> Option<String> {
        self.headings().filter(|row| !is_payment(row)).and_then(|row| fingerprint(row, kind))
    }

    pub fn is_headed_by_a_payment(&self) -> bool {
        self.headings().is_some_and(is_payment)
    }

    /// Returns the heading of a column, as far as it is shown.
    pub fn heading(&self, at: u16) -> String {
        let cell = self.headings().and_then(|row| row.cell(at));
        cell.map(shown).unwrap_or_default()
    }

    pub fn reading(&self, kind: ListKind) -> ListReading {
        let layout = self.fingerprint(kind);
        let ats = self.headings().filter(|_| layout.is_some()).into_iter().flat_map(|row| &row.cells);
        let column = |(at, _): &(u16, CellValue)| ListColumnFacts {
            column: Letters(*at).to_string(),
            header: self.heading(*at),
            field: self.columns.field(*at),
        };
        ListReading { origin: self.origin, layout, columns: ats.map(column).collect() }
    }
}

/// Returns the shortened hash of the kind of list and of all headings with their columns: a list in which one of them
/// has another place or another sign is another list.
pub(super) fn fingerprint(row: &GridRow, kind: ListKind) -> Option<String> {
    let mut all = format!("{kind:?}");
    let mut is_named = false;
    for (at, value) in &row.cells {
        let heading = comparable_heading(value.text());
        if !heading.is_empty() {
            is_named = true;
            all.push_str(&format!("\n{at} {heading}"));
        }
    }
    let digest = HEXLOWER.encode(&Sha256::digest(all));
    digest.get(..FINGERPRINT_CHARS).filter(|_| is_named).map(str::to_owned)
}

fn is_same_heading(one: &str, other: &str) -> bool {
    comparable_heading(one) == comparable_heading(other)
}

fn is_payment(row: &GridRow) -> bool {
    row.cells.iter().any(|(_, value)| is_value(value))
}
