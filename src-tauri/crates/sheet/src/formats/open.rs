//! Reads a file in any format: it detects the format from the content, and sends the sheets one after the other to a
//! sink. Cells are not interpreted here.

use std::ffi::OsStr;

use super::{ods, records, statement, text, xls, xlsb, xlsx};
use crate::{
    error::{FileError, OtherFileType},
    formats::{
        kind::{Container, Encryption, container},
        package::{self, Package},
        sheet_sink::{SheetSink, Stop},
    },
    model::FileKind,
};

/// The detected properties of a file.
pub(crate) struct Opened {
    pub kind: FileKind,
    /// Delimiter of a text file.
    pub delimiter: Option<u8>,
    /// The encoding of a text file, if it was only guessed.
    pub encoding_guessed: Option<&'static str>,
    /// The rows are texts of records and no cells of a table.
    pub are_records: bool,
}

impl Opened {
    const fn workbook(kind: FileKind) -> Self {
        Self { kind, delimiter: None, encoding_guessed: None, are_records: false }
    }
}

/// What the caller expects in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Content {
    /// Tables of people.
    Tables,
    /// A table of results, or records of any shape: JSON, or callbacks as they were stored.
    Records,
}

impl Content {
    /// Returns what the reading process is told to expect.
    pub const fn mark(self) -> &'static str {
        match self {
            Self::Tables => "tables",
            Self::Records => "records",
        }
    }

    pub fn of_mark(mark: &OsStr) -> Self {
        if mark == Self::Records.mark() { Self::Records } else { Self::Tables }
    }

    /// Reads all sheets of a file.
    ///
    /// # Errors
    /// If the file has no such content, is broken or exceeds a limit; errors of the sink.
    pub fn read_sheets(self, bytes: &[u8], out: &mut impl SheetSink) -> Result<Opened, Stop> {
        match self {
            Self::Tables => read_sheets(bytes, out),
            Self::Records => read_list(bytes, out),
        }
    }
}

/// Reads a list: a statement in a format of banks, records, or any spreadsheet.
fn read_list(bytes: &[u8], out: &mut impl SheetSink) -> Result<Opened, Stop> {
    if let Some(statement) = statement::find(bytes)? {
        statement.send(out)?;
        return Ok(Opened::workbook(FileKind::Csv));
    }
    if let Some(records) = records::find(bytes)? {
        records.send(out)?;
        return Ok(Opened { are_records: true, ..Opened::workbook(FileKind::Csv) });
    }
    read_sheets(bytes, out)
}

/// Reads all sheets of a file.
///
/// # Errors
/// If the file is no spreadsheet, is broken or exceeds a limit; errors of the sink.
fn read_sheets(bytes: &[u8], out: &mut impl SheetSink) -> Result<Opened, Stop> {
    if bytes.iter().all(u8::is_ascii_whitespace) {
        return Err(FileError::FileEmpty.into());
    }
    match container(bytes) {
        Container::Zip => match package::preflight(bytes)? {
            Package::Workbook(kind) => unpack(kind, bytes, out),
            Package::Other(found) => Err(FileError::FileNotASpreadsheet { found }.into()),
        },
        Container::OldOffice(Encryption::Password) => Err(FileError::FileEncrypted.into()),
        Container::OldOffice(Encryption::None) => {
            xls::read(bytes)?.into_iter().try_for_each(|sheet| out.sheet(sheet))?;
            Ok(Opened::workbook(FileKind::Xls))
        }
        Container::Other(found) => Err(FileError::FileNotASpreadsheet { found }.into()),
        Container::Text => match text::decode(bytes) {
            Some(decoded) => lines(&decoded, out),
            None => Err(FileError::FileNotASpreadsheet { found: OtherFileType::Unknown }.into()),
        },
    }
}

fn unpack(kind: FileKind, bytes: &[u8], out: &mut impl SheetSink) -> Result<Opened, Stop> {
    match kind {
        FileKind::Xlsb => xlsb::read(bytes)?.into_iter().try_for_each(|sheet| out.sheet(sheet))?,
        FileKind::Ods => ods::read(bytes)?.into_iter().try_for_each(|sheet| out.sheet(sheet))?,
        FileKind::Xlsx | FileKind::Xlsm | FileKind::Xls | FileKind::Csv | FileKind::Tsv => {
            xlsx::read(bytes, out)?;
        }
    }
    Ok(Opened::workbook(kind))
}

fn lines(decoded: &text::Decoded, out: &mut impl SheetSink) -> Result<Opened, Stop> {
    if decoded.text.trim().is_empty() {
        return Err(FileError::FileEmpty.into());
    }
    let read = text::read(&decoded.text)?;
    out.sheet(read.sheet)?;
    let (kind, delimiter) = (read.kind, Some(read.delimiter));
    Ok(Opened { kind, delimiter, encoding_guessed: decoded.guessed, are_records: false })
}
