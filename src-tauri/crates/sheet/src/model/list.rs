//! Lists of results and statements as callers request and receive them.

use std::collections::BTreeMap;

use paysheet_domain::CellValue;

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
}
