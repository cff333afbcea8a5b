//! Which way the money of a statement's entry went: by its columns, by a word, or by the signs of all amounts.

use std::cmp::Ordering;

use paysheet_domain::{CellValue, checks::comparable};
use paysheet_sheet::{ListField, ListRow, ListedRecord, RecordContent};

const PLUS: char = '+';
const MINUS: [char; 3] = ['-', '\u{2212}', '\u{2013}'];

/// Where money went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Direction {
    Out,
    In,
}

/// What the signs of a statement's amounts mean, as all its entries show together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Signs {
    /// Amounts have signs: one without a minus came in. Otherwise a sign says nothing about any of them.
    pub has_signed_amounts: bool,
    pub debits: DebitSigns,
}

/// What a minus in the column of debits means.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum DebitSigns {
    /// Nothing: either all have one, or none has.
    #[default]
    Alike,
    /// Most have none: one that has was taken back.
    MostlyPlain,
    /// Most have one: one that has none was taken back.
    MostlyMinus,
    /// As many have one as have none.
    Undecided,
}

impl DebitSigns {
    fn of(plain: usize, minus: usize) -> Self {
        match plain.cmp(&minus) {
            _ if plain == 0 || minus == 0 => Self::Alike,
            Ordering::Greater => Self::MostlyPlain,
            Ordering::Less => Self::MostlyMinus,
            Ordering::Equal => Self::Undecided,
        }
    }

    const fn direction(self, is_minus: bool) -> Option<Direction> {
        match (self, is_minus) {
            (Self::Alike, _) | (Self::MostlyPlain, false) | (Self::MostlyMinus, true) => Some(Direction::Out),
            (Self::MostlyPlain, true) | (Self::MostlyMinus, false) => Some(Direction::In),
            (Self::Undecided, _) => None,
        }
    }
}

impl Signs {
    pub fn of(records: &[ListedRecord]) -> Self {
        let cells = |field| {
            let rows = records.iter().filter_map(move |record| match &record.content {
                RecordContent::Row(cells) => cells.cells.get(&field),
                RecordContent::Text(_) => None,
            });
            rows.filter(|value| has_amount(value)).map(CellValue::text)
        };
        let is_signed = |text: &str| is_negative(text) || text.trim().starts_with(PLUS);
        let minus = cells(ListField::Debit).filter(|text| is_negative(text)).count();
        Self {
            has_signed_amounts: cells(ListField::Amount).any(is_signed),
            debits: DebitSigns::of(cells(ListField::Debit).count() - minus, minus),
        }
    }
}

/// Returns where money went, if that is known, and how much, without a sign. None if nothing moved.
pub(super) fn moved(cells: &ListRow, signs: Signs) -> Option<(Option<Direction>, CellValue)> {
    let of = |field| cells.cells.get(&field).filter(|value| has_amount(value));
    if let Some(debit) = of(ListField::Debit) {
        return Some((signs.debits.direction(is_negative(debit.text())), without_sign(debit)));
    }
    if let Some(credit) = of(ListField::Credit) {
        return Some((Some(Direction::In), without_sign(credit)));
    }
    let amount = of(ListField::Amount)?;
    let word = cells.text(ListField::Direction).map(comparable);
    let by_sign = || {
        let direction = if is_negative(amount.text()) { Direction::Out } else { Direction::In };
        signs.has_signed_amounts.then_some(direction)
    };
    Some((word.as_deref().and_then(direction_of).or_else(by_sign), without_sign(amount)))
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
