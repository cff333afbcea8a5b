//! Adds columns to a file of separated values. Each line gets cells at its end, in the file's own encoding, with its
//! own separator and line ends. Everything before them stays byte for byte. UTF-16 without a byte order mark gets
//! one, because its pattern of NUL bytes may no longer be recognised after texts are added.

use paysheet_domain::separated::safe_cell;

use super::added::{Added, CopyError};
use crate::{
    formats::text::{Encoded, Lines},
    model::FileKind,
};

pub(super) fn with_columns(bytes: &[u8], added: &Added) -> Result<Vec<u8>, CopyError> {
    let encoded = Encoded::of(bytes).ok_or(CopyError::NotAsRead)?;
    let lines = Lines::of(&encoded.text).ok_or(CopyError::OnlyAnew(FileKind::Csv))?;
    let touched = || lines.rows.iter().filter(|line| added.of(line.number).is_some());
    if lines.rows.iter().filter(|line| added.rows.contains_key(&line.number)).count() < added.rows.len() {
        return Err(CopyError::NotAsRead);
    }
    // In a line with fewer cells than others, the added cells are still placed below their headings.
    let width = touched().map(|line| line.cells).max().unwrap_or(0);
    let mut out = String::with_capacity(encoded.text.len() + encoded.text.len() / 4);
    let mut copied = 0;
    for line in &lines.rows {
        let Some(texts) = added.of(line.number) else { continue };
        out.push_str(encoded.text.get(copied..line.end).ok_or(CopyError::NotAsRead)?);
        copied = line.end;
        (line.cells..width).for_each(|_| out.push(lines.separator));
        for text in texts {
            out.push(lines.separator);
            out.push_str(&cell(text, &lines));
        }
    }
    out.push_str(encoded.text.get(copied..).ok_or(CopyError::NotAsRead)?);
    Ok(encoded.back(&out))
}

/// Formats a cell of a separated file (RFC 4180). If quotation marks have no meaning in the file, the cell is changed
/// so that it needs none. No part of it begins a formula, also for a program that splits at another separator.
fn cell(text: &str, lines: &Lines) -> String {
    let text = safe_cell(text);
    if !text.contains([lines.separator, '"']) {
        text
    } else if lines.quoting {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.replace(lines.separator, " ").replace('"', "'")
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    fn check(before: &[u8], row: u32, after: &[u8]) {
        let rows = BTreeMap::from([(row, vec!["paid".to_owned(), "a;b Ọ".to_owned()])]);
        let heads = vec!["State".to_owned(), "Said".to_owned()];
        let added = Added { sheet: String::new(), header_row: Some(1), heads, rows };
        let now = with_columns(before, &added).unwrap();
        assert_eq!(String::from_utf8_lossy(&now), String::from_utf8_lossy(after));
        assert_eq!(now, after);
    }

    #[test]
    fn an_added_cell_begins_no_formula_and_the_users_own_cells_stay() {
        let rows = BTreeMap::from([(1, vec!["Ada;=1+1".to_owned(), "\u{ff1d}1|@x".to_owned()])]);
        let added = Added { rows, ..Added::default() };
        let now = with_columns(b"=1,@mine;-2\n", &added).unwrap();
        assert_eq!(String::from_utf8(now).unwrap(), "=1,@mine;-2,Ada;'=1+1,'\u{ff1d}1|'@x\n");
    }

    fn wide(text: &str, to_bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
        text.encode_utf16().flat_map(to_bytes).collect()
    }

    #[test]
    fn lines_get_cells_and_keep_everything_else() {
        check(
            b"Nom;Montant\r\n\"Zo\xe9\nB\";1,5\r\nTotal;1,5",
            2,
            b"Nom;Montant;State;Said\r\n\"Zo\xe9\nB\";1,5;paid;\"a;b ?\"\r\nTotal;1,5",
        );
        // Quotation marks inside a cell have no meaning. A line with missing cells is filled up.
        let before = "A;B;C\n5\" pipe;2\" x\nd;e;f\n";
        check(before.as_bytes(), 2, "A;B;C;State;Said\n5\" pipe;2\" x;;paid;\"a;b Ọ\"\nd;e;f\n".as_bytes());
        check(before.as_bytes(), 3, "A;B;C;State;Said\n5\" pipe;2\" x\nd;e;f;paid;\"a;b Ọ\"\n".as_bytes());
        // With an odd number of quotation marks, they have no meaning at all.
        check(b"A;B\n5\" pipe;2\nd;e\n", 3, "A;B;State;Said\n5\" pipe;2\nd;e;paid;a b Ọ\n".as_bytes());
        // Blank lines count as rows, and lines of old Mac files end in a carriage return.
        check(b"\xef\xbb\xbfA;B\n\n\n1;2", 4, "\u{feff}A;B;State;Said\n\n\n1;2;paid;\"a;b Ọ\"".as_bytes());
        check(b"A;B\r1;2\r3;4\r", 3, "A;B;State;Said\r1;2\r3;4;paid;\"a;b Ọ\"\r".as_bytes());
    }

    #[test]
    fn wide_text_stays_wide_and_marked() {
        let (before, after) = ("A;B\r\n1;2\r\n", "A;B;State;Said\r\n1;2;paid;\"a;b Ọ\"\r\n");
        let marked = |text: &str, to_bytes| wide(&format!("\u{feff}{text}"), to_bytes);
        for to_bytes in [u16::to_le_bytes, u16::to_be_bytes] {
            check(&marked(before, to_bytes), 2, &marked(after, to_bytes));
            check(&wide(before, to_bytes), 2, &marked(after, to_bytes));
        }
    }

    #[test]
    fn lines_that_no_character_separates_are_copied_anew() {
        let rows = BTreeMap::from([(2, vec!["paid".to_owned()])]);
        let added = Added { rows, ..Added::default() };
        for text in [
            "Name      Account     Amount\nAda Obi   3021145077   78400\nBen Musa  3094254403   80050\n",
            "\"Name,Account,Amount\"\n\"Ada,3021145077,78400\"\n\"Ben,3094254403,80050\"\n",
        ] {
            assert_eq!(
                with_columns(text.as_bytes(), &added),
                Err(CopyError::OnlyAnew(FileKind::Csv)),
                "{text}"
            );
        }
    }

    #[test]
    fn a_file_without_the_rows_is_not_the_one_that_was_read() {
        let rows = BTreeMap::from([(9, vec!["paid".to_owned()])]);
        let added = Added { rows, ..Added::default() };
        assert_eq!(with_columns(b"A;B\n1;2\n", &added), Err(CopyError::NotAsRead));
    }
}
