//! Lists of results and statements as callers request and receive them.

use std::collections::BTreeMap;

use paysheet_domain::CellValue;
use serde::{Deserialize, Serialize};

use super::{
    file::SheetFacts,
    mapping::{MappingOrigin, TableChoice},
    preview::HeadRow,
};

/// What a list is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum ListKind {
    /// Payments with their results, or stored callbacks.
    Results,
    /// What came and went on an account of a bank or wallet.
    Statement,
}

/// What a column of a list holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[derive(Serialize, Deserialize, specta::Type, strum::Display)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
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
    /// What moved, without a sign that somebody explained.
    Amount,
    /// What moved: money that went out has a minus, and money that came in has none.
    SignedAmount,
    /// What was on the account after it.
    Balance,
    Currency,
    Account,
    Name,
    Date,
    /// Money that went out. One with the other sign came back.
    Debit,
    /// Money that came in.
    Credit,
    /// Whether an amount went out or came in.
    Direction,
}

impl ListField {
    /// What moved in an entry of a statement. The first one with an amount counts.
    pub const MOVED: [Self; 4] = [Self::Debit, Self::Credit, Self::SignedAmount, Self::Amount];

    pub(crate) const fn is_reference(self) -> bool {
        matches!(self, Self::Reference | Self::UniqueReference | Self::TransactionReference)
    }

    /// Whether it says what became of a payment.
    pub(crate) const fn is_outcome(self) -> bool {
        matches!(self, Self::Status | Self::Code)
    }
}

/// A column of a list and what it holds. Several columns may hold references.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct ListColumn {
    /// The column's letters (`D`).
    pub column: String,
    pub field: ListField,
}

/// Everything that decides how the table of a list is read.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct ListMapping {
    /// Empty for a text file, which has one sheet.
    pub sheet: String,
    /// Row number in the file; none where the table has no header. The names of JSON records are row 0.
    pub header_row: Option<u32>,
    /// Columns that are not here are not read.
    pub columns: Vec<ListColumn>,
}

/// Columns that were confirmed for lists with exactly these headings, wherever their table stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListLayout {
    pub fingerprint: String,
    pub columns: Vec<ListColumn>,
}

/// How a list is read. Everything that is not set is detected. The mapping takes precedence over the choice of a table,
/// which only a preview uses, and both over remembered layouts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListRequest {
    pub kind: ListKind,
    pub table: Option<TableChoice>,
    pub mapping: Option<ListMapping>,
    /// Layouts that the user confirmed before.
    pub layouts: Vec<ListLayout>,
}

impl From<ListKind> for ListRequest {
    fn from(kind: ListKind) -> Self {
        Self { kind, table: None, mapping: None, layouts: Vec::new() }
    }
}

/// What a list needs and no column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum ListNeed {
    /// What finds the payment: a reference, or the account and the amount. In a statement, also a text.
    Payment,
    /// A status or a code.
    Outcome,
    /// In a list of results only where no column holds a reference.
    Date,
    /// What went out.
    Amount,
}

/// A list that could be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordList {
    /// Of the file; lower-case hexadecimal.
    pub sha256: String,
    pub records: Vec<ListedRecord>,
    /// What was not read, from the top of the file.
    pub unread: Vec<UnreadRows>,
    /// How its table was read; none if the records were read as they are.
    pub reading: Option<ListReading>,
}

/// Why rows were not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum UnreadReason {
    /// Nobody knows what their columns hold.
    UnknownHeadings,
    /// A title above them, or the name of their sheet, says something else about the payments than their words: `Pending
    /// transactions` above rows that say Paid.
    ContradictingTitle,
    /// Their sheet is hidden.
    HiddenSheet,
}

/// Rows that were not read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct UnreadRows {
    /// Name of their sheet; empty in a text file.
    pub sheet: String,
    pub reason: UnreadReason,
    /// Number of the row from which on nothing is read: that of their headings or of their title. None if it is the whole
    /// sheet.
    pub from_row: Option<u32>,
    /// Number of rows that contain something, without the headings.
    pub rows: u32,
}

/// How the table of a list was read; of several alike tables, the first one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListReading {
    pub origin: MappingOrigin,
    /// Under which its columns are remembered; none if its headings cannot be told from those of other lists.
    pub layout: Option<String>,
    pub columns: Vec<ListColumnFacts>,
}

/// A column of a list with its heading.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct ListColumnFacts {
    /// The column's letters (`D`).
    pub column: String,
    pub header: String,
    /// None if it is not read.
    pub field: Option<ListField>,
}

/// The preview of a list for the user to say what its columns hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListPreview {
    pub sha256: String,
    pub sheets: Vec<SheetFacts>,
    pub mapping: ListMapping,
    pub origin: MappingOrigin,
    pub layout: Option<String>,
    /// Columns of the table that have a heading or a value, from left to right.
    pub columns: Vec<ListColumnPreview>,
    /// The first rows of the sheet that contain something.
    pub head: Vec<HeadRow>,
    /// What the columns of the mapping do not say.
    pub missing: Vec<ListNeed>,
    /// The rows that are about a payment, by these columns.
    pub records: Vec<ListedRecord>,
    /// The row taken for the headings is a payment, which would not be read.
    pub is_headed_by_a_payment: bool,
    /// The columns are the names in JSON records.
    pub are_records: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct ListColumnPreview {
    /// The column's letters (`D`).
    pub column: String,
    /// As in the file; empty where the table has no header.
    pub header: String,
    /// The first different values under it.
    pub samples: Vec<String>,
    /// It was proposed by what it contains, because its heading is not known.
    pub is_by_content: bool,
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
    /// The JSON record that it was made of, as in the file.
    pub record: Option<String>,
}

impl ListRow {
    /// Returns the text of a cell without spaces around it; none if it is empty.
    #[must_use]
    pub fn text(&self, field: ListField) -> Option<&str> {
        self.cells.get(&field).map(|value| value.text().trim()).filter(|text| !text.is_empty())
    }

    pub(crate) fn put(&mut self, field: ListField, value: CellValue) {
        let is_reference = field.is_reference();
        let is_decisive = is_reference || field.is_outcome();
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
