//! The records of which the parts of a binary workbook consist (MS-XLSB 2.1.4), and the values in them.

use std::io::{BufReader, Read};

use crate::{
    error::{FileError, Part},
    formats::{
        little_endian::{u32_at, utf_16},
        package::Archive,
    },
};

/// Longest record in bytes that is read. The longest text has 32,767 characters of two bytes each, and its
/// formatting. Longer records are skipped.
const RECORD_BYTES_MAX: u64 = 1024 * 1024;

/// Calls `on` for every record of a part, up to its end. At the end the bytes are compared with their checksum. A
/// missing part has no records.
///
/// # Errors
/// `FileCorrupt` if the part is cut short or fails its checksum; those of `on`.
pub(super) fn each_record(
    archive: &mut Archive<'_>,
    path: &str,
    of: Part,
    mut on: impl FnMut(u16, &[u8]) -> Result<(), FileError>,
) -> Result<(), FileError> {
    let corrupt = || FileError::FileCorrupt { part: of };
    let Some(part) = archive.part(path) else { return Ok(()) };
    let mut part = BufReader::new(part);
    let mut data = Vec::new();
    while let Some(kind) = read_kind(&mut part).map_err(|_| corrupt())? {
        let size = read_size(&mut part).map_err(|_| corrupt())?;
        data.clear();
        let kept = size.min(RECORD_BYTES_MAX);
        let read = part.by_ref().take(kept).read_to_end(&mut data).map_err(|_| corrupt())?;
        let passed = std::io::copy(&mut part.by_ref().take(size - kept), &mut std::io::sink());
        if u64::try_from(read) != Ok(kept) || passed.map_err(|_| corrupt())? != size - kept {
            return Err(corrupt());
        }
        on(kind, &data)?;
    }
    drop(part);
    archive.was_whole(path);
    Ok(())
}

fn read_byte(part: &mut impl Read) -> std::io::Result<u8> {
    let mut byte = [0];
    part.read_exact(&mut byte)?;
    Ok(byte.first().copied().unwrap_or_default())
}

/// Reads a record's type: one byte, or two if the first has its high bit set; none at the end.
fn read_kind(part: &mut impl Read) -> std::io::Result<Option<u16>> {
    let mut first = [0];
    if part.read(&mut first)? == 0 {
        return Ok(None);
    }
    let low = u16::from(first.first().copied().unwrap_or_default());
    if low < 0x80 {
        return Ok(Some(low));
    }
    Ok(Some((low & 0x7F) | (u16::from(read_byte(part)?) & 0x7F) << 7))
}

/// Reads a record's size: seven bits per byte, low bits first, at most four bytes.
fn read_size(part: &mut impl Read) -> std::io::Result<u64> {
    let mut size = 0;
    for shift in [0, 7, 14, 21] {
        let byte = read_byte(part)?;
        size |= u64::from(byte & 0x7F) << shift;
        if byte < 0x80 {
            break;
        }
    }
    Ok(size)
}

/// Reads a text that is preceded by its length. Returns it with the bytes that follow.
pub(super) fn wide_text(data: &[u8]) -> Option<(String, &[u8])> {
    let units = usize::try_from(u32_at(data, 0)?).ok()?;
    let (text, rest) = data.get(4..)?.split_at_checked(units.checked_mul(2)?)?;
    Some((utf_16(text), rest))
}
