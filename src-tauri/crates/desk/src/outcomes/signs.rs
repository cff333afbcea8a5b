//! Which way the money of a statement's entry went: by its columns, by a word, or by the sign of its amount. A bank writes
//! what went out with a minus, and a wallet what came back. So a sign counts once the user said what it means, or where the
//! file shows it.

mod cells;
mod evidence;

use paysheet_domain::CellValue;
use paysheet_sheet::{ListField, ListRow, ListedRecord, RecordContent};

pub(super) use self::cells::Direction;
use self::{
    cells::{MINUS, PLUS, has_amount, is_negative, moved_cell, word_of},
    evidence::Shown,
};

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
