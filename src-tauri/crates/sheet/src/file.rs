//! What reading a file gives: its facts, the table chosen in it, and the rows of the payroll as they stand there.
//! Whether a row can be paid is not decided here; that is `paysheet_domain::checks`.

use paysheet_domain::{
    Country, Currency, Field, Problem, ProblemCode, Severity, SourceRow, checks::DecimalConvention,
};
use serde::{Deserialize, Serialize};
use strum::Display;

use crate::{mapping::Decision, streaming::ParseDefaults};

/// What the caller knows better than the file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReadOptions {
    pub country: Option<Country>,
    pub currency: Option<Currency>,
}

/// Format of a file, by its content.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Display)]
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
    /// Last row and column with something in them.
    pub rows: u32,
    pub columns: u32,
}

/// A column of the table, and what it was taken for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ColumnFacts {
    /// The column's letters (`D`).
    pub column: String,
    /// As in the file; empty where the table has no header.
    pub header: String,
    pub field: Option<Field>,
    /// How sure that is, in percent.
    pub confidence: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Display)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum SkipReason {
    BlankRow,
    TotalsRow,
    HeaderRepeated,
    NoteRow,
}

/// A row that is no person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Skipped {
    pub row: u32,
    pub reason: SkipReason,
    /// What stands in it, cut.
    pub text: String,
    /// The row as it would count if it were put back; none for a blank one.
    #[serde(default)]
    pub source: Option<SourceRow>,
}

/// Something the user should know of the file as a whole.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileProblem {
    /// A cell's address (`D5`) or a column's letters, where it is about one.
    pub cell: Option<String>,
    pub code: ProblemCode,
    pub severity: Severity,
    /// A figure or name the sentence needs.
    pub value: Option<String>,
}

impl FileProblem {
    pub(crate) fn new(code: ProblemCode, severity: Severity, value: impl ToString) -> Self {
        Self { cell: None, code, severity, value: Some(value.to_string()) }
    }
}

/// A payroll file that could be read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SheetFile {
    pub file: FileFacts,
    pub sheets: Vec<SheetFacts>,
    /// Name of the sheet chosen.
    pub sheet: String,
    pub header_row: Option<u32>,
    pub columns: Vec<ColumnFacts>,
    pub country: Country,
    pub currency: Currency,
    pub convention: DecimalConvention,
    /// People to be paid, in file order.
    pub rows: Vec<SourceRow>,
    pub skipped: Vec<Skipped>,
    /// What was decided about the columns, and whether the user has to be asked.
    pub decision: Decision,
    pub problems: Vec<FileProblem>,
}

impl SheetFile {
    /// What its rows are read against.
    #[must_use]
    pub const fn defaults(&self) -> ParseDefaults {
        ParseDefaults { country: self.country, currency: self.currency, convention: self.convention }
    }
}

impl SheetFile {
    /// The file's problems in the shape the rows' have.
    #[must_use]
    pub fn file_problems(&self) -> Vec<Problem> {
        let problem = |problem: &FileProblem| Problem {
            code: problem.code,
            severity: problem.severity,
            field: None,
            value: problem.value.clone(),
            suggestion: None,
            rows: Vec::new(),
        };
        self.problems.iter().map(problem).collect()
    }
}
