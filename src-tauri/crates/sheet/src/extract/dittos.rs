//! Repeats what a row says of not paying its person in the rows whose cells stand for the same: ditto marks below it, and
//! cells that are merged with its own.

use paysheet_domain::{Cell, Column, SourceRow, checks::comparable};

use crate::formats::GridRow;

/// Words that stand for the value above, in comparable form.
const DITTO_WORDS: [&str; 11] = [
    "do",
    "dto",
    "ditto",
    "idem",
    "id",
    "ibid",
    "same",
    "same as above",
    "as above",
    "same bank",
    "same above",
];
/// The first letters of these words.
const DITTO_LETTERS: [char; 4] = ['a', 'd', 'i', 's'];
/// Signs that stand for the value above.
const DITTO_SIGNS: [char; 6] = ['"', '\u{2033}', '\u{3003}', '\u{201c}', '\u{201d}', '\u{201e}'];
/// Length in bytes of the longest ditto mark.
const DITTO_BYTES_MAX: usize = 20;

/// The last words of each column that say not to pay, for as long as only ditto marks follow.
#[derive(Debug, Default)]
pub(super) struct Dittos(Vec<Cell>);

impl Dittos {
    /// Returns what a row says of not paying, or the row that its ditto marks stand for.
    pub fn read(&mut self, row: &GridRow, said: Option<Box<Cell>>) -> Option<Box<Cell>> {
        let text = |cell: &Cell| cell.column.and_then(|column| row.cell(column.0)).map(|value| value.text());
        self.0.retain(|above| text(above).is_some_and(is_ditto));
        if let Some(said) = said.as_ref().filter(|said| said.column.is_some()) {
            self.0.retain(|above| above.column != said.column);
            self.0.push((**said).clone());
        }
        said.or_else(|| self.0.first().cloned().map(Box::new))
    }
}

/// Gives what the first of merged cells says of not paying to the rows of the others.
pub(super) fn spread(column: u16, first: &SourceRow, others: &mut [SourceRow]) {
    let said = first.not_to_pay.as_deref().filter(|said| said.column == Some(Column(column)));
    let Some(said) = said else { return };
    for row in others {
        row.not_to_pay.get_or_insert_with(|| Box::new(said.clone()));
    }
}

/// Whether a text stands for the value above: `do`, `-do-`, `"`, `idem`.
pub(super) fn is_ditto(text: &str) -> bool {
    if text.is_empty() || text.len() > DITTO_BYTES_MAX {
        return false;
    }
    // Most texts begin with another letter.
    if text
        .starts_with(|c: char| c.is_ascii_alphanumeric() && !DITTO_LETTERS.contains(&c.to_ascii_lowercase()))
    {
        return false;
    }
    let is_beside =
        |c: char| c.is_whitespace() || "-.,'\u{2013}\u{2014}_".contains(c) || DITTO_SIGNS.contains(&c);
    let core = text.trim_matches(is_beside);
    if core.is_empty() {
        return text.contains(DITTO_SIGNS) || text.contains("''") || text.contains(",,");
    }
    DITTO_WORDS.contains(&comparable(core).as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_ditto_word_begins_with_one_of_the_letters() {
        for word in DITTO_WORDS {
            assert!(word.starts_with(DITTO_LETTERS), "{word}");
        }
    }

    #[test]
    fn marks_and_words_stand_for_the_value_above() {
        for text in ["\"", "-do-", "Do.", "DITTO", "  idem", "ídem", "Same as above", ",,", "''"] {
            assert!(is_ditto(text), "{text}");
        }
        for text in ["", "Access Bank", "First Bank", "Diamond", "Do Bank", "Sameer", "7", "-"] {
            assert!(!is_ditto(text), "{text}");
        }
    }
}
