//! Lists of results: what a provider's export or a bank's statement says about payments, row by row. The columns are
//! detected by their headings. What a row means for a payment is decided by the desk.

mod columns;
mod fields;

pub use self::fields::fields_of_json;
use crate::{
    error::FileError,
    formats::{Book, Grid, GridRow, Sheet},
    limits::HEADER_ROWS_SEARCHED,
    lists::columns::Columns,
    model::{ListField, ListKind, ListRow, ListedRecord, RecordContent, RecordList},
    vocabulary::{begins_totals, normalised},
};

/// Returns the records of a file: its texts, or the rows of the tables that are visible.
///
/// # Errors
/// `NoTableFound` if it has neither.
pub(crate) fn read_book(book: Book, kind: ListKind) -> Result<RecordList, FileError> {
    let sha256 = book.facts.file.sha256;
    if book.facts.are_records {
        let records = book.sheets.into_iter().flat_map(texts).collect();
        return Ok(RecordList { sha256, records });
    }
    let mut tables = book.sheets.iter().filter(|sheet| !sheet.hidden).filter_map(|sheet| table(sheet, kind));
    let first = tables.next().ok_or(FileError::NoTableFound)?;
    let records = first.chain(tables.flatten()).collect();
    Ok(RecordList { sha256, records })
}

fn texts(sheet: Sheet) -> impl Iterator<Item = ListedRecord> {
    sheet.grid.rows.into_iter().map(|GridRow { number, cells, .. }| {
        let text = cells.iter().map(|(_, value)| value.text()).collect();
        ListedRecord { sheet: String::new(), row: number, content: RecordContent::Text(text) }
    })
}

fn table(sheet: &Sheet, kind: ListKind) -> Option<impl Iterator<Item = ListedRecord>> {
    let Sheet { name, grid, .. } = sheet;
    let (at, columns) = header(grid, kind)?;
    let headings = grid.rows.get(at)?;
    // Long lists repeat their headings on each page.
    let below = grid.rows.iter().skip(at + 1).filter(|row| row.cells != headings.cells);
    Some(below.filter_map(move |row| {
        let content = columns.read(row);
        let record = |content| ListedRecord { sheet: name.clone(), row: row.number, content };
        is_about_a_payment(&content, kind).then(|| record(RecordContent::Row(content)))
    }))
}

/// Whether the row says something about a payment; totals and notes do not.
fn is_about_a_payment(row: &ListRow, kind: ListKind) -> bool {
    let has = |field| row.text(field).is_some();
    if kind == ListKind::Statement {
        // The word is below the dates; no entry of a statement begins with it.
        let is_total = row.text(ListField::Date).is_some_and(|date| begins_totals(&normalised(date)));
        return has(ListField::Date)
            && !is_total
            && (has(ListField::Debit) || has(ListField::Credit) || has(ListField::Amount));
    }
    let has_result = has(ListField::Status) || has(ListField::Code);
    let is_total = || row.references.first().is_some_and(|first| begins_totals(&normalised(first)));
    row.is_broken || has_result || (!row.references.is_empty() && !is_total()) || has(ListField::Account)
}

fn header(grid: &Grid, kind: ListKind) -> Option<(usize, Columns)> {
    let rows = grid.rows.iter().enumerate().take(HEADER_ROWS_SEARCHED);
    rows.filter_map(|(at, row)| Some((at, Columns::of(row, kind)?))).next()
}

#[cfg(test)]
mod tests;
