//! Decodes bytes to text: by the byte order mark, then UTF-16 by its pattern of NUL bytes, then strict UTF-8, and at last
//! by a guess among the encodings with one byte for each letter, which is reported to the user.

use std::borrow::Cow;

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};

use super::charset::{Charset, encoded_once};

/// Number of bytes that are checked for the NUL pattern of UTF-16 without a byte order mark.
const PATTERN_BYTES: usize = 4 * 1024;
/// If more than one byte in this many is a control character, the file does not count as text.
const CONTROL_SHARE: usize = 100;
/// What some programs write before a long number, so that Excel does not shorten it.
pub(super) const UNIT_SEPARATOR: char = '\u{1f}';
/// The name of the guess that a text was encoded as UTF-8 twice.
const UTF_8_TWICE: &str = "UTF-8, encoded twice";

pub(crate) struct Decoded {
    pub text: String,
    /// The encoding, if it was only guessed.
    pub guessed: Option<&'static str>,
}

/// Decodes a file to text; none if it is not text.
pub(crate) fn decode(bytes: &[u8]) -> Option<Decoded> {
    let (charset, mark, guessed) = charset_of(bytes);
    let text = charset.decode(bytes.get(mark..)?);
    let once = (charset == Charset::Known(UTF_8)).then(|| encoded_once(&text)).flatten();
    let guessed = if once.is_some() { Some(UTF_8_TWICE) } else { guessed };
    // A byte order mark may have been encoded twice too.
    let once = once.map(|text| text.trim_start_matches('\u{feff}').to_owned());
    let text = once.map_or(text, Cow::Owned);
    is_text(&text).then(|| Decoded { text: text.into_owned(), guessed })
}

/// Returns the encoding of a text file, the length of its byte order mark in bytes, and its name if it was only guessed.
pub(super) fn charset_of(bytes: &[u8]) -> (Charset, usize, Option<&'static str>) {
    if let Some((encoding, mark)) = Encoding::for_bom(bytes) {
        return (Charset::Known(encoding), mark, None);
    }
    if let Some(encoding) = utf_16_by_pattern(bytes) {
        return (Charset::Known(encoding), 0, None);
    }
    if std::str::from_utf8(bytes).is_ok() {
        return (Charset::Known(UTF_8), 0, None);
    }
    let charset = Charset::guess(bytes);
    (charset, 0, Some(charset.name()))
}

/// Detects UTF-16 from NUL bytes. Latin text has a NUL in every pair of bytes: the second byte in little endian, the
/// first one in big endian.
fn utf_16_by_pattern(bytes: &[u8]) -> Option<&'static Encoding> {
    let head = bytes.get(..PATTERN_BYTES.min(bytes.len()))?;
    let pairs = head.chunks_exact(2).len();
    let nuls = |at: usize| head.chunks_exact(2).filter(|pair| pair.get(at) == Some(&0)).count();
    let (first, second) = (nuls(0), nuls(1));
    // Half of the pairs is enough, so that names in other scripts are allowed.
    let most = |count: usize| pairs > 0 && count * 2 > pairs;
    match (most(first), most(second)) {
        (false, true) => Some(UTF_16LE),
        (true, false) => Some(UTF_16BE),
        (false, false) | (true, true) => None,
    }
}

fn is_text(text: &str) -> bool {
    let control = |c: char| c.is_control() && !matches!(c, '\t' | '\n' | '\r' | UNIT_SEPARATOR);
    let count = text.chars().filter(|c| control(*c)).count();
    !text.contains('\0') && count * CONTROL_SHARE <= text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_way_excel_saves_text_is_read() {
        let utf_16 = |text: &str, big: bool| -> Vec<u8> {
            text.encode_utf16()
                .flat_map(|unit| if big { unit.to_be_bytes() } else { unit.to_le_bytes() })
                .collect()
        };
        let text = "nom;prénom\n";
        for (bytes, expected, guessed) in [
            (text.as_bytes().to_vec(), Some(text), None),
            ([b"\xef\xbb\xbf", text.as_bytes()].concat(), Some(text), None),
            (utf_16(text, false), Some(text), None),
            (utf_16(text, true), Some(text), None),
            ([b"\xff\xfe".to_vec(), utf_16(text, false)].concat(), Some(text), None),
            ([b"\xfe\xff".to_vec(), utf_16(text, true)].concat(), Some(text), None),
            (b"nom;pr\xe9nom\n".to_vec(), Some(text), Some("windows-1252")),
            (b"\x93Ad\xe9\x94".to_vec(), Some("“Adé”"), Some("windows-1252")),
            (vec![0, 1, 2, 3, 250, 251], None, None),
        ] {
            let decoded = decode(&bytes);
            assert_eq!(decoded.as_ref().map(|d| d.text.as_str()), expected, "{bytes:?}");
            assert_eq!(decoded.and_then(|d| d.guessed), guessed, "{bytes:?}");
        }
    }
}
