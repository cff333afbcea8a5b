//! The tables of a list on all its sheets, from the top of each, and the rows that are in none of them.

use super::{
    cells::{HEADINGS_MIN, filled, may_be_about_a_payment, names_payment},
    other_headings::is_repeated,
    suggested::probable_header,
    tables::{self, Table},
};
use crate::{
    formats::{GridRow, Sheet},
    limits::HEADER_ROWS_SEARCHED,
    model::{ListKind, ListRequest, UnreadRows},
};

/// The tables of a file, and what is not read.
#[derive(Default)]
pub(super) struct Sections<'a> {
    pub tables: Vec<Table<'a>>,
    pub unread: Vec<UnreadRows>,
}

/// Finds the tables of the sheets. Where the user said what the columns hold, tables with the same headings on other sheets
/// are read alike.
pub(super) fn find<'a>(sheets: &'a [Sheet], request: &ListRequest) -> Sections<'a> {
    let given = request.mapping.as_ref().and_then(|mapping| tables::given(sheets, mapping));
    let print = given.as_ref().and_then(|table| table.print(request.kind));
    let first = |sheet: &'a Sheet| match (&given, &request.mapping) {
        (Some(table), _) if std::ptr::eq(table.sheet, sheet) => Some(table.alike(sheet, table.header)),
        (Some(table), _) => with_headings(sheet, request.kind, print.as_deref())
            .map(|header| table.alike(sheet, Some(header)))
            .or_else(|| tables::by_headings(sheet, request.kind)),
        // The table that the user meant is not there. Nothing else is read in its place.
        (None, Some(_)) => None,
        (None, None) => {
            tables::remembered(sheet, request).or_else(|| tables::by_headings(sheet, request.kind))
        }
    };
    let mut sections = Sections::default();
    for sheet in sheets {
        match first(sheet) {
            Some(table) => sections.add_tables(table, request),
            None => sections.unread.extend(whole_sheet(sheet)),
        }
    }
    sections
}

fn with_headings(sheet: &Sheet, kind: ListKind, print: Option<&str>) -> Option<usize> {
    let print = print?;
    let mut rows = sheet.grid.rows.iter().take(HEADER_ROWS_SEARCHED);
    rows.position(|row| tables::fingerprint(row, kind).as_deref() == Some(print))
}

impl<'a> Sections<'a> {
    /// Adds the tables of a sheet from its first one on. Below headings that nobody knows, reading goes on at the next known
    /// ones.
    fn add_tables(&mut self, first: Table<'a>, request: &ListRequest) {
        let sheet = first.sheet;
        let own = self.tables.len();
        self.unread.extend(above_headings(&first));
        let mut end = first.end(request.kind);
        self.tables.push(first);
        while let Some(at) = end {
            let next = self.tables.get(own).and_then(|first| next(first, at, request));
            let until = next.as_ref().and_then(|table| table.header).unwrap_or(sheet.grid.rows.len());
            self.unread.extend(below_headings(sheet, at, until));
            end = next.as_ref().and_then(|table| table.end(request.kind));
            self.tables.extend(next);
        }
    }
}

/// Returns the first table with known headings at a row or below it.
fn next<'a>(first: &Table<'a>, at: usize, request: &ListRequest) -> Option<Table<'a>> {
    (at..first.sheet.grid.rows.len()).find_map(|at| headed(first, at, request))
}

/// Returns the table whose headings are a row, if they are those of the first table, remembered or known.
fn headed<'a>(first: &Table<'a>, at: usize, request: &ListRequest) -> Option<Table<'a>> {
    let sheet = first.sheet;
    let row = sheet.grid.rows.get(at).filter(|row| !may_be_about_a_payment(row))?;
    let is_alike = is_repeated(row, first.headings(), &first.columns);
    let alike = is_alike.then(|| first.alike(sheet, Some(at)));
    alike
        .or_else(|| tables::remembered_at(sheet, at, request))
        .or_else(|| tables::headed_at(sheet, at, request.kind))
}

/// Returns the rows about payments above the first table, with which nothing is done. Others there are titles and sums.
fn above_headings(table: &Table<'_>) -> Option<UnreadRows> {
    let rows = table.sheet.grid.rows.get(..table.header?)?;
    let first = rows.iter().position(names_payment)?;
    let headings = rows.get(..first)?.iter().rposition(|row| filled(row).count() >= HEADINGS_MIN);
    let from_row = rows.get(headings.unwrap_or(first)).map(|row| row.number);
    unread(table.sheet, rows.get(first..)?, from_row)
}

/// Returns the rows below headings that nobody knows, up to the next known ones.
fn below_headings(sheet: &Sheet, header: usize, until: usize) -> Option<UnreadRows> {
    let rows = sheet.grid.rows.get(header + 1..until)?;
    unread(sheet, rows, sheet.grid.rows.get(header).map(|row| row.number))
}

/// Returns the rows of a sheet without a known table.
fn whole_sheet(sheet: &Sheet) -> Option<UnreadRows> {
    let below = probable_header(&sheet.grid).map_or(0, |at| at + 1);
    unread(sheet, sheet.grid.rows.get(below..)?, None)
}

/// Returns the rows that are not read; none if no payment can be among them, as in notes, signatures and sums.
fn unread(sheet: &Sheet, rows: &[GridRow], from_row: Option<u32>) -> Option<UnreadRows> {
    if !rows.iter().any(may_be_about_a_payment) {
        return None;
    }
    let filled = rows.iter().filter(|row| filled(row).next().is_some()).count();
    let rows = u32::try_from(filled).unwrap_or(u32::MAX);
    Some(UnreadRows { sheet: sheet.name.clone(), from_row, rows })
}
