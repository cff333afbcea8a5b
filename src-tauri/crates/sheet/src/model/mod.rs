//! The types that this crate returns and takes: the facts of a file, its mapping, its preview and its cells. They
//! depend on no other module of this crate.

mod cells;
mod file;
mod list;
mod mapping;
mod preview;

pub use self::{
    cells::{RowCells, SheetCells},
    file::{
        ColumnFacts, FileFacts, FileKind, FileProblem, ParseDefaults, SheetFacts, SheetFile, SkipReason,
        Skipped,
    },
    list::{
        ListColumn, ListColumnFacts, ListColumnPreview, ListField, ListKind, ListLayout, ListMapping,
        ListNeed, ListPreview, ListReading, ListRequest, ListRow, ListedRecord, RecordContent, RecordList,
        UnreadReason, UnreadRows,
    },
    mapping::{
        Decision, DifferingTotal, Guess, Header, Layout, MappedColumn, Mapping, MappingOrigin, ReadOptions,
        Request, SURE_MIN, SumOfColumns, SumTerm, TableChoice, TotalKind, Unsure, UnsureReason,
    },
    preview::{ColumnPreview, FilePreview, HeadRow},
};
