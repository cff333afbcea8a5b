//! The end of the wire in the reading process.

use std::io::{self, Write};

use serde::Serialize;

use super::block::{BLOCK_BYTES, Block, LENGTH_BYTES, ROW, START};
use crate::{
    error::FileError,
    formats::{BookFacts, Kind, SheetEnd, SheetSink, SheetStart},
};

/// A row longer than this many bytes is sent in parts.
const ROW_BYTES_MAX: usize = 1024 * 1024;

/// Writes a file while it is parsed: one sheet after the other, then how reading ended.
pub(crate) struct Writer<W> {
    out: W,
    /// Rows that are not sent yet.
    rows: Vec<u8>,
    /// Number and width of the row whose cells are being written.
    started: (u32, Option<u32>),
}

impl<W: Write> Writer<W> {
    /// # Errors
    /// Errors of the stream, as for all methods here.
    pub fn start(mut out: W) -> io::Result<Self> {
        out.write_all(START)?;
        Ok(Self { out, rows: Vec::with_capacity(2 * BLOCK_BYTES), started: (0, None) })
    }

    pub fn end(mut self, facts: &BookFacts) -> io::Result<()> {
        self.json(Block::End, facts)?;
        self.out.flush()
    }

    /// Writes an error instead of the normal end. Everything that was sent before is invalid.
    pub fn refused(mut self, error: &FileError) -> io::Result<()> {
        self.json(Block::Refused, error)?;
        self.out.flush()
    }

    fn json(&mut self, block: Block, what: &impl Serialize) -> io::Result<()> {
        let json = serde_json::to_vec(what)?;
        self.block(block, json.len())?;
        self.out.write_all(&json)
    }

    fn send_rows(&mut self) -> io::Result<()> {
        if !self.rows.is_empty() {
            self.block(Block::Rows, self.rows.len())?;
            self.out.write_all(&self.rows)?;
            self.rows.clear();
        }
        Ok(())
    }

    fn block(&mut self, block: Block, length: usize) -> io::Result<()> {
        let length = u32::try_from(length).map_err(|_| io::ErrorKind::InvalidData)?;
        let head: [u8; LENGTH_BYTES] = length.to_le_bytes();
        self.out.write_all(&[block as u8])?;
        self.out.write_all(&head)
    }

    /// Writes a number with seven bits per byte, lowest bits first.
    fn number(&mut self, mut number: u64) {
        while number >= 0x80 {
            self.rows.push(u8::try_from(number & 0x7F).unwrap_or(0) | 0x80);
            number >>= 7;
        }
        self.rows.push(u8::try_from(number).unwrap_or(0));
    }
}

impl<W: Write> SheetSink for Writer<W> {
    fn begin_sheet(&mut self, start: &SheetStart) -> io::Result<()> {
        self.json(Block::Sheet, start)
    }

    fn row(&mut self, number: u32, width: Option<u32>) -> io::Result<()> {
        self.started = (number, width);
        if self.rows.len() >= BLOCK_BYTES {
            self.send_rows()?;
        }
        self.rows.push(ROW);
        self.number(number.into());
        self.number(width.map_or(0, |width| u64::from(width) + 1));
        Ok(())
    }

    fn cell(&mut self, column: u16, kind: Kind, text: &str) -> io::Result<()> {
        if self.rows.len() >= ROW_BYTES_MAX {
            // A row may list its cells many times. It continues in another block.
            let (number, width) = self.started;
            self.row(number, width)?;
        }
        self.rows.push(kind as u8);
        self.number(column.into());
        self.number(u64::try_from(text.len()).unwrap_or(u64::MAX));
        self.rows.extend_from_slice(text.as_bytes());
        Ok(())
    }

    fn end_sheet(&mut self, end: &SheetEnd) -> io::Result<()> {
        self.send_rows()?;
        self.json(Block::SheetEnd, end)
    }
}
