//! Which way the money of a statement's entry went: by its columns, by a word, or by the sign of its amount. A bank writes
//! what went out with a minus, and a wallet what came back. So a sign counts once the user said what it means, or where the
//! file shows it.

mod evidence;

use paysheet_domain::{CellValue, checks::comparable};
use paysheet_sheet::{ListField, ListRow, ListedRecord, RecordContent};

use self::evidence::Shown;

const PLUS: char = '+';
const MINUS: [char; 3] = ['-', '\u{2212}', '\u{2013}'];

/// Where money went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Direction {
    Out,
    In,
}

impl Direction {
    const fn opposite(self) -> Self {
        match self {
            Self::Out => Self::In,
            Self::In => Self::Out,
        }
    }
}

/// Where the amounts with a minus went. Those without one went the other way. None if nobody said it, and the file does not
/// show it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Signs {
    pub amounts: Option<Direction>,
    pub debits: Option<Direction>,
}

/// Amounts of a statement of which nobody knows what their signs mean, with the first of each kind.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct SignExamples {
    pub plain: Option<String>,
    pub minus: Option<String>,
}

impl Signs {
    /// Returns the signs of a statement. In a column of debits that the user chose, a minus is money that came back. Under a
    /// heading of debits it is that if most debits have none; otherwise the file has to show it.
    pub fn of(records: &[ListedRecord], is_said: bool) -> Self {
        let shown = Shown::by(records);
        let is_minus = |value: &CellValue| is_negative(value.text());
        let (minus, plain): (Vec<_>, Vec<_>) =
            cells_of(records, ListField::Debit).partition(|value| is_minus(value));
        let is_back = is_said || minus.is_empty() || minus.len() < plain.len();
        let debits = if is_back { Some(Direction::In) } else { shown.minus_of(ListField::Debit) };
        Self { amounts: shown.minus_of(ListField::Amount), debits }
    }

    /// Returns the field of the amounts of which somebody has to say what their signs mean: entries with signs are neither
    /// money out nor money in without it. Also where no entry is either.
    pub fn undecided(self, records: &[ListedRecord]) -> Option<ListField> {
        let is_signed =
            |value: &CellValue| is_negative(value.text()) || value.text().trim().starts_with(PLUS);
        let fields = [ListField::Amount, ListField::Debit];
        let has_signs = fields.into_iter().any(|field| cells_of(records, field).any(is_signed));
        let is_open = |row: &&ListRow| moved(row, self).is_some_and(|(direction, _)| direction.is_none());
        let moving = rows(records).filter(|row| moved_cell(row).is_some());
        let (open, known): (Vec<_>, Vec<_>) = moving.partition(is_open);
        let (field, _) = moved_cell(open.first()?)?;
        (has_signs || known.is_empty()).then_some(field)
    }

    /// Returns where an amount of this field went.
    fn direction(self, field: ListField, is_minus: bool) -> Option<Direction> {
        if field == ListField::Credit {
            return Some(Direction::In);
        }
        let said = (field == ListField::SignedAmount).then_some(Direction::Out);
        let shown = if field == ListField::Debit { self.debits } else { self.amounts };
        let minus = said.or(shown)?;
        Some(if is_minus { minus } else { minus.opposite() })
    }
}

impl SignExamples {
    pub fn of(records: &[ListedRecord], field: ListField) -> Self {
        let first = |is_minus: bool| {
            let mut cells = cells_of(records, field);
            cells.find(|value| is_negative(value.text()) == is_minus).map(CellValue::shown)
        };
        Self { plain: first(false), minus: first(true) }
    }
}

fn rows(records: &[ListedRecord]) -> impl Iterator<Item = &ListRow> {
    records.iter().filter_map(|record| match &record.content {
        RecordContent::Row(cells) => Some(cells),
        RecordContent::Text(_) => None,
    })
}

fn cells_of(records: &[ListedRecord], field: ListField) -> impl Iterator<Item = &CellValue> {
    rows(records).filter_map(move |row| row.cells.get(&field)).filter(|value| has_amount(value))
}

/// Returns the amount of an entry, and what its column holds. None if nothing moved.
fn moved_cell(cells: &ListRow) -> Option<(ListField, &CellValue)> {
    let mut all = ListField::MOVED.into_iter().filter_map(|field| Some((field, cells.cells.get(&field)?)));
    all.find(|(_, value)| has_amount(value))
}

/// Returns where money went, if that is known, and how much, without a sign. None if nothing moved.
pub(super) fn moved(cells: &ListRow, signs: Signs) -> Option<(Option<Direction>, CellValue)> {
    let (field, amount) = moved_cell(cells)?;
    let by_sign = signs.direction(field, is_negative(amount.text()));
    let word = word_of(cells);
    // Where the user or a heading said what a sign is, a word does not make a payment of money that came in.
    let is_in = field != ListField::Amount && [by_sign, word].contains(&Some(Direction::In));
    let direction = if is_in { Some(Direction::In) } else { word.or(by_sign) };
    Some((direction, without_sign(amount)))
}

/// Returns where the money of an entry went by the word beside it.
fn word_of(cells: &ListRow) -> Option<Direction> {
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
fn has_amount(value: &CellValue) -> bool {
    let text = value.text();
    *value == CellValue::FormulaWithoutValue
        || (!text.trim().is_empty()
            && (text.contains(|c: char| ('1'..='9').contains(&c)) || !text.contains('0')))
            && !matches!(text.trim(), "-" | "\u{2013}")
}

fn is_negative(text: &str) -> bool {
    let text = text.trim();
    text.starts_with(MINUS) || text.ends_with(MINUS) || (text.starts_with('(') && text.ends_with(')'))
}

fn without_sign(value: &CellValue) -> CellValue {
    let plain = |text: &str| {
        text.trim().trim_matches(MINUS).trim_start_matches(PLUS).trim_matches(['(', ')']).trim().into()
    };
    match value {
        CellValue::Text(text) => CellValue::Text(plain(text)),
        CellValue::Number(text) => CellValue::Number(plain(text)),
        CellValue::Bool(_)
        | CellValue::Date(_)
        | CellValue::Percent(_)
        | CellValue::Error(_)
        | CellValue::FormulaWithoutValue => value.clone(),
    }
}

#[cfg(test)]
mod tests;
