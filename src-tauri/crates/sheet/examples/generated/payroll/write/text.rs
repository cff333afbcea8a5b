//! Text files, in the encodings that programs write.

use encoding_rs::{Encoding as Charset, MACINTOSH, WINDOWS_1252};

use super::super::cells::{Cell, Sheet, Style};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    Utf8,
    /// With a byte order mark.
    MarkedUtf8,
    Utf16,
    /// Where the text has other signs, UTF-8.
    Windows1252,
    Macintosh,
    /// The bytes of UTF-8 taken for Windows-1252 and encoded again.
    Utf8Twice,
}

impl Encoding {
    pub fn of(rng: &mut fastrand::Rng) -> Self {
        match rng.u8(..6) {
            0 => Self::MarkedUtf8,
            1 => Self::Utf16,
            2 => Self::Windows1252,
            _ => Self::Utf8,
        }
    }
}

/// How many cells a line has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Width {
    AsMade,
    Padded,
    /// Without the empty cells at its end.
    Trimmed,
    /// Cells with the separator are not quoted, and fall apart.
    Unquoted,
    /// Each line is one quoted cell with the cells in it.
    LinesQuoted,
}

impl Width {
    pub fn of(rng: &mut fastrand::Rng) -> Self {
        match rng.u8(..40) {
            0..=17 => Self::AsMade,
            18..=36 => Self::Padded,
            37 | 38 => Self::Trimmed,
            _ => Self::Unquoted,
        }
    }
}

pub fn lines(sheet: &Sheet, style: Style, separator: char, width: Width) -> String {
    let widest = sheet.rows.iter().map(Vec::len).max().unwrap_or(0);
    let quoted = |cell: String| {
        let is_plain = !cell.contains([separator, '"']) || width == Width::Unquoted;
        if is_plain { cell } else { format!("\"{}\"", cell.replace('"', "\"\"")) }
    };
    let line = |row: &Vec<Cell>| {
        let mut cells: Vec<String> = row.iter().map(|cell| quoted(cell.shown(style))).collect();
        match width {
            Width::Padded | Width::LinesQuoted => cells.resize(widest, String::new()),
            Width::Trimmed => {
                let used = cells.iter().rposition(|cell| !cell.is_empty()).map_or(0, |last| last + 1);
                cells.truncate(used);
            }
            Width::AsMade | Width::Unquoted => {}
        }
        let line = cells.join(&separator.to_string());
        if width == Width::LinesQuoted { format!("\"{}\"", line.replace('"', "\"\"")) } else { line }
    };
    sheet.rows.iter().map(line).collect::<Vec<_>>().join("\r\n")
}

pub fn encoded(text: &str, encoding: Encoding) -> Vec<u8> {
    match encoding {
        Encoding::Utf8 => text.as_bytes().to_vec(),
        Encoding::MarkedUtf8 => format!("\u{feff}{text}").into_bytes(),
        Encoding::Utf16 => format!("\u{feff}{text}").encode_utf16().flat_map(u16::to_le_bytes).collect(),
        Encoding::Windows1252 => in_charset(text, WINDOWS_1252),
        Encoding::Macintosh => in_charset(text, MACINTOSH),
        Encoding::Utf8Twice => WINDOWS_1252.decode(text.as_bytes()).0.into_owned().into_bytes(),
    }
}

fn in_charset(text: &str, charset: &'static Charset) -> Vec<u8> {
    match charset.encode(text) {
        (bytes, _, false) => bytes.into_owned(),
        (_, _, true) => text.as_bytes().to_vec(),
    }
}
