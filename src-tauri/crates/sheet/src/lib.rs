//! Reads spreadsheet files and extracts payroll rows from them: the sheet, the header row, the meaning of each
//! column, and the rows that are people. Cell values stay as they are in the file. `paysheet_domain::checks` decides
//! what they mean for a payment. This crate does not write files, does not use the network and does not depend on the
//! window.

mod annotate;
mod detect;
mod error;
mod extract;
mod formats;
mod heading_words;
pub mod limits;
mod lists;
mod model;
mod process;
mod vocabulary;

pub mod copy {
    //! A copy of the user's file with columns added.

    pub use crate::annotate::{
        Added, COLUMNS_OF_A_SHEET, CopyError, PART_BYTES_MAX, PLACES_MAX, with_columns,
    };
}

pub use error::{FileError, OtherFileType, Part};
pub use lists::fields_of_json;
pub use model::{
    ColumnFacts, ColumnPreview, Decision, DifferingTotal, FileFacts, FileKind, FilePreview, FileProblem,
    Guess, HeadRow, Header, Layout, ListColumn, ListColumnFacts, ListColumnPreview, ListField, ListKind,
    ListLayout, ListMapping, ListNeed, ListPreview, ListReading, ListRequest, ListRow, ListedRecord,
    MappedColumn, Mapping, MappingOrigin, ParseDefaults, ReadOptions, RecordContent, RecordList, Request,
    RowCells, SURE_MIN, SheetCells, SheetFacts, SheetFile, SkipReason, Skipped, SumOfColumns, SumTerm,
    TableChoice, TotalKind, UnreadReason, UnreadRows, Unsure, UnsureReason,
};
pub use process::{
    Worker, cells, list_bytes, list_preview_bytes, prepare, preview_bytes, preview_file, preview_list, read,
    read_bytes, read_bytes_as, read_list, serve_if_asked,
};
