//! Taking a file apart, in the reading process: what it is, by its content, and then its sheets one after the other
//! onto the wire. Nothing is made of the cells here.

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

/// Takes a file apart and writes it, or why it cannot be.
///
/// # Errors
/// Of the stream.
pub(crate) fn take_apart(bytes: &[u8], out: impl Write) -> io::Result<()> {
    let mut out = Writer::start(out)?;
    // The parsers are not ours: one that panics over a file costs that file, not what else it would say.
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

/// What a file turned out to be.
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
