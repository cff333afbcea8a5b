//! Locates the lines of a text file in its text, with the same row numbers as [`super::parse::read`]. Code that
//! appends to a line uses them, so that no other line is changed. Converts text back to the file's own encoding.

use std::borrow::Cow;

use csv::ByteRecord;
use encoding_rs::{UTF_16BE, UTF_16LE};

use super::{
    charset::Charset,
    decode::charset_of,
    parse::separated,
    quotes::without_bare,
    records::{blank_lines, delimiter_line, line_ended, reader, with_line_feeds},
};

/// One record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Line {
    /// Row number in the file.
    pub number: u32,
    /// End of the last cell, before the line end, as a byte offset in the text.
    pub end: usize,
    pub cells: usize,
}

pub(crate) struct Lines {
    pub separator: char,
    /// All quotation marks enclose cells.
    pub quoting: bool,
    pub rows: Vec<Line>,
}

impl Lines {
    /// Returns the lines of a text; none if no character separates their cells, so that none can be added.
    pub fn of(text: &str) -> Option<Self> {
        // The text has the same length, so offsets stay valid.
        let with_feeds = with_line_feeds(text);
        let (named, body, first_row) = match delimiter_line(&with_feeds) {
            Some((delimiter, body)) => (Some(delimiter), body, 2),
            None => (None, with_feeds.as_ref(), 1),
        };
        let (Cow::Borrowed(_), found) = separated(body) else { return None };
        let before = with_feeds.len() - body.len();
        let delimiter = named.unwrap_or_else(|| found.character());
        let marked = without_bare(body, delimiter);
        let quoting = marked == body && body.bytes().filter(|byte| *byte == b'"').count() % 2 == 0;
        let rows = rows(&marked, first_row, delimiter);
        let rows = rows.into_iter().map(|line| Line { end: line.end + before, ..line }).collect();
        Some(Self { separator: char::from(delimiter), quoting, rows })
    }
}

fn rows(body: &str, first_row: u32, delimiter: u8) -> Vec<Line> {
    let mut found = Vec::new();
    let mut record = ByteRecord::new();
    let mut lines = reader(body, delimiter);
    let mut number = first_row;
    let mut line_before = lines.position().line();
    while lines.read_byte_record(&mut record).unwrap_or(false) {
        let ended = line_ended(&lines, body);
        number = number.saturating_add(blank_lines(&record, ended.saturating_sub(line_before)));
        line_before = ended;
        let next = usize::try_from(lines.position().byte()).unwrap_or(body.len()).min(body.len());
        let end = body.get(..next).map_or(next, |upto| upto.trim_end_matches(['\n', '\r']).len());
        found.push(Line { number, end, cells: record.len() });
        number = number.saturating_add(1);
    }
    found
}

/// The text of a file, with its encoding.
pub(crate) struct Encoded {
    pub text: String,
    charset: Charset,
    mark: Vec<u8>,
}

impl Encoded {
    /// Decodes a file; none if encoding the text does not give the same bytes again.
    pub fn of(bytes: &[u8]) -> Option<Self> {
        let (charset, mark, _) = charset_of(bytes);
        let (mark, content) = bytes.split_at_checked(mark)?;
        let text = charset.decode(content).into_owned();
        (charset.encode(&text) == content).then(|| Self { text, charset, mark: mark.to_vec() })
    }

    /// Encodes another text in the same way as the file.
    pub fn back(&self, text: &str) -> Vec<u8> {
        let mut out = match &self.mark[..] {
            [] if self.charset == Charset::Known(UTF_16LE) => b"\xff\xfe".to_vec(),
            [] if self.charset == Charset::Known(UTF_16BE) => b"\xfe\xff".to_vec(),
            mark => mark.to_vec(),
        };
        out.extend(self.charset.encode(text));
        out
    }
}
