//! Parses a file in the reading process: it detects the format from the content, and then writes the sheets one after
//! the other to the wire. Cells are not interpreted here.

use std::{
    io::{self, Write},
    panic::{AssertUnwindSafe, catch_unwind},
    thread,
};

use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};

use crate::{
    book::BookFacts,
    error::{FileError, Found},
    file::{FileFacts, FileKind},
    kind::{Container, Encryption, container},
    ods,
    package::{self, Package},
    text,
    wire::{Stop, Writer},
    xls, xlsb, xlsx,
};

/// Parses a file and writes its content to `out`, or the error if it cannot be parsed.
///
/// # Errors
/// Errors of the stream.
pub(crate) fn take_apart(bytes: &[u8], out: impl Write) -> io::Result<()> {
    let mut out = Writer::start(out)?;
    // Third-party parsers may panic. The panic is caught and the file is reported as unreadable; its checksum is
    // still computed.
    let (opened, sha256) = thread::scope(|scope| {
        let digest = scope.spawn(|| HEXLOWER.encode(&Sha256::digest(bytes)));
        let opened = catch_unwind(AssertUnwindSafe(|| sheets(bytes, &mut out)));
        (opened, digest.join())
    });
    let crashed = Stop::Refused(FileError::ReaderCrashed);
    match (opened.unwrap_or(Err(crashed)), sha256) {
        (Ok(Opened { kind, delimiter, encoding_guessed }), Ok(sha256)) => {
            let size = u64::try_from(bytes.len()).unwrap_or(u64::MAX);
            let file = FileFacts { kind, bytes: size, sha256 };
            out.end(&BookFacts { file, delimiter, encoding_guessed: encoding_guessed.map(str::to_owned) })
        }
        (Err(Stop::Refused(error)), _) => out.refused(&error),
        (Err(Stop::Pipe(error)), _) => Err(error),
        (Ok(_), Err(_)) => out.refused(&FileError::ReaderCrashed),
    }
}

/// The detected properties of a file.
struct Opened {
    kind: FileKind,
    delimiter: Option<u8>,
    encoding_guessed: Option<&'static str>,
}

impl Opened {
    const fn workbook(kind: FileKind) -> Self {
        Self { kind, delimiter: None, encoding_guessed: None }
    }
}

fn sheets(bytes: &[u8], out: &mut Writer<impl Write>) -> Result<Opened, Stop> {
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
            None => Err(FileError::FileNotASpreadsheet { found: Found::Unknown }.into()),
        },
    }
}

fn unpack(kind: FileKind, bytes: &[u8], out: &mut Writer<impl Write>) -> Result<Opened, Stop> {
    match kind {
        FileKind::Xlsb => xlsb::read(bytes)?.into_iter().try_for_each(|sheet| out.sheet(sheet))?,
        FileKind::Ods => ods::read(bytes)?.into_iter().try_for_each(|sheet| out.sheet(sheet))?,
        FileKind::Xlsx | FileKind::Xlsm | FileKind::Xls | FileKind::Csv | FileKind::Tsv => {
            xlsx::read(bytes, out)?;
        }
    }
    Ok(Opened::workbook(kind))
}

fn lines(decoded: &text::Decoded, out: &mut Writer<impl Write>) -> Result<Opened, Stop> {
    if decoded.text.trim().is_empty() {
        return Err(FileError::FileEmpty.into());
    }
    let read = text::read(&decoded.text)?;
    out.sheet(read.sheet)?;
    Ok(Opened { kind: read.kind, delimiter: Some(read.delimiter), encoding_guessed: decoded.guessed })
}
