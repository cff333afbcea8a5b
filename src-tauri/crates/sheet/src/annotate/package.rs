//! A package (zip archive) in which one part is replaced. All other parts keep their compressed bytes.

use std::io::{Cursor, Read, Write};

use zip::{ZipArchive, ZipWriter, write::SimpleFileOptions};

use super::added::{CopyError, PART_BYTES_MAX};

pub(super) type Parts<'a> = ZipArchive<Cursor<&'a [u8]>>;

pub(super) fn open(bytes: &[u8]) -> Result<Parts<'_>, CopyError> {
    ZipArchive::new(Cursor::new(bytes)).map_err(|_| CopyError::NotAsRead)
}

/// Returns the text of a part.
pub(super) fn unpacked(parts: &mut Parts<'_>, part: &str) -> Result<String, CopyError> {
    let mut text = String::new();
    let entry = parts.by_name(part).map_err(|_| CopyError::NotAsRead)?;
    // The size that the archive declares is not trusted: one byte past the limit shows that it is exceeded.
    let read = entry.take(PART_BYTES_MAX + 1).read_to_string(&mut text);
    read.map_err(|_| CopyError::NotAsRead)?;
    let is_too_large = u64::try_from(text.len()).is_ok_and(|length| length > PART_BYTES_MAX);
    if is_too_large { Err(CopyError::TooLarge { limit: PART_BYTES_MAX }) } else { Ok(text) }
}

/// Returns the package with the text of this part replaced.
pub(super) fn replaced(parts: &mut Parts<'_>, part: &str, text: &str) -> Result<Vec<u8>, CopyError> {
    let mut out = ZipWriter::new(Cursor::new(Vec::new()));
    for index in 0..parts.len() {
        let entry = parts.by_index_raw(index).map_err(|_| CopyError::NotAsRead)?;
        let is_it = entry.name().ok().as_deref() == Some(part);
        let written = if is_it {
            let started = out.start_file(part, SimpleFileOptions::default());
            started.and_then(|()| Ok(out.write_all(text.as_bytes())?))
        } else {
            out.raw_copy_file(entry)
        };
        written.map_err(|_| CopyError::NotAsRead)?;
    }
    Ok(out.finish().map_err(|_| CopyError::NotAsRead)?.into_inner())
}
