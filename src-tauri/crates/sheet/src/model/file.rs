//! The result of reading a file: its facts, the chosen table, and the payroll rows as they are in the file. Whether a
//! row can be paid is decided by `paysheet_domain::checks`.

use paysheet_domain::{
    Country, Currency, Field, Problem, ProblemCode, Severity, SourceRow, checks::DecimalConvention,
};
use serde::{Deserialize, Serialize};
use strum::Display;

use super::mapping::Decision;

/// Format of a file, detected from its content.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type, Display)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum FileKind {
    Xlsx,
    Xlsm,
    Xlsb,
    Xls,
    Ods,
    Csv,
    Tsv,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileFacts {
    pub kind: FileKind,
    pub bytes: u64,
    /// Lower-case hexadecimal.
    pub sha256: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SheetFacts {
    pub name: String,
    pub hidden: bool,
    /// Last row and column that contain something.
    pub rows: u32,
    pub columns: u32,
}

/// A column of the table, with the field that was assigned to it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ColumnFacts {
    /// The column's letters (`D`).
    pub column: String,
    /// As in the file; empty if the table has no header.
    pub header: String,
    pub field: Option<Field>,
    /// Confidence of the assigned field, in percent.
    pub confidence: u8,
}

/// Why the importer did not take a row for a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[derive(Serialize, Deserialize, specta::Type, Display)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum SkipReason {
    BlankRow,
    TotalsRow,
    HeaderRepeated,
    NoteRow,
    /// A person whose amount is `NIL` or a dash: not this month.
    NothingToPay,
    /// Above the headings of the table, with an account.
    AboveHeading,
    /// Below the headings of another table, which is not read.
    OtherTable,
}

/// A row that the importer did not take for a person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Skipped {
    pub row: u32,
    pub reason: SkipReason,
    /// Text of the row, truncated.
    pub text: String,
    /// The row as it would be read if the user restored it; none for a blank row.
    #[serde(default)]
    pub source: Option<SourceRow>,
}

/// A fact about the file as a whole that the user should know.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileProblem {
    /// Address of a cell (`D5`) or letters of a column, if the problem is about one.
    pub cell: Option<String>,
    pub code: ProblemCode,
    pub severity: Severity,
    /// A figure or name that the message needs.
    pub value: Option<String>,
}

impl FileProblem {
    pub(crate) fn new(code: ProblemCode, severity: Severity, value: impl ToString) -> Self {
        Self { cell: None, code, severity, value: Some(value.to_string()) }
    }

    /// Whether it is that no column holds a field.
    pub(crate) fn is_missing(&self, field: Field) -> bool {
        self.code == ProblemCode::ColumnMissing && self.value.as_deref() == Some(field.into())
    }
}

/// Defaults that apply to every row of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseDefaults {
    /// Country and currency of rows that do not name one.
    pub country: Country,
    pub currency: Currency,
    pub convention: DecimalConvention,
}

/// A payroll file that could be read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SheetFile {
    pub file: FileFacts,
    pub sheets: Vec<SheetFacts>,
    /// Name of the chosen sheet.
    pub sheet: String,
    pub header_row: Option<u32>,
    pub columns: Vec<ColumnFacts>,
    pub country: Country,
    pub currency: Currency,
    pub convention: DecimalConvention,
    /// People to be paid, in file order.
    pub rows: Vec<SourceRow>,
    pub skipped: Vec<Skipped>,
    /// The decision about the columns, and whether the user has to be asked.
    pub decision: Decision,
    pub problems: Vec<FileProblem>,
}

impl SheetFile {
    /// Returns the defaults that apply to its rows.
    #[must_use]
    pub const fn defaults(&self) -> ParseDefaults {
        ParseDefaults { country: self.country, currency: self.currency, convention: self.convention }
    }
}

impl SheetFile {
    /// Converts the file's problems to the type that row problems have.
    #[must_use]
    pub fn file_problems(&self) -> Vec<Problem> {
        let problem = |problem: &FileProblem| Problem {
            code: problem.code,
            severity: problem.severity,
            field: None,
            value: problem.value.clone(),
            suggestion: None,
            rows: Vec::new(),
            since: None,
        };
        self.problems.iter().map(problem).collect()
    }
}
