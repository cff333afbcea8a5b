//! Any spreadsheet to a table, and a table to payroll rows: which sheet, which header row, what each column
//! holds, which rows are people. Cells stay as the file has them; what they are worth as a payment is decided
//! by `paysheet_domain::checks`. Nothing here writes files, asks the network, or knows the window.

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
