//! The end of the wire in the program itself. The input is not trusted: every length is checked, and the memory that
//! it takes is counted.

use std::{
    io::{self, Read},
    mem::size_of,
};

use paysheet_domain::CellValue;

use super::block::{Block, KINDS, LENGTH_BYTES, ROW, START};
use crate::{
    error::FileError,
    formats::{
        Arrived, Book, Grid, GridBuilder, Sheet, SheetEnd, SheetMetadata, SheetStart, little_endian::u32_at,
    },
    limits::{CELL_BYTES_MAX, CELLS_BYTES_MAX},
};

/// Bytes that are skipped at most before the start marker.
const PREFACE_BYTES_MAX: usize = 64 * 1024;
/// Size of the longest block in bytes: the facts of a sheet of which every row is hidden, or one very wide row.
const BLOCK_BYTES_MAX: usize = 64 * 1024 * 1024;
/// Memory that a text takes beside its bytes, including the cell around it.
const CELL_OVERHEAD_BYTES: usize = size_of::<(u16, CellValue)>() + 16;

/// Callback for what has arrived so far.
pub(crate) type OnArrival<'r> = &'r mut dyn FnMut(Arrived<'_>);

/// Reads a parsed file from the stream, or the error with which it could not be parsed.
///
/// # Errors
/// `InvalidData` if the stream is not a complete result; and errors of the stream.
pub(crate) fn read(from: &mut impl Read, on_arrival: OnArrival<'_>) -> io::Result<Result<Book, FileError>> {
    skip_to_start(from)?;
    let mut reading = Reading::default();
    let mut bytes = Vec::new();
    loop {
        match next_block(from, &mut bytes)? {
            Block::Sheet => reading.begin_sheet(serde_json::from_slice(&bytes)?)?,
            Block::Rows => {
                if let Err(refused) = reading.rows(&bytes)? {
                    return Ok(Err(refused));
                }
                if let Some((start, gather)) = &reading.open {
                    on_arrival(Arrived::Rows(reading.sheets.len(), start, gather.so_far()));
                }
            }
            Block::SheetEnd => {
                if let Err(refused) = reading.end_sheet(serde_json::from_slice(&bytes)?)? {
                    return Ok(Err(refused));
                }
                if let Some((sheet, before)) = reading.sheets.split_last() {
                    on_arrival(Arrived::Sheet(before.len(), sheet));
                }
            }
            Block::End if reading.open.is_none() => {
                return Ok(Ok(Book { facts: serde_json::from_slice(&bytes)?, sheets: reading.sheets }));
            }
            Block::End => return Err(invalid()),
            Block::Refused => return Ok(Err(serde_json::from_slice(&bytes)?)),
        }
    }
}

fn invalid() -> io::Error {
    io::ErrorKind::InvalidData.into()
}

fn skip_to_start(from: &mut impl Read) -> io::Result<()> {
    let mut matched = 0;
    for _ in 0..PREFACE_BYTES_MAX {
        let mut byte = [0];
        from.read_exact(&mut byte)?;
        let [byte] = byte;
        // The marker contains its first byte only once, so restarting the match misses nothing.
        matched = match START.get(matched) {
            Some(expected) if *expected == byte => matched + 1,
            _ => usize::from(START.first() == Some(&byte)),
        };
        if matched == START.len() {
            return Ok(());
        }
    }
    Err(invalid())
}

/// Reads the next block and returns its type. The bytes of the block replace the contents of `bytes`.
fn next_block(from: &mut impl Read, bytes: &mut Vec<u8>) -> io::Result<Block> {
    let mut head = [0; 1 + LENGTH_BYTES];
    from.read_exact(&mut head)?;
    let [kind, ..] = head;
    let block = Block::of(kind).ok_or_else(invalid)?;
    let length = u32_at(&head, 1).and_then(|length| usize::try_from(length).ok()).ok_or_else(invalid)?;
    if length > BLOCK_BYTES_MAX {
        return Err(invalid());
    }
    bytes.clear();
    // The buffer grows with the bytes that arrive, not with the length that is announced.
    let read = from.take(u64::try_from(length).map_err(|_| invalid())?).read_to_end(bytes)?;
    if read == length { Ok(block) } else { Err(io::ErrorKind::UnexpectedEof.into()) }
}

/// The sheets and rows that have arrived so far.
#[derive(Default)]
struct Reading {
    sheets: Vec<Sheet>,
    /// The sheet whose rows are arriving.
    open: Option<(SheetStart, GridBuilder)>,
    /// Bytes of memory that the cells take.
    held: usize,
}

impl Reading {
    fn begin_sheet(&mut self, start: SheetStart) -> io::Result<()> {
        if self.open.replace((start, GridBuilder::default())).is_some() {
            return Err(invalid());
        }
        Ok(())
    }

    fn rows(&mut self, bytes: &[u8]) -> io::Result<Result<(), FileError>> {
        let (_, gather) = self.open.as_mut().ok_or_else(invalid)?;
        let mut tokens = Tokens { bytes, at: 0 };
        while let Some(kind) = tokens.byte() {
            if kind == ROW {
                let number = u32::try_from(tokens.number()?).map_err(|_| invalid())?;
                let width = tokens.number()?.checked_sub(1).map(u32::try_from).transpose();
                gather.begin_row(number, width.map_err(|_| invalid())?);
                self.held = self.held.saturating_add(CELL_OVERHEAD_BYTES);
            } else {
                let kind = KINDS.into_iter().find(|known| *known as u8 == kind).ok_or_else(invalid)?;
                let column = u16::try_from(tokens.number()?).map_err(|_| invalid())?;
                let text = tokens.text()?;
                self.held = self.held.saturating_add(CELL_OVERHEAD_BYTES + text.len());
                if let Err(refused) = gather.put(column, kind.value(text.into())) {
                    return Ok(Err(refused));
                }
            }
        }
        let limit = CELLS_BYTES_MAX;
        if self.held > limit {
            let limit = u64::try_from(limit).unwrap_or(u64::MAX);
            return Ok(Err(FileError::ReaderMemoryLimit { limit }));
        }
        Ok(Ok(()))
    }

    fn end_sheet(&mut self, end: SheetEnd) -> io::Result<Result<(), FileError>> {
        let (start, gather) = self.open.take().ok_or_else(invalid)?;
        let grid = if end.void { Ok(Grid::default()) } else { finish(gather, end) };
        Ok(grid.map(|grid| self.sheets.push(Sheet { name: start.name, hidden: start.hidden, grid })))
    }
}

fn finish(gather: GridBuilder, end: SheetEnd) -> Result<Grid, FileError> {
    let mut grid = gather.finish()?;
    grid.long_cells = end.long_cells;
    grid.marks = end.marks;
    grid.merged = end.merged;
    let without_value = end.without_value.into_iter().map(|at| (at, CellValue::FormulaWithoutValue));
    let errors =
        end.errors.into_iter().map(|(row, column, text)| ((row, column), CellValue::Error(text.into())));
    let metadata = SheetMetadata {
        hidden_rows: end.hidden_rows.into_iter().collect(),
        hidden_columns: end.hidden_columns.into_iter().map(|at| at..=at).collect(),
        filtered: end.filtered,
        values: without_value.chain(errors).collect(),
        ..SheetMetadata::default()
    };
    metadata.put_into(&mut grid);
    Ok(grid)
}

/// The cells of a block of rows, read token by token.
struct Tokens<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Tokens<'a> {
    fn byte(&mut self) -> Option<u8> {
        let byte = self.bytes.get(self.at).copied()?;
        self.at += 1;
        Some(byte)
    }

    fn number(&mut self) -> io::Result<u64> {
        let mut number = 0;
        for shift in (0..63).step_by(7) {
            let byte = self.byte().ok_or_else(invalid)?;
            number |= u64::from(byte & 0x7F) << shift;
            if byte < 0x80 {
                return Ok(number);
            }
        }
        Err(invalid())
    }

    fn text(&mut self) -> io::Result<&'a str> {
        let length = usize::try_from(self.number()?).map_err(|_| invalid())?;
        if length > CELL_BYTES_MAX {
            return Err(invalid());
        }
        let text = self.bytes.get(self.at..self.at + length).ok_or_else(invalid)?;
        self.at += length;
        std::str::from_utf8(text).map_err(|_| invalid())
    }
}
