//! Decodes bytes to text: by the byte order mark, then UTF-16 by its pattern of NUL bytes, then strict UTF-8, and
//! Windows-1252 as the last guess, which is reported to the user.

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};

/// Number of bytes that are checked for the NUL pattern of UTF-16 without a byte order mark.
const PATTERN_BYTES: usize = 4 * 1024;
/// If more than one byte in this many is a control character, the file does not count as text.
const CONTROL_SHARE: usize = 100;

pub(crate) struct Decoded {
    pub text: String,
    /// The encoding, if it was only guessed.
    pub guessed: Option<&'static str>,
}

/// Decodes a file to text; none if it is not text.
pub(crate) fn decode(bytes: &[u8]) -> Option<Decoded> {
    let (text, guessed) = match Encoding::for_bom(bytes) {
        Some((encoding, mark)) => (encoding.decode_without_bom_handling(bytes.get(mark..)?).0, None),
        None => without_mark(bytes),
    };
    is_text(&text).then(|| Decoded { text: text.into_owned(), guessed })
}

/// Returns the encoding of a text file and the length of its byte order mark in bytes.
pub(super) fn encoding_of(bytes: &[u8]) -> (&'static Encoding, usize) {
    Encoding::for_bom(bytes).unwrap_or_else(|| {
        let without_mark = utf_16_by_pattern(bytes)
            .unwrap_or_else(|| if std::str::from_utf8(bytes).is_ok() { UTF_8 } else { WINDOWS_1252 });
        (without_mark, 0)
    })
}

fn without_mark(bytes: &[u8]) -> (std::borrow::Cow<'_, str>, Option<&'static str>) {
    if let Some(encoding) = utf_16_by_pattern(bytes) {
        return (encoding.decode_without_bom_handling(bytes).0, None);
    }
    match UTF_8.decode_without_bom_handling_and_without_replacement(bytes) {
        Some(text) => (text, None),
        None => (WINDOWS_1252.decode_without_bom_handling(bytes).0, Some(WINDOWS_1252.name())),
    }
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
    let control = |c: char| c.is_control() && !matches!(c, '\t' | '\n' | '\r');
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
