//! The preview of a list, for the user to say what its columns hold.

use std::collections::BTreeSet;

use paysheet_domain::Column as Letters;

use super::{
    columns::Columns,
    rows::records_of,
    suggested,
    tables::{self, Table},
};
use crate::{
    error::FileError,
    extract::preview::{SAMPLES, head, shown},
    formats::{Book, Sheet},
    limits::ROWS_SAMPLED,
    model::{
        Header, ListColumnPreview, ListKind, ListMapping, ListPreview, ListRequest, MappingOrigin,
        SheetFacts, TableChoice,
    },
};

/// Least columns from which there is something to choose.
const COLUMNS_MIN: usize = 2;

/// Returns the preview of a list.
///
/// # Errors
/// `NoTableFound` if it has no rows, or no columns to choose from.
pub(crate) fn preview_book(book: Book, request: &ListRequest) -> Result<ListPreview, FileError> {
    let sha256 = book.facts.file.sha256.clone();
    let are_records = book.facts.are_records;
    let sheets = tables::sheets_of(book);
    let table = table(&sheets, request).ok_or(FileError::NoTableFound)?;
    let columns = columns(&table, request);
    if columns.len() < COLUMNS_MIN || table.below(request.kind).all(|row| row.cells.is_empty()) {
        return Err(FileError::NoTableFound);
    }
    let kind = request.kind;
    let Table { sheet, header, origin, .. } = &table;
    Ok(ListPreview {
        sha256,
        sheets: sheets.iter().map(facts).collect(),
        mapping: ListMapping {
            sheet: sheet.name.clone(),
            header_row: header.and_then(|at| sheet.grid.rows.get(at)).map(|row| row.number),
            columns: table.columns.listed(),
        },
        origin: *origin,
        layout: table.fingerprint(kind),
        columns,
        head: head(&sheet.grid),
        missing: table.columns.missing(kind),
        records: records_of(&table, kind).collect(),
        is_headed_by_a_payment: table.is_headed_by_a_payment(),
        are_records,
    })
}

fn table<'a>(sheets: &'a [Sheet], request: &ListRequest) -> Option<Table<'a>> {
    if let Some(mapping) = &request.mapping {
        return tables::given(sheets, mapping);
    }
    if let Some(TableChoice { sheet, header }) = &request.table {
        let sheet = sheets.iter().find(|known| known.name == *sheet)?;
        return suggested::table(sheet, *header, request.kind);
    }
    let find = |find: &dyn Fn(&'a Sheet) -> Option<Table<'a>>| sheets.iter().find_map(find);
    find(&|sheet| tables::remembered(sheet, request))
        .or_else(|| find(&|sheet| tables::by_headings(sheet, request.kind)))
        .or_else(|| {
            // A cover sheet has fewer rows than the list.
            let longest = sheets.iter().max_by_key(|sheet| sheet.grid.rows.len())?;
            suggested::table(longest, Header::Detected, request.kind)
        })
}

fn columns(table: &Table<'_>, request: &ListRequest) -> Vec<ListColumnPreview> {
    let is_proposed = table.origin == MappingOrigin::Detected && request.mapping.is_none();
    let known = table.headings().map(Columns::by_headings).unwrap_or_default();
    let width = u16::try_from(table.sheet.grid.columns).unwrap_or(u16::MAX);
    let preview = |at: u16| {
        let header = table.heading(at);
        let samples = samples(table, at, request.kind);
        (!header.is_empty() || !samples.is_empty()).then(|| ListColumnPreview {
            column: Letters(at).to_string(),
            header,
            samples,
            is_by_content: is_proposed && table.columns.field(at).is_some() && known.field(at).is_none(),
        })
    };
    (0..width).filter_map(preview).collect()
}

fn samples(table: &Table<'_>, at: u16, kind: ListKind) -> Vec<String> {
    let mut seen = BTreeSet::new();
    let values = table.below(kind).take(ROWS_SAMPLED).filter_map(|row| row.cell(at)).map(shown);
    values.filter(|text| !text.is_empty() && seen.insert(text.clone())).take(SAMPLES).collect()
}

fn facts(sheet: &Sheet) -> SheetFacts {
    SheetFacts {
        name: sheet.name.clone(),
        hidden: sheet.hidden,
        rows: sheet.grid.last_row(),
        columns: sheet.grid.columns,
    }
}
