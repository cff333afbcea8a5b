//! What the cells of an entry say by themselves: its amount, its sign, and a word about where its money went.

use paysheet_domain::{CellValue, checks::comparable};
use paysheet_sheet::{ListField, ListRow};

pub(super) const PLUS: char = '+';
pub(super) const MINUS: [char; 3] = ['-', '\u{2212}', '\u{2013}'];

/// Where money went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Direction {
    Out,
    In,
}

impl Direction {
    pub(super) const fn opposite(self) -> Self {
        match self {
            Self::Out => Self::In,
            Self::In => Self::Out,
        }
    }
}

/// Returns the amount of an entry, and what its column holds. None if nothing moved.
pub(super) fn moved_cell(cells: &ListRow) -> Option<(ListField, &CellValue)> {
    let mut all = ListField::MOVED.into_iter().filter_map(|field| Some((field, cells.cells.get(&field)?)));
    all.find(|(_, value)| has_amount(value))
}

/// Returns where the money of an entry went by the word beside it.
pub(super) fn word_of(cells: &ListRow) -> Option<Direction> {
    direction_of(&comparable(cells.text(ListField::Direction)?))
}

fn direction_of(word: &str) -> Option<Direction> {
    match word {
        "d" | "dr" | "debit" | "dbit" | "debito" | "out" | "sortie" | "saida" | "withdrawal" | "retrait" => {
            Some(Direction::Out)
        }
        "c" | "cr" | "credit" | "crdt" | "credito" | "in" | "entree" | "entrada" | "deposit" | "depot" => {
            Some(Direction::In)
        }
        _ => None,
    }
}

/// Whether a cell has an amount other than zero, or one that cannot be read.
pub(super) fn has_amount(value: &CellValue) -> bool {
    let text = value.text();
    *value == CellValue::FormulaWithoutValue
        || (!text.trim().is_empty()
            && (text.contains(|c: char| ('1'..='9').contains(&c)) || !text.contains('0')))
            && !matches!(text.trim(), "-" | "\u{2013}")
}

pub(super) fn is_negative(text: &str) -> bool {
    let text = text.trim();
    text.starts_with(MINUS) || text.ends_with(MINUS) || (text.starts_with('(') && text.ends_with(')'))
}
