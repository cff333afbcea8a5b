//! Errors of files that cannot be read at all. Problems with single rows are reported as problems, not as errors.

use serde::{Deserialize, Serialize};

/// The detected type of a file that is not a readable spreadsheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum OtherFileType {
    #[error("an Office document that is no workbook")]
    OldOffice,
    #[error("an OpenDocument file that is no spreadsheet")]
    OpenDocument,
    #[error("a PDF document")]
    Pdf,
    #[error("a picture")]
    Picture,
    #[error("a web page")]
    Html,
    #[error("an XML document")]
    Xml,
    #[error("a text document (RTF)")]
    Rtf,
    #[error("a table in an old format (SYLK)")]
    Sylk,
    #[error("an archive without a workbook in it")]
    Archive,
    #[error("data of an unknown kind")]
    Unknown,
}

/// The part of a workbook that is broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[serde(rename_all = "snake_case")]
pub enum Part {
    #[error("the archive the workbook is packed in")]
    Archive,
    #[error("the list of sheets or styles")]
    Workbook,
    #[error("the table of texts")]
    Texts,
    #[error("the cells of a sheet")]
    Cells,
}

/// Why a file could not be read. Each error prints as one line that starts with its code and tells the user what to
/// do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[serde(tag = "code", rename_all = "snake_case")]
pub enum FileError {
    #[error("{}: the file is not there, or may not be read; choose it again", self.code())]
    FileUnreadable,
    #[error("{}: the file has nothing in it; choose the payroll file itself", self.code())]
    FileEmpty,
    #[error("{}: this is {found}; save the payroll as .xlsx or .csv and choose that file", self.code())]
    FileNotASpreadsheet { found: OtherFileType },
    #[error("{}: the workbook is protected by a password; remove the password in Excel and save it", self.code())]
    FileEncrypted,
    #[error("{}: {part} is broken; open the file in Excel, save it anew and try again", self.code())]
    FileCorrupt { part: Part },
    #[error("{}: the file has {bytes} bytes, more than {limit}; keep only the payroll in it", self.code())]
    FileTooLarge { bytes: u64, limit: u64 },
    #[error("{}: the sheet has {rows} rows with people, more than {limit}; split the payroll", self.code())]
    FileTooManyRows { rows: u64, limit: u64 },
    #[error(
        "{}: the sheet reaches to column {columns}, past the limit of {limit}; clear the cells far to the right",
        self.code()
    )]
    FileTooManyColumns { columns: u64, limit: u64 },
    #[error("{}: unpacked it has {bytes} bytes, more than {limit}; keep only the payroll in it", self.code())]
    FileInflatesTooMuch { bytes: u64, limit: u64 },
    #[error("{}: the workbook has {parts} parts, more than {limit}; keep only the payroll in it", self.code())]
    FileHasTooManyParts { parts: u64, limit: u64 },
    #[error("{}: the sheet spans {cells} cells, more than {limit}; clear the cells far below or to the right", self.code())]
    FileHasTooManyCells { cells: u64, limit: u64 },
    #[error("{}: reading took longer than {limit_s} seconds; keep only the payroll in the file", self.code())]
    ReaderTimeLimit { limit_s: u64 },
    #[error("{}: reading needed more than {limit} bytes of memory; keep only the payroll in the file", self.code())]
    ReaderMemoryLimit { limit: u64 },
    #[error("{}: the file cannot be read; open it in Excel, save it anew and try again", self.code())]
    ReaderCrashed,
    #[error(
        "{}: no sheet has columns for people, accounts and amounts; add a header row such as \
         Name, Account number, Bank, Amount",
        self.code()
    )]
    NoTableFound,
}

impl FileError {
    /// Returns the stable code that `inspect` and the window use.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::FileUnreadable => "file_unreadable",
            Self::FileEmpty => "file_empty",
            Self::FileNotASpreadsheet { .. } => "file_not_a_spreadsheet",
            Self::FileEncrypted => "file_encrypted",
            Self::FileCorrupt { .. } => "file_corrupt",
            Self::FileTooLarge { .. } => "file_too_large",
            Self::FileTooManyRows { .. } => "file_too_many_rows",
            Self::FileTooManyColumns { .. } => "file_too_many_columns",
            Self::FileInflatesTooMuch { .. }
            | Self::FileHasTooManyParts { .. }
            | Self::FileHasTooManyCells { .. } => "file_inflates_too_much",
            Self::ReaderTimeLimit { .. } => "reader_time_limit",
            Self::ReaderMemoryLimit { .. } => "reader_memory_limit",
            Self::ReaderCrashed => "reader_crashed",
            Self::NoTableFound => "no_table_found",
        }
    }
}
