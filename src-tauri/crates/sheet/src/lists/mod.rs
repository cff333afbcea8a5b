//! Lists of results: what a provider's export or a bank's statement says about payments, row by row. The columns are
//! detected by their headings. What a row means for a payment is decided by the desk.

mod columns;
mod fields;

use std::collections::BTreeMap;

use paysheet_domain::CellValue;

pub use self::fields::fields_of_json;
use crate::{
    error::FileError,
    formats::{Book, Grid, GridRow, Sheet},
    limits::HEADER_ROWS_SEARCHED,
    lists::columns::Columns,
    vocabulary::{begins_totals, normalised},
};

/// What a list is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListKind {
    /// Payments with their results.
    Results,
    /// What came and went on an account.
    Statement,
}

/// What a column of a list holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ListField {
    /// A reference of the payment, whoever made it. A list may have several.
    Reference,
    /// The service's own reference, as callbacks name it. It is a reference too.
    UniqueReference,
    /// The service's reference of a reversal, as callbacks name it. It is a reference too.
    TransactionReference,
    Status,
    /// The response code.
    Code,
    Message,
    Amount,
    Currency,
    Account,
    Name,
    Date,
    /// Money that went out.
    Debit,
    /// Money that came in.
    Credit,
    /// Whether an amount went out or came in.
    Direction,
}

impl ListField {
    pub(crate) const fn is_reference(self) -> bool {
        matches!(self, Self::Reference | Self::UniqueReference | Self::TransactionReference)
    }
}

/// A list that could be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordList {
    /// Of the file; lower-case hexadecimal.
    pub sha256: String,
    pub records: Vec<ListedRecord>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedRecord {
    /// Name of its sheet; empty in a text file.
    pub sheet: String,
    /// Number of its row or line, or its place in the list. From 1.
    pub row: u32,
    pub content: RecordContent,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RecordContent {
    /// A JSON object or the parameters of a callback, as in the file.
    Text(String),
    Row(ListRow),
}

/// The cells of a row, by what their columns hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ListRow {
    /// The texts of all columns with references, without empty ones.
    pub references: Vec<String>,
    pub cells: BTreeMap<ListField, CellValue>,
    /// A cell from which a result would follow holds a formula without a value, or an error.
    pub is_broken: bool,
}

impl ListRow {
    /// Returns the text of a cell without spaces around it; none if it is empty.
    #[must_use]
    pub fn text(&self, field: ListField) -> Option<&str> {
        self.cells.get(&field).map(|value| value.text().trim()).filter(|text| !text.is_empty())
    }

    pub(crate) fn put(&mut self, field: ListField, value: CellValue) {
        let is_reference = field.is_reference();
        let is_decisive = is_reference || matches!(field, ListField::Status | ListField::Code);
        let has_no_value = matches!(value, CellValue::FormulaWithoutValue | CellValue::Error(_));
        self.is_broken |= is_decisive && has_no_value;
        if has_no_value && is_decisive {
            return;
        }
        let text = value.text().trim();
        if is_reference && !text.is_empty() {
            self.references.push(text.to_owned());
        }
        self.cells.entry(field).or_insert(value);
    }

    /// Whether the row says something about a payment; totals and notes do not.
    fn is_about_a_payment(&self, kind: ListKind) -> bool {
        let has = |field| self.text(field).is_some();
        if kind == ListKind::Statement {
            return has(ListField::Date)
                && (has(ListField::Debit) || has(ListField::Credit) || has(ListField::Amount));
        }
        let has_result = has(ListField::Status) || has(ListField::Code);
        let is_total = || self.references.first().is_some_and(|first| begins_totals(&normalised(first)));
        self.is_broken
            || has_result
            || (!self.references.is_empty() && !is_total())
            || has(ListField::Account)
    }
}

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
    let (header, columns) = header(grid, kind)?;
    let below = grid.rows.iter().skip(header + 1).filter(|row| !row.cells.is_empty());
    // Long lists repeat their headings on each page.
    let below = below.filter(move |row| Columns::of(row, kind).is_none());
    Some(below.filter_map(move |row| {
        let content = columns.read(row);
        let record = |content| ListedRecord { sheet: name.clone(), row: row.number, content };
        content.is_about_a_payment(kind).then(|| record(RecordContent::Row(content)))
    }))
}

fn header(grid: &Grid, kind: ListKind) -> Option<(usize, Columns)> {
    let rows = grid.rows.iter().enumerate().take(HEADER_ROWS_SEARCHED);
    rows.filter_map(|(at, row)| Some((at, Columns::of(row, kind)?))).next()
}

#[cfg(test)]
mod tests;
