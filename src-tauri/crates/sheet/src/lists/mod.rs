//! Lists of results: what a provider's export or a bank's statement says about payments, row by row. The columns are
//! detected by their headings, or are those that the user named. What a row means for a payment is decided by the desk.

mod cells;
mod columns;
mod fields;
mod other_headings;
mod preview;
mod records;
mod repeated;
mod row_kinds;
mod rows;
mod sections;
mod suggested;
mod tables;
mod titles;

use std::collections::HashMap;

pub use self::fields::fields_of_json;
pub(crate) use self::preview::preview_book;
use self::{rows::records_of, sections::Sections, tables::Table};
use crate::{
    error::FileError,
    formats::{Book, GridRow, Sheet},
    model::{ListRequest, ListedRecord, RecordContent, RecordList},
};

/// Returns the records of a file: its texts, or the rows of the tables that are visible.
///
/// # Errors
/// `NoTableFound` if it has neither, or not the table that the user named.
pub(crate) fn read_book(book: Book, request: &ListRequest) -> Result<RecordList, FileError> {
    let sha256 = book.facts.file.sha256.clone();
    if book.facts.are_records {
        return read_records(sha256, &book.sheets, request);
    }
    let hidden = sections::hidden(&book.sheets);
    let sheets = tables::sheets_of(book);
    let Sections { tables, mut unread } = sections::find(&sheets, request);
    unread.extend(hidden);
    let reading = tables::reading(&tables, request.kind).ok_or(FileError::NoTableFound)?;
    let records = tables.iter().flat_map(|table| records_of(table, request.kind)).collect();
    Ok(RecordList { sha256, records, unread, reading: Some(reading) })
}

/// Reads records as they are, unless the user said what the names of their fields mean.
fn read_records(sha256: String, sheets: &[Sheet], request: &ListRequest) -> Result<RecordList, FileError> {
    let as_table: Vec<Sheet> = sheets.iter().filter_map(records::as_table).collect();
    let table = match &request.mapping {
        Some(mapping) => Some(tables::given(&as_table, mapping).ok_or(FileError::NoTableFound)?),
        None => as_table.iter().find_map(|sheet| tables::remembered(sheet, request)),
    };
    let texts = sheets.iter().flat_map(|sheet| &sheet.grid.rows);
    let records = match &table {
        None => texts.map(text).collect(),
        Some(table) => {
            // What is no object is shown as what it is.
            let others = texts.filter(|row| !records::is_object(row)).map(text);
            let mut records: Vec<_> = records_of(table, request.kind).chain(others).collect();
            records.sort_by_key(|record| record.row);
            store_texts(&mut records, sheets);
            records
        }
    };
    let names = || as_table.first().map(Table::of_names);
    let reading = table.or_else(names).map(|table| table.reading(request.kind));
    Ok(RecordList { sha256, records, unread: Vec::new(), reading })
}

/// Stores the text of each record: a stored callback means what it meant, whatever its fields are called.
fn store_texts(records: &mut [ListedRecord], sheets: &[Sheet]) {
    let rows = sheets.iter().flat_map(|sheet| &sheet.grid.rows);
    let texts: HashMap<u32, &GridRow> = rows.map(|row| (row.number, row)).collect();
    for ListedRecord { row, content, .. } in records {
        if let RecordContent::Row(cells) = content {
            cells.record = texts.get(row).map(|row| records::text(row));
        }
    }
}

fn text(row: &GridRow) -> ListedRecord {
    let content = RecordContent::Text(records::text(row));
    ListedRecord { sheet: String::new(), row: row.number, content }
}

#[cfg(test)]
mod tests;
