//! Reads a file that is in memory, in this process and without its limits: for the program's own files and for tests.

use super::{serve::parse_file, wire};
use crate::{
    error::FileError,
    extract::{
        payroll::{preview_book, read_book},
        streaming::StreamingReader,
    },
    formats::{Book, Content},
    lists,
    model::{FilePreview, ListPreview, ListRequest, ReadOptions, RecordList, Request, SheetFile},
};

/// Reads a payroll file that is in memory.
///
/// # Errors
/// If no row can be read at all. Problems with single rows are not errors.
pub fn read_bytes(bytes: &[u8], options: &ReadOptions) -> Result<SheetFile, FileError> {
    read_bytes_as(bytes, &Request::from(*options))
}

/// Reads a payroll file that is in memory, according to the request.
///
/// # Errors
/// Those of [`read_bytes`]; `NoTableFound` also if the requested sheet or header does not exist.
pub fn read_bytes_as(bytes: &[u8], request: &Request) -> Result<SheetFile, FileError> {
    let mut early = StreamingReader::new(request);
    let book = parsed(bytes, &mut early)?;
    read_book(book, request, early)
}

/// Returns a preview of a file that is in memory, so that the user can map its columns.
///
/// # Errors
/// Those of [`read_bytes_as`]. A file in which no table was found still has a preview.
pub fn preview_bytes(bytes: &[u8], request: &Request) -> Result<FilePreview, FileError> {
    preview_book(parsed(bytes, &mut StreamingReader::new(request))?, request)
}

/// Reads a list of results that is in memory.
///
/// # Errors
/// If it has no records and no table of results.
pub fn list_bytes(bytes: &[u8], request: &ListRequest) -> Result<RecordList, FileError> {
    lists::read_book(parsed_list(bytes)?, request)
}

/// Returns a preview of a list that is in memory, so that the user can say what its columns hold.
///
/// # Errors
/// If it has no table with something to choose from.
pub fn list_preview_bytes(bytes: &[u8], request: &ListRequest) -> Result<ListPreview, FileError> {
    lists::preview_book(parsed_list(bytes)?, request)
}

fn parsed_list(bytes: &[u8]) -> Result<Book, FileError> {
    let mut wire = Vec::new();
    parse_file(bytes, Content::Records, &mut wire).map_err(|_| FileError::ReaderCrashed)?;
    wire::read(&mut wire.as_slice(), &mut |_| ()).map_err(|_| FileError::ReaderCrashed)?
}

/// Parses a file as the reading process does, but in this process.
fn parsed(bytes: &[u8], early: &mut StreamingReader<'_>) -> Result<Book, FileError> {
    let mut wire = Vec::new();
    parse_file(bytes, Content::Tables, &mut wire).map_err(|_| FileError::ReaderCrashed)?;
    wire::read(&mut wire.as_slice(), &mut |arrived| early.read(arrived))
        .map_err(|_| FileError::ReaderCrashed)?
}
