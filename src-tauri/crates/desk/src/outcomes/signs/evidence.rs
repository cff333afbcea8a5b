//! What a file itself shows of its signs: a word beside an amount says where its money went, or the balance rises or falls by
//! it.

use paysheet_domain::{CellValue, Currency, checks::stated_amounts};
use paysheet_sheet::{ListField, ListedRecord, RecordContent};
use strum::IntoEnumIterator;

use super::cells::{Direction, is_negative, moved_cell, word_of};

/// An amount of which something else than its sign says where it went.
#[derive(Clone, Copy, Debug)]
struct SignEvidence {
    field: ListField,
    is_minus: bool,
    direction: Direction,
}

/// Everything that a file shows of its signs.
pub(super) struct Shown(Vec<SignEvidence>);

/// An entry of the file, in its order.
struct Entry<'a> {
    sheet: &'a str,
    field: ListField,
    amount: &'a CellValue,
    balance: Option<&'a CellValue>,
    word: Option<Direction>,
}

/// The order of the entries of a file.
#[derive(Clone, Copy)]
enum Order {
    OldestFirst,
    NewestFirst,
}

impl Shown {
    pub fn by(records: &[ListedRecord]) -> Self {
        let entries: Vec<Entry<'_>> = records.iter().filter_map(Entry::of).collect();
        let by_words = entries.iter().filter_map(|entry| Some(entry.evidence(entry.word?)));
        Self(by_words.chain(by_balances(&entries)).collect())
    }

    /// Returns where an amount with a minus in a column of this field went; none if nothing shows it, or if other amounts
    /// contradict it: one without a minus went the other way.
    pub fn minus_of(&self, field: ListField) -> Option<Direction> {
        let of_field = || self.0.iter().filter(|shown| shown.field == field);
        let minus = of_field().find(|shown| shown.is_minus)?.direction;
        let agrees = |shown: &SignEvidence| shown.is_minus == (shown.direction == minus);
        of_field().all(agrees).then_some(minus)
    }
}

impl<'a> Entry<'a> {
    fn of(record: &'a ListedRecord) -> Option<Self> {
        let RecordContent::Row(cells) = &record.content else { return None };
        let (field, amount) = moved_cell(cells)?;
        let balance = cells.cells.get(&ListField::Balance);
        Some(Self { sheet: &record.sheet, field, amount, balance, word: word_of(cells) })
    }

    fn evidence(&self, direction: Direction) -> SignEvidence {
        SignEvidence { field: self.field, is_minus: is_negative(self.amount.text()), direction }
    }
}

/// Returns what the balances show: each must differ from the one before by the amount between them, or they show nothing.
fn by_balances(entries: &[Entry<'_>]) -> Vec<SignEvidence> {
    // Amounts are the same in all currencies with as many decimals.
    Currency::iter().find_map(|currency| by_balances_in(entries, currency)).unwrap_or_default()
}

/// Returns what the balances show in one of the two orders; none if they fit neither, or both: in the other order, the same
/// amounts went the other way.
fn by_balances_in(entries: &[Entry<'_>], currency: Currency) -> Option<Vec<SignEvidence>> {
    let orders = [Order::OldestFirst, Order::NewestFirst];
    let mut fitting = orders.into_iter().filter_map(|order| in_order(entries, order, currency));
    fitting.next().filter(|_| fitting.next().is_none())
}

fn in_order(entries: &[Entry<'_>], order: Order, currency: Currency) -> Option<Vec<SignEvidence>> {
    let of_one_sheet = entries.array_windows().filter(|[above, below]| above.sheet == below.sheet);
    let shown = of_one_sheet.map(|[above, below]| match order {
        Order::OldestFirst => step(above, below, currency),
        Order::NewestFirst => step(below, above, currency),
    });
    shown.collect::<Option<Vec<_>>>().filter(|shown| !shown.is_empty())
}

/// Returns what the balance after an entry shows of it, if it is the amount away from the balance before.
fn step(before: &Entry<'_>, entry: &Entry<'_>, currency: Currency) -> Option<SignEvidence> {
    let minor = |value: &CellValue| stated_amounts(value, currency).into_iter().map(|amount| amount.minor());
    let amounts: Vec<i64> = minor(entry.amount).filter_map(i64::checked_abs).collect();
    let after: Vec<i64> = minor(entry.balance?).collect();
    let changes = minor(before.balance?)
        .flat_map(|before| after.iter().filter_map(move |after| after.checked_sub(before)))
        .filter(|change| amounts.iter().any(|amount| change.checked_abs() == Some(*amount)));
    let directions: Vec<Direction> =
        changes.map(|change| if change < 0 { Direction::Out } else { Direction::In }).collect();
    let direction = *directions.first()?;
    directions.iter().all(|other| *other == direction).then(|| entry.evidence(direction))
}
