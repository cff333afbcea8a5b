//! Columns added to a file of separated values: each line gets cells at its end, in the file's own encoding and with
//! its own separator and line ends. Everything before them stays byte for byte.

use super::Added;
use crate::table::quoted;

const SEPARATORS: [u8; 4] = [b',', b';', b'\t', b'|'];

/// The file with the added columns; none in an encoding that is not told by its bytes (UTF-16).
pub(super) fn with_columns(bytes: &[u8], added: &Added) -> Option<Vec<u8>> {
    if bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff") || bytes.contains(&0) {
        return None;
    }
    let is_utf8 = std::str::from_utf8(bytes).is_ok();
    let separator = separator(bytes, added);
    let mut out = Vec::with_capacity(bytes.len() + bytes.len() / 4);
    for (number, line) in (1_u32..).zip(lines(bytes)) {
        let content = line.len() - line.iter().rev().take_while(|byte| matches!(byte, b'\n' | b'\r')).count();
        let (content, end) = line.split_at(content);
        out.extend_from_slice(content);
        if let Some(texts) = added.of(number) {
            for text in texts {
                out.push(separator);
                let text = quoted(text, char::from(separator));
                out.extend_from_slice(&encoded(&text, is_utf8));
            }
        }
        out.extend_from_slice(end);
    }
    Some(out)
}

/// Lines with their ends; a line end in quotation marks ends none.
fn lines(bytes: &[u8]) -> Vec<&[u8]> {
    let mut lines = Vec::new();
    let (mut start, mut is_quoted) = (0, false);
    for (at, byte) in bytes.iter().enumerate() {
        match byte {
            b'"' => is_quoted = !is_quoted,
            b'\n' if !is_quoted => {
                lines.extend(bytes.get(start..=at));
                start = at + 1;
            }
            _ => {}
        }
    }
    lines.extend(bytes.get(start..).filter(|rest| !rest.is_empty()));
    lines
}

/// The separator that the rows of people have most of.
fn separator(bytes: &[u8], added: &Added) -> u8 {
    let of_people: Vec<&[u8]> = (1_u32..)
        .zip(lines(bytes))
        .filter(|(row, _)| added.of(*row).is_some())
        .map(|(_, line)| line)
        .collect();
    let count = |separator: u8| {
        of_people.iter().flat_map(|line| line.iter()).filter(|byte| **byte == separator).count()
    };
    SEPARATORS.into_iter().max_by_key(|separator| count(*separator)).unwrap_or(b',')
}

fn encoded(text: &str, is_utf8: bool) -> Vec<u8> {
    if is_utf8 { text.as_bytes().to_vec() } else { encoding_rs::WINDOWS_1252.encode(text).0.into_owned() }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn lines_get_cells_and_keep_everything_else() {
        let rows = BTreeMap::from([(2, vec!["paid".to_owned(), "a;b".to_owned()])]);
        let added = Added { header_row: Some(1), heads: vec!["State".to_owned(), "Said".to_owned()], rows };
        let before = b"Nom;Montant\r\n\"Zo\xe9\nB\";1,5\r\nTotal;1,5";
        let after = with_columns(before, &added).unwrap();
        assert_eq!(after, b"Nom;Montant;State;Said\r\n\"Zo\xe9\nB\";1,5;paid;\"a;b\"\r\nTotal;1,5");
    }
}
