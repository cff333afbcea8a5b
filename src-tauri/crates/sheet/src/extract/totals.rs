//! Compares the totals of a file with the rows that were read. A total agrees if it is the sum of all people above it,
//! of those since an earlier total, or of a group of sections.

use paysheet_domain::{Cell, CellValue, Currency, Field, SourceRow};
use rust_decimal::Decimal;

use crate::{
    detect::sums::number,
    extract::rows::RecipientRows,
    limits::{DIFFERING_TOTALS_MAX, TOTALS_COMPARED_MAX},
    model::{DifferingTotal, SkipReason, Skipped},
};

/// The sums of rounded amounts may differ by so much, in hundredths for each person.
const ROUNDING_HUNDREDTHS: i64 = 1;
/// Number of rows that are named as an explanation.
const ROWS_NAMED_MAX: usize = 5;

/// Returns the totals that no sum of rows agrees with, from top to bottom. If an amount cannot be read, it is a problem
/// by itself, and no total below it is compared.
pub(crate) fn differing(people: &RecipientRows, currency: Currency) -> Vec<DifferingTotal> {
    let digits = |sum: Decimal| format!("{sum:.*}", usize::try_from(currency.decimals()).unwrap_or(0));
    let totals = people.skipped.iter().filter(|skipped| skipped.reason == SkipReason::TotalsRow);
    let totals: Vec<(&Skipped, Decimal)> =
        totals.filter_map(|total| Some((total, amount_of(total)?))).take(TOTALS_COMPARED_MAX).collect();
    if totals.is_empty() {
        return Vec::new();
    }
    let amounts = amounts(&people.rows, |_| true);
    let mut countings = [Counting::of(&amounts), Counting::of(&self::amounts(&people.rows, is_number))];
    let mut differing: Vec<DifferingTotal> = Vec::new();
    for (total, stated) in totals {
        let above = amounts.partition_point(|(row, _)| *row < total.row);
        let Some(read) = countings.first().and_then(|counting| counting.sums.get(above)).copied() else {
            break;
        };
        let agrees = countings.iter().any(|counting| counting.agrees(above, stated));
        if !agrees {
            let found = DifferingTotal {
                row: total.row,
                stated: digits(stated),
                read: digits(read),
                is_short: read < stated,
                rows: explaining(people, &amounts, total, stated.saturating_sub(read)),
            };
            differing.push(found);
        }
        countings.iter_mut().for_each(|counting| counting.end_section(above));
    }
    // A person who was taken for a total explains another one, and is none that differs by itself.
    let explained: Vec<u32> = differing.iter().flat_map(|total| total.rows.clone()).collect();
    differing.retain(|total| !explained.contains(&total.row));
    differing.truncate(DIFFERING_TOTALS_MAX);
    differing
}

/// Whether a spreadsheet counts an amount: its sums pass over texts.
const fn is_number(value: &CellValue) -> bool {
    matches!(value, CellValue::Number(_))
}

/// The number of each person's row, with the amount; none if it cannot be read. Amounts that are not counted are zero.
fn amounts(rows: &[SourceRow], is_counted: impl Fn(&CellValue) -> bool) -> Vec<(u32, Option<Decimal>)> {
    let amount = |row: &SourceRow| {
        let value = &row.cells.get(&Field::Amount)?.value;
        if is_counted(value) { number(value) } else { Some(Decimal::ZERO) }
    };
    rows.iter().filter_map(|row| Some((row.origin.number()?, amount(row)))).collect()
}

/// One way to add up the amounts.
struct Counting {
    /// The sums of none, the first, the first two people and so on, up to an amount that cannot be read.
    sums: Vec<Decimal>,
    /// The sums above the earlier totals.
    since: Vec<Decimal>,
}

impl Counting {
    fn of(amounts: &[(u32, Option<Decimal>)]) -> Self {
        Self { sums: sums(amounts), since: vec![Decimal::ZERO] }
    }

    /// Whether a total is the sum of the people above it, or of those since an earlier total.
    fn agrees(&self, above: usize, stated: Decimal) -> bool {
        let Some(read) = self.sums.get(above) else { return false };
        self.since.iter().any(|since| is_alike(read.saturating_sub(*since), stated, above))
    }

    fn end_section(&mut self, above: usize) {
        self.since.extend(self.sums.get(above));
    }
}

fn amount_of(skipped: &Skipped) -> Option<Decimal> {
    let cell: &Cell = skipped.source.as_ref()?.cells.get(&Field::Amount)?;
    number(&cell.value)
}

fn sums(amounts: &[(u32, Option<Decimal>)]) -> Vec<Decimal> {
    let mut sums = vec![Decimal::ZERO];
    let mut sum = Decimal::ZERO;
    for (_, amount) in amounts {
        let Some(next) = amount.and_then(|amount| sum.checked_add(amount)) else { break };
        sum = next;
        sums.push(sum);
    }
    sums
}

fn is_alike(read: Decimal, stated: Decimal, people: usize) -> bool {
    let rounding = ROUNDING_HUNDREDTHS.saturating_mul(i64::try_from(people).unwrap_or(i64::MAX));
    read.saturating_sub(stated).abs() <= Decimal::new(rounding.min(100), 2)
}

/// Returns the rows above a total whose amount is the difference: skipped ones if too little was read, people if too
/// much.
fn explaining(
    people: &RecipientRows,
    amounts: &[(u32, Option<Decimal>)],
    total: &Skipped,
    missing: Decimal,
) -> Vec<u32> {
    let is_above = |row: &u32| *row < total.row;
    let skipped = people.skipped.iter().filter(|skipped| amount_of(skipped) == Some(missing));
    let skipped = skipped.map(|skipped| skipped.row).filter(is_above);
    let too_many = amounts.iter().filter(|(_, amount)| *amount == Some(-missing)).map(|(row, _)| *row);
    skipped.chain(too_many.filter(is_above)).take(ROWS_NAMED_MAX).collect()
}
