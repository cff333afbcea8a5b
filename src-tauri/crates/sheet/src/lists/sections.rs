//! The tables of a list on all its sheets, from the top of each, and the rows that are in none of them.

use super::{
    cells::{HEADINGS_MIN, filled, may_be_about_a_payment, names_payment},
    columns::Columns,
    row_kinds::is_repeated,
    suggested::probable_header,
    tables::{self, Table, TableEnd},
    titles::{self, TableColumns},
};
use crate::{
    formats::{GridRow, Sheet},
    limits::HEADER_ROWS_SEARCHED,
    model::{ListField, ListKind, ListRequest, UnreadReason, UnreadRows},
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
            None => sections.unread.extend(whole_sheet(sheet, UnreadReason::UnknownHeadings)),
        }
    }
    sections
}

/// Returns the hidden sheets with rows that may be about payments. None of them is read.
pub(super) fn hidden(sheets: &[Sheet]) -> Vec<UnreadRows> {
    let hidden = sheets.iter().filter(|sheet| sheet.hidden);
    hidden.filter_map(|sheet| whole_sheet(sheet, UnreadReason::HiddenSheet)).collect()
}

fn with_headings(sheet: &Sheet, kind: ListKind, print: Option<&str>) -> Option<usize> {
    let print = print?;
    let mut rows = sheet.grid.rows.iter().take(HEADER_ROWS_SEARCHED);
    rows.position(|row| tables::fingerprint(row, kind).as_deref() == Some(print))
}

impl<'a> Sections<'a> {
    /// Adds the tables of a sheet from its first one on. Where one ends, reading goes on at the next known headings; under a
    /// title that contradicts the rows, at those below another title, because a list repeats its headings on each page.
    fn add_tables(&mut self, first: Table<'a>, request: &ListRequest) {
        let (sheet, kind) = (first.sheet, request.kind);
        let rows = &sheet.grid.rows;
        self.unread.extend(above_headings(&first));
        let (mut table, mut before) = (first.clone(), None);
        loop {
            table.is_contradicted = !is_chosen(&table, request) && is_contradicted(&table, before, kind);
            let end = table.end(kind);
            before = Some(table.header.unwrap_or_default());
            self.tables.push(table);
            let Some(TableEnd { at, reason }) = end else { return };
            let next = match reason {
                UnreadReason::ContradictingTitle => titled(&first, at + 1, request),
                UnreadReason::UnknownHeadings | UnreadReason::HiddenSheet => next(&first, at, request),
            };
            let until = next.as_ref().and_then(|table| table.header).unwrap_or(rows.len());
            self.unread.extend(below(sheet, at, until, reason));
            let Some(next) = next else { return };
            table = next;
        }
    }
}

/// Returns the next table below a title of its own. A line directly below an entry may be the rest of its text, and the
/// table the next page of what is not read.
fn titled<'a>(first: &Table<'a>, at: usize, request: &ListRequest) -> Option<Table<'a>> {
    let has_title = |table: &Table<'_>| {
        let above = table.header.and_then(|header| first.sheet.grid.rows.get(at..header)).unwrap_or_default();
        let entry = above.iter().rposition(may_be_about_a_payment);
        let lines_of = |columns| lines_below_entry(above.get(entry?..)?, columns, request.kind);
        let lines = lines_of(&first.columns).max(lines_of(&table.columns)).unwrap_or_default();
        let below = entry.map_or(0, |entry| entry + 1 + lines);
        above.get(below..).unwrap_or_default().iter().any(|row| titles::of_row(row).is_some())
    };
    let mut headers = (at..first.sheet.grid.rows.len()).filter_map(|at| headed(first, at, request));
    headers.find(has_title)
}

/// Returns the number of rows directly below an entry, the first row, that may be the rest of its text, whatever their
/// words are; none if the table is no statement with texts.
fn lines_below_entry(rows: &[GridRow], columns: &Columns, kind: ListKind) -> Option<usize> {
    let is_text = |at: &u16| columns.field(*at) == Some(ListField::Message);
    let texts = (kind == ListKind::Statement).then(|| columns.places().find(is_text)).flatten()?;
    let is_line = |row: &GridRow| filled(row).map(|(at, _)| at).eq([texts]);
    let is_below = |[above, row]: &&[GridRow; 2]| above.number + 1 == row.number && is_line(row);
    Some(rows.array_windows().take_while(is_below).count())
}

/// Whether the user chose the columns of exactly this table, and so saw what is above it.
fn is_chosen(table: &Table<'_>, request: &ListRequest) -> bool {
    let header = table.headings().map(|row| row.number);
    let chosen = request.mapping.as_ref();
    chosen.is_some_and(|chosen| chosen.sheet == table.sheet.name && chosen.header_row == header)
}

/// Whether a title above a table, or the name of its sheet, says something else about its payments than their rows. The
/// headings of the table before it are at `before`.
fn is_contradicted(table: &Table<'_>, before: Option<usize>, kind: ListKind) -> bool {
    let Some(header) = table.header else { return false };
    let rows = &table.sheet.grid.rows;
    let below = rows.get(header + 1..).unwrap_or_default();
    let columns = TableColumns { headings: table.headings(), columns: &table.columns, kind };
    let above = rows.get(before.unwrap_or_default()..header).unwrap_or_default();
    let above = titles::above(above, before.is_none(), &columns);
    let mut all = titles::of_sheet(&table.sheet.name, kind).into_iter().chain(above);
    all.any(|title| titles::is_contradicted(title, below, &columns))
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
    unread(table.sheet, rows.get(first..)?, from_row, UnreadReason::UnknownHeadings)
}

/// Returns the rows below the headings or the title at an index, up to the next known headings.
fn below(sheet: &Sheet, at: usize, until: usize, reason: UnreadReason) -> Option<UnreadRows> {
    let rows = sheet.grid.rows.get(at + 1..until)?;
    unread(sheet, rows, sheet.grid.rows.get(at).map(|row| row.number), reason)
}

/// Returns the rows of a sheet of which none is read.
fn whole_sheet(sheet: &Sheet, reason: UnreadReason) -> Option<UnreadRows> {
    let below = probable_header(&sheet.grid).map_or(0, |at| at + 1);
    unread(sheet, sheet.grid.rows.get(below..)?, None, reason)
}

/// Returns the rows that are not read; none if no payment can be among them, as in notes, signatures and sums.
fn unread(
    sheet: &Sheet,
    rows: &[GridRow],
    from_row: Option<u32>,
    reason: UnreadReason,
) -> Option<UnreadRows> {
    if !rows.iter().any(may_be_about_a_payment) {
        return None;
    }
    let filled = rows.iter().filter(|row| filled(row).next().is_some()).count();
    let rows = u32::try_from(filled).unwrap_or(u32::MAX);
    Some(UnreadRows { sheet: sheet.name.clone(), reason, from_row, rows })
}
