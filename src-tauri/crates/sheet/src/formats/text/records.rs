//! The lines and records of a text file, with the row numbers that a spreadsheet gives them.

use std::borrow::Cow;

use csv::{ByteRecord, ReaderBuilder};

/// Excel's prefix for naming the delimiter in the first line.
const DELIMITER_LINE: &str = "sep=";

/// Bytes at the beginning of a text that show how all its lines are written.
const SAMPLED_BYTES: usize = 1024 * 1024;

/// Returns the first lines of a text, from which its delimiter and its usual width are inferred.
pub(super) fn sampled(text: &str) -> &str {
    let sample = text.get(..text.floor_char_boundary(SAMPLED_BYTES)).unwrap_or(text);
    // The last line may be cut.
    let whole = sample.rfind('\n').filter(|_| sample.len() < text.len()).map_or(sample.len(), |at| at + 1);
    sample.get(..whole).unwrap_or(sample)
}

/// Converts line ends of old Mac files, which are carriage returns alone, to line feeds.
pub(super) fn with_line_feeds(text: &str) -> Cow<'_, str> {
    if text.contains('\r') && !text.contains('\n') { text.replace('\r', "\n").into() } else { text.into() }
}

pub(super) fn delimiter_line(text: &str) -> Option<(u8, &str)> {
    let (line, body) = text.split_once('\n').unwrap_or((text, ""));
    let line = line.trim_end_matches('\r').trim_matches('"');
    let head = line.get(..DELIMITER_LINE.len())?;
    let named = line.get(DELIMITER_LINE.len()..)?.as_bytes();
    match named {
        [delimiter] if head.eq_ignore_ascii_case(DELIMITER_LINE) => Some((*delimiter, body)),
        _ => None,
    }
}

/// Returns a reader of the records of a text without bare quotation marks.
pub(super) fn reader(text: &str, delimiter: u8) -> csv::Reader<&[u8]> {
    let mut builder = ReaderBuilder::new();
    builder.has_headers(false).flexible(true).delimiter(delimiter);
    builder.from_reader(text.as_bytes())
}

/// Returns the number of the line after the record that was read last. A file need not end its last line. The CSV
/// reader stops before the line feed that follows a carriage return, and some files use both only in some of their
/// lines.
pub(super) fn line_ended(lines: &csv::Reader<&[u8]>, text: &str) -> u64 {
    let position = lines.position();
    let read = usize::try_from(position.byte()).unwrap_or(text.len());
    let bytes = text.as_bytes();
    let before_feed = read.checked_sub(1).and_then(|last| bytes.get(last)) == Some(&b'\r')
        && bytes.get(read) == Some(&b'\n');
    let is_last = read >= text.len() && !text.ends_with('\n');
    position.line() + u64::from(is_last || before_feed)
}

/// Returns the number of empty lines before a record, which the CSV reader skips: the lines that it read minus the
/// record's own.
pub(super) fn blank_lines(record: &ByteRecord, lines: u64) -> u32 {
    let inside = record.as_slice().iter().filter(|byte| **byte == b'\n').count();
    let own = u64::try_from(inside).unwrap_or(u64::MAX).saturating_add(1);
    u32::try_from(lines.saturating_sub(own)).unwrap_or(u32::MAX)
}
