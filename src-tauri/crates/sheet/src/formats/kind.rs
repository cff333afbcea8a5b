//! Detects the type of a file from its content. Extensions are unreliable: a web page named `.xls` is not a workbook.

use crate::error::OtherFileType;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Container {
    Zip,
    /// An older Office file, and whether its content is encrypted.
    OldOffice(Encryption),
    Text,
    Other(OtherFileType),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Encryption {
    None,
    Password,
}

/// First bytes of formats that are not spreadsheets.
const OTHERS: &[(&[u8], OtherFileType)] = &[
    (b"%PDF", OtherFileType::Pdf),
    (b"\x89PNG", OtherFileType::Picture),
    (b"\xff\xd8\xff", OtherFileType::Picture),
    (b"GIF8", OtherFileType::Picture),
    (b"BM", OtherFileType::Picture),
    (b"{\\rtf", OtherFileType::Rtf),
    (b"Rar!", OtherFileType::Archive),
    (b"7z\xbc\xaf", OtherFileType::Archive),
    (b"\x1f\x8b", OtherFileType::Archive),
];
/// First bytes of the container of Excel 97 to 2003, and of every encrypted workbook.
const OLD_OFFICE: &[u8] = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1";
/// Bytes of text that are checked for a web page, XML or SYLK.
const MARKUP_BYTES: usize = 512;

pub(crate) fn container(bytes: &[u8]) -> Container {
    if bytes.starts_with(b"PK\x03\x04") || bytes.starts_with(b"PK\x05\x06") {
        return Container::Zip;
    }
    if bytes.starts_with(OLD_OFFICE) {
        let encrypted = contains_wide(bytes, "EncryptedPackage");
        return Container::OldOffice(if encrypted { Encryption::Password } else { Encryption::None });
    }
    // `BM` is also the beginning of names. A bitmap's header contains NUL bytes.
    let binary = bytes.iter().take(MARKUP_BYTES).any(|byte| *byte == 0);
    let other = OTHERS.iter().find(|(start, _)| bytes.starts_with(start) && (*start != b"BM" || binary));
    match other.map(|(_, found)| *found).or_else(|| markup(bytes)) {
        Some(found) => Container::Other(found),
        None => Container::Text,
    }
}

fn markup(bytes: &[u8]) -> Option<OtherFileType> {
    let head = bytes.get(..MARKUP_BYTES.min(bytes.len()))?;
    // The first letters of a web page are the same in UTF-16, except for NUL bytes and the byte order mark.
    let head: Vec<u8> = head.iter().copied().filter(|byte| !matches!(byte, 0 | 0xFE | 0xFF)).collect();
    let head = String::from_utf8_lossy(&head);
    let head = head.trim_start_matches('\u{feff}').trim_start().to_ascii_lowercase();
    // Data in JSON is not a table, although its commas look like delimiters.
    let mut signs = head.chars().filter(|c| !c.is_whitespace());
    let is_data =
        matches!((signs.next(), signs.next()), (Some('{'), Some('"')) | (Some('['), Some('{' | '[')));
    if is_web_page(&head) {
        Some(OtherFileType::Html)
    } else if head.starts_with("<?xml") {
        Some(OtherFileType::Xml)
    } else if is_sylk(&head) {
        Some(OtherFileType::Sylk)
    } else {
        is_data.then_some(OtherFileType::Unknown)
    }
}

/// Whether a text in lower case begins a web page, or one that was saved with its parts (MHTML).
fn is_web_page(head: &str) -> bool {
    const STARTS: [&str; 9] =
        ["<!--", "<!doctype html", "<html", "<table", "<head", "<meta", "<body", "<style", "<div"];
    let is_saved = || {
        head.lines().any(|line| line.starts_with("mime-version:"))
            && ["multipart/related", "text/html"].iter().any(|kind| head.contains(kind))
    };
    STARTS.iter().any(|start| head.starts_with(start)) || is_saved()
}

/// Whether a text in lower case is a table of records (SYLK). The headings `ID;PHONE` begin like one.
fn is_sylk(head: &str) -> bool {
    let mut lines = head.lines().filter(|line| !line.trim().is_empty());
    lines.next().is_some_and(|line| line.starts_with("id;p"))
        && lines.next().is_some_and(|line| {
            ["p;p", "f;", "b;y", "c;y", "c;x", "o;", "nn;"].iter().any(|start| line.starts_with(start))
        })
}

/// Whether the bytes contain a name in UTF-16, as the container's directory writes names.
fn contains_wide(bytes: &[u8], name: &str) -> bool {
    let wide: Vec<u8> = name.encode_utf16().flat_map(u16::to_le_bytes).collect();
    bytes.windows(wide.len()).any(|window| window == wide)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_spreadsheet_is_named() {
        for (text, expected) in [
            ("<!-- made by a program -->\n<html><table>", Container::Other(OtherFileType::Html)),
            ("\u{feff} <HTML xmlns:x=\"urn\">", Container::Other(OtherFileType::Html)),
            (
                "MIME-Version: 1.0\r\nX-Document-Type: Workbook\r\nContent-Type: multipart/related; boundary=\"x\"",
                Container::Other(OtherFileType::Html),
            ),
            (
                "From: <Saved>\nMIME-Version: 1.0\nContent-Type: text/html",
                Container::Other(OtherFileType::Html),
            ),
            ("<?xml version=\"1.0\"?><Workbook>", Container::Other(OtherFileType::Xml)),
            ("ID;PWXL;N;E\r\nP;PGeneral\r\nC;Y1;X1;K\"Name\"", Container::Other(OtherFileType::Sylk)),
            ("ID;PSCALC3\nC;X1;Y1;K\"Name\"", Container::Other(OtherFileType::Sylk)),
            ("[{\"ref\": 1}]", Container::Other(OtherFileType::Unknown)),
            ("ID;PHONE;AMOUNT\n1;0772123456;85000", Container::Text),
            ("Name,Amount\nMIME,5", Container::Text),
            ("BM Stores,5", Container::Text),
        ] {
            assert_eq!(container(text.as_bytes()), expected, "{text}");
        }
    }
}
