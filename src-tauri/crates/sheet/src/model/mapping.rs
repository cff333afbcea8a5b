//! The mapping of a file as callers request and receive it: which sheet, which header row, and which field each column
//! holds. `detect::mapping` infers it.

use paysheet_domain::{Country, Currency, Field};
use serde::{Deserialize, Serialize};
use strum::Display;

/// Confidence in percent from which the user is not asked.
pub const SURE_MIN: u8 = 80;
/// One column and what it holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct MappedColumn {
    /// The column's letters (`D`).
    pub column: String,
    /// Several columns may hold the name; they are joined, first names first where their headers say so.
    pub field: Field,
}

/// Everything that decides how a file is read.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct Mapping {
    /// Empty for a text file, which has one sheet.
    pub sheet: String,
    /// Row number in the file; none where the table has no header.
    pub header_row: Option<u32>,
    /// Columns that are not here are not read.
    pub columns: Vec<MappedColumn>,
}

/// A mapping that was confirmed for files with these headers in this order, wherever their table stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct Layout {
    pub fingerprint: String,
    pub columns: Vec<MappedColumn>,
}

/// Where the columns' names stand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase", tag = "kind", content = "row")]
pub enum Header {
    #[default]
    Detected,
    Absent,
    /// Row number in the file.
    Row(u32),
}

/// A sheet and header that the user chose; the columns are detected there.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct TableChoice {
    pub sheet: String,
    pub header: Header,
}

/// Options that the caller sets. They override the values inferred from the file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReadOptions {
    pub country: Option<Country>,
    pub currency: Option<Currency>,
}

/// Options for reading a file. Everything that is not set is detected. The mapping takes precedence over the choice
/// of a table, and both over remembered layouts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Request {
    pub options: ReadOptions,
    pub table: Option<TableChoice>,
    pub mapping: Option<Mapping>,
    /// Layouts that the user confirmed before.
    pub layouts: Vec<Layout>,
}

impl From<ReadOptions> for Request {
    fn from(options: ReadOptions) -> Self {
        Self { options, ..Self::default() }
    }
}

/// Who decided what the columns hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type, Display)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum MappingOrigin {
    Detected,
    /// From a layout that the user confirmed before.
    Remembered,
    Given,
}

/// Why the user should look at a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type, Display)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum UnsureReason {
    /// Nobody knows its header; it was detected by its content.
    ByContent,
    /// The header's words leave a doubt, or the column holds something else.
    Doubtful,
    /// Another column could hold the same.
    SeveralColumns,
    /// It is a sum of the amount and other columns, and was proposed instead of the amount.
    SumOfOthers,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct Unsure {
    pub column: String,
    pub field: Field,
    pub reason: UnsureReason,
    /// How the column is made of others, if that is the reason.
    pub sum: Option<SumOfColumns>,
}

/// A column as the sum of others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct SumOfColumns {
    /// What would have been the amount first.
    pub terms: Vec<SumTerm>,
    /// Number of rows in which the arithmetic holds, and of those that have both the amount and the sum.
    pub rows: u32,
    pub of: u32,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct SumTerm {
    /// The column's letters (`D`).
    pub column: String,
    /// As in the file; may be empty.
    pub header: String,
    pub subtracted: bool,
}

/// What was decided about a table, and what is still open.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct Decision {
    pub mapping: Mapping,
    pub origin: MappingOrigin,
    /// Under which a confirmed mapping is remembered; none for a table without a header.
    pub layout: Option<String>,
    /// Fields a payroll needs and no column holds.
    pub missing: Vec<Field>,
    pub unsure: Vec<Unsure>,
    /// Nobody who opens the file sees the people on this sheet.
    pub sheet_is_hidden: bool,
    /// Other sheets that anybody sees and that hold a whole payroll too: another month's, or another branch's.
    pub also_payrolls: Vec<String>,
    /// Rows of the headings of other tables on the sheet that cannot be joined with this one; nobody of them is read.
    pub other_tables: Vec<u32>,
    /// Totals and counts of the file that the rows do not add up to.
    pub differing_totals: Vec<DifferingTotal>,
}

/// What a figure of the file states about its people.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum TotalKind {
    /// The sum of the amounts.
    Sum,
    /// The number of people.
    Count,
    /// The sum of the amounts in words.
    Words,
}

/// A total or count that the file states, and what was read of the people it is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct DifferingTotal {
    pub kind: TotalKind,
    pub row: u32,
    /// Plain decimals, in the amounts' currency; of a count, an integer.
    pub stated: String,
    pub read: String,
    /// Whether less was read than stated.
    pub is_short: bool,
    /// Whether it is above its people: nobody is above it.
    pub is_above: bool,
    /// Rows whose amount is the difference: skipped ones if it is short, otherwise people. Of a count, the skipped rows
    /// with a name and an amount, if they are as many as are missing.
    pub rows: Vec<u32>,
}

impl Decision {
    /// Returns whether the user must answer before the rows are useful. A hidden sheet usually belongs to an earlier
    /// month, and so does one of several similar sheets or tables. Only the user knows which one is to be paid.
    #[must_use]
    pub fn needs_an_answer(&self) -> bool {
        match self.origin {
            MappingOrigin::Detected => {
                self.table_is_doubtful() || !(self.missing.is_empty() && self.unsure.is_empty())
            }
            MappingOrigin::Remembered => self.table_is_doubtful(),
            MappingOrigin::Given => false,
        }
    }

    const fn table_is_doubtful(&self) -> bool {
        self.sheet_is_hidden
            || !self.also_payrolls.is_empty()
            || !self.other_tables.is_empty()
            || !self.differing_totals.is_empty()
    }
}

/// What a column could hold, and how sure that is in percent; the surest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct Guess {
    pub field: Field,
    pub confidence: u8,
}
