//! Statements of banks and wallets in their own formats: OFX, CAMT.053 and MT940. Each entry is sent as a row below
//! headings, so that later stages read all statements as tables.

mod camt;
mod entry;
mod mt940;
mod ofx;

use self::entry::Entry;
use super::{
    grid_builder::{Kind, check_rows},
    sheet_sink::{SheetEnd, SheetSink, SheetStart, Stop},
    text,
};
use crate::{
    error::{FileError, Part},
    limits::CELL_BYTES_MAX,
};

/// The headings of a statement, as `lists` reads them.
const HEADINGS: [&str; 8] =
    ["Date", "Debit", "Credit", "Currency", "Reference", "Account", "Name", "Description"];
/// Number of bytes at the beginning of a file that are searched for the marks of a format.
const HEAD_BYTES: usize = 4 * 1024;

/// Returns the entries of a statement; none if the file is no statement of these formats.
///
/// # Errors
/// If it is one and cannot be parsed, or has too many entries.
pub(crate) fn find(bytes: &[u8]) -> Result<Option<Statement>, FileError> {
    if bytes.starts_with(b"PK\x03\x04") {
        return Ok(None);
    }
    let Some(decoded) = text::decode(bytes) else { return Ok(None) };
    let text = &decoded.text;
    let head = text.get(..text.floor_char_boundary(HEAD_BYTES)).unwrap_or_default();
    let entries = if ofx::is_ofx(head) {
        ofx::read(text)
    } else if camt::is_camt(head) {
        camt::read(text)
    } else if mt940::is_mt940(head) {
        mt940::read(text)
    } else {
        return Ok(None);
    };
    let entries = entries.ok_or(FileError::FileCorrupt { part: Part::Cells })?;
    if entries.is_empty() {
        return Err(FileError::FileEmpty);
    }
    check_rows(entries.len())?;
    Ok(Some(Statement(entries)))
}

/// A statement that could be parsed.
pub(crate) struct Statement(Vec<Entry>);

impl Statement {
    pub fn send(self, out: &mut impl SheetSink) -> Result<(), Stop> {
        out.begin_sheet(&SheetStart { name: String::new(), hidden: false })?;
        send_row(out, 1, HEADINGS)?;
        for (number, entry) in (2..).zip(&self.0) {
            send_row(out, number, entry.cells())?;
        }
        out.end_sheet(&SheetEnd::default())?;
        Ok(())
    }
}

fn send_row(out: &mut impl SheetSink, number: u32, cells: [&str; 8]) -> Result<(), Stop> {
    out.row(number, None)?;
    for (column, text) in (0..).zip(cells) {
        if !text.is_empty() {
            let text = text.get(..text.floor_char_boundary(CELL_BYTES_MAX)).unwrap_or_default();
            out.cell(column, Kind::Text, text)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
