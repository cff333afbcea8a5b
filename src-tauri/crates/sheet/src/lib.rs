//! Reads spreadsheet files and extracts payroll rows from them: the sheet, the header row, the meaning of each
//! column, and the rows that are people. Cell values stay as they are in the file. `paysheet_domain::checks` decides
//! what they mean for a payment. This crate does not write files, does not use the network and does not depend on the
//! window.

mod book;
mod cells;
mod content;
pub mod copy;
mod error;
mod extras;
mod file;
mod grid;
mod grid_builder;
mod infer;
mod kind;
pub mod limits;
mod mapping;
mod ods;
mod open;
mod package;
mod people;
mod preview;
mod read;
mod streaming;
mod table;
mod text;
mod vocabulary;
mod wire;
mod worker;
mod xls;
mod xlsb;
mod xlsx;

pub use cells::{RowCells, SheetCells};
pub use error::{FileError, Found, Part};
pub use file::{
    ColumnFacts, FileFacts, FileKind, FileProblem, ReadOptions, SheetFacts, SheetFile, SkipReason, Skipped,
};
pub use mapping::{
    Decision, Guess, Header, Layout, MappedColumn, Mapping, MappingOrigin, Request, SURE_MIN, TableChoice,
    Unsure, UnsureReason,
};
pub use preview::{ColumnPreview, FilePreview, HeadRow};
pub use read::{preview_bytes, read_bytes, read_bytes_as};
pub use streaming::ParseDefaults;
pub use worker::{Worker, cells, prepare, preview_file, read, read_along, serve_if_asked};
