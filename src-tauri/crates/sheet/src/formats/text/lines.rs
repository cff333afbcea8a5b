//! Locates the lines of a text file in its text, with the same row numbers as [`super::parse::read`]. Code that
//! appends to a line uses them, so that no other line is changed. Converts text back to the file's own encoding.

use csv::ByteRecord;
use encoding_rs::{Encoding, UTF_16BE, UTF_16LE, WINDOWS_1252};

use super::{
    decode::encoding_of,
    delimiter::detect_delimiter,
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
    pub fn of(text: &str) -> Self {
        // The text has the same length, so offsets stay valid.
        let with_feeds = with_line_feeds(text);
        let (named, body, first_row) = match delimiter_line(&with_feeds) {
            Some((delimiter, body)) => (Some(delimiter), body, 2),
            None => (None, with_feeds.as_ref(), 1),
        };
        let before = with_feeds.len() - body.len();
        let delimiter = named.unwrap_or_else(|| detect_delimiter(body));
        let marked = without_bare(body, delimiter);
        let quoting = marked == body && body.bytes().filter(|byte| *byte == b'"').count() % 2 == 0;
        let rows = rows(&marked, first_row, delimiter);
        let rows = rows.into_iter().map(|line| Line { end: line.end + before, ..line }).collect();
        Self { separator: char::from(delimiter), quoting, rows }
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
    encoding: &'static Encoding,
    mark: Vec<u8>,
}

impl Encoded {
    /// Decodes a file; none if encoding the text does not give the same bytes again.
    pub fn of(bytes: &[u8]) -> Option<Self> {
        let (encoding, mark) = encoding_of(bytes);
        let (mark, content) = bytes.split_at_checked(mark)?;
        let text = encoding.decode_without_bom_handling(content).0.into_owned();
        let encoded = Self { text, encoding, mark: mark.to_vec() };
        (encoded.bytes_of(&encoded.text) == content).then_some(encoded)
    }

    /// Encodes another text in the same way as the file.
    pub fn back(&self, text: &str) -> Vec<u8> {
        let mut out = match &self.mark[..] {
            [] if self.encoding == UTF_16LE => b"\xff\xfe".to_vec(),
            [] if self.encoding == UTF_16BE => b"\xfe\xff".to_vec(),
            mark => mark.to_vec(),
        };
        out.extend(self.bytes_of(text));
        out
    }

    fn bytes_of(&self, text: &str) -> Vec<u8> {
        let wide = |to_bytes: fn(u16) -> [u8; 2]| text.encode_utf16().flat_map(to_bytes).collect();
        if self.encoding == UTF_16LE {
            wide(u16::to_le_bytes)
        } else if self.encoding == UTF_16BE {
            wide(u16::to_be_bytes)
        } else if self.encoding == WINDOWS_1252 {
            windows_1252(text)
        } else {
            text.as_bytes().to_vec()
        }
    }
}

/// Encodes text as Windows-1252. Characters outside it become question marks.
fn windows_1252(text: &str) -> Vec<u8> {
    let (bytes, _, has_unknown) = WINDOWS_1252.encode(text);
    if !has_unknown {
        return bytes.into_owned();
    }
    let mut letter = [0; 4];
    let known = |c: char| !WINDOWS_1252.encode(c.encode_utf8(&mut letter)).2;
    let mut is_known = known;
    let text: String = text.chars().map(|c| if is_known(c) { c } else { '?' }).collect();
    WINDOWS_1252.encode(&text).0.into_owned()
}
