//! Compares the totals, counts and control sums of a file with the rows that were read. One agrees if it is that of all
//! people, of those above it or below it, of those up to another total or heading, or of a group of sections.

use paysheet_domain::{Cell, CellValue, Currency, Field, SourceRow};
use rust_decimal::Decimal;

use crate::{
    detect::{figures::Figure, sums::number},
    extract::rows::RecipientRows,
    limits::{DIFFERING_TOTALS_MAX, TOTALS_COMPARED_MAX},
    model::{DifferingTotal, SkipReason, Skipped, TotalKind},
};

/// The sums of rounded amounts may differ by so much, in hundredths for each person.
const ROUNDING_HUNDREDTHS: usize = 1;
const ROUNDING_HUNDREDTHS_MAX: usize = 100;
/// Number of rows that are named as an explanation.
const ROWS_NAMED_MAX: usize = 5;
/// Number of people from which a count may be so high that it looks like a year.
const PEOPLE_LIKE_YEARS_MIN: Decimal = Decimal::ONE_THOUSAND;

/// Returns the figures that no sum of rows agrees with, from top to bottom. If an amount cannot be read, it is a problem
/// by itself, and no sum of it is compared. Amounts of several currencies have no sum; then there is no currency.
pub(crate) fn differing(people: &RecipientRows, currency: Option<Currency>) -> Vec<DifferingTotal> {
    if people.figures.is_empty() {
        return Vec::new();
    }
    let read = PeopleRead::of(people);
    let is_compared = |figure: &&Figure| figure.kind == TotalKind::Count || currency.is_some();
    let compared = people.figures.iter().filter(is_compared).take(TOTALS_COMPARED_MAX);
    let (agreeing, unlike): (Vec<&Figure>, Vec<&Figure>) = compared.partition(|figure| read.agrees(figure));
    let agreeing: Vec<u32> = agreeing.iter().map(|figure| figure.row).collect();
    let differing = unlike.into_iter().filter_map(|figure| {
        let sum = read.about(figure)?;
        let differs = !may_be_year(figure, sum);
        differs.then(|| DifferingTotal {
            kind: figure.kind,
            row: figure.row,
            stated: digits(figure.value, figure.kind, currency),
            read: digits(sum, figure.kind, currency),
            is_short: sum < figure.value,
            is_above: read.above(figure) == 0,
            rows: read.explaining(figure, figure.value.saturating_sub(sum), &agreeing),
        })
    });
    let mut differing: Vec<DifferingTotal> = differing.collect();
    // A person who was taken for a total explains another one, and is none that differs by itself.
    let explained: Vec<u32> = differing.iter().flat_map(|total| total.rows.clone()).collect();
    differing.retain(|total| !explained.contains(&total.row));
    differing.truncate(DIFFERING_TOTALS_MAX);
    differing
}

/// Whether a figure that differs from what was read is probably a year: `Number of staff 2026`.
fn may_be_year(figure: &Figure, read: Decimal) -> bool {
    let is_sum = figure.kind != TotalKind::Count;
    figure.may_be_year && (is_sum || read < PEOPLE_LIKE_YEARS_MIN)
}

fn digits(value: Decimal, kind: TotalKind, currency: Option<Currency>) -> String {
    let decimals = match kind {
        TotalKind::Count => 0,
        TotalKind::Sum | TotalKind::Words => currency.map_or(0, Currency::decimals),
    };
    format!("{value:.*}", usize::try_from(decimals).unwrap_or(0))
}

/// The people of a file, counted and added up in several ways.
struct PeopleRead<'p> {
    people: &'p RecipientRows,
    /// The number of each person's row, with the amount; none if it cannot be read.
    amounts: Vec<(u32, Option<Decimal>)>,
    sums: Vec<RunningSum>,
    counts: Vec<RunningSum>,
    /// Number of people above each total, heading and other figure, and above the end, ascending.
    ends: Vec<usize>,
}

impl<'p> PeopleRead<'p> {
    fn of(people: &'p RecipientRows) -> Self {
        let rows = &people.rows;
        let amounts: Vec<(u32, Option<Decimal>)> =
            rows.iter().filter_map(|row| Some((row.origin.number()?, amount(row)))).collect();
        let is_shown = |row: &SourceRow| row.hidden.is_none();
        let is_to_pay = |row: &SourceRow| row.not_to_pay.is_none();
        let is_paid = |row: &SourceRow| amount(row).is_some_and(|amount| !amount.is_zero());
        let sum = |is_counted: fn(&SourceRow) -> bool| RunningSum::of(rows, is_counted, amount);
        let count =
            |is_counted: fn(&SourceRow) -> bool| RunningSum::of(rows, is_counted, |_| Some(Decimal::ONE));
        let heading = people.skipped.iter().filter(|skipped| skipped.reason == SkipReason::HeaderRepeated);
        let headings = heading.take(TOTALS_COMPARED_MAX).map(|heading| heading.row);
        let figures = people.figures.iter().map(|figure| figure.row);
        let above = |row: u32| amounts.partition_point(|(person, _)| *person < row);
        let mut ends: Vec<usize> = headings.chain(figures).map(above).chain([0, amounts.len()]).collect();
        ends.sort_unstable();
        ends.dedup();
        Self {
            people,
            sums: vec![sum(|_| true), sum(is_number), sum(is_shown), sum(is_to_pay)],
            counts: vec![count(|_| true), count(is_paid), count(is_shown), count(is_to_pay)],
            ends,
            amounts,
        }
    }

    fn above(&self, figure: &Figure) -> usize {
        self.amounts.partition_point(|(row, _)| *row < figure.row)
    }

    /// Whether a figure is the sum, or the number, of people above it or below it, or of all. Some labels are used for
    /// both: `Total staff`, `Control total`.
    fn agrees(&self, figure: &Figure) -> bool {
        let rounding = rounding(figure, self.amounts.len());
        // People who get nothing this month may be counted as well.
        let without = figure.with_value(figure.value.saturating_sub(self.set_aside(figure)));
        let counts =
            |figure: &Figure| self.counts.iter().any(|count| self.agrees_with(figure, count, Decimal::ZERO));
        self.sums.iter().any(|sum| self.agrees_with(figure, sum, rounding))
            || counts(figure)
            || (without.value > Decimal::ZERO && counts(&without))
    }

    /// Returns the number of people without an amount above a figure, or of all if nobody is above it.
    fn set_aside(&self, figure: &Figure) -> Decimal {
        let is_about = |row: u32| self.above(figure) == 0 || row < figure.row;
        let people = self
            .people
            .skipped
            .iter()
            .filter(|skipped| skipped.reason == SkipReason::NothingToPay && is_about(skipped.row));
        Decimal::from(people.count())
    }

    fn agrees_with(&self, figure: &Figure, sum: &RunningSum, rounding: Decimal) -> bool {
        let above = self.above(figure);
        let is_alike = |from: usize, to: usize| {
            sum.between(from, to).is_some_and(|read| read.saturating_sub(figure.value).abs() <= rounding)
        };
        is_alike(0, self.amounts.len())
            || self
                .ends
                .iter()
                .any(|end| if *end <= above { is_alike(*end, above) } else { is_alike(above, *end) })
    }

    /// Returns what was read of the people above a figure, or of all if nobody is above it.
    fn about(&self, figure: &Figure) -> Option<Decimal> {
        let sum = match figure.kind {
            TotalKind::Count => self.counts.first(),
            TotalKind::Sum | TotalKind::Words => self.sums.first(),
        };
        let above = self.above(figure);
        sum?.between(0, if above == 0 { self.amounts.len() } else { above })
    }

    /// Returns the rows that explain a difference: those with the missing amount, or of a count the skipped rows that
    /// may be people.
    fn explaining(&self, figure: &Figure, missing: Decimal, agreeing: &[u32]) -> Vec<u32> {
        let is_about = |row: &u32| *row != figure.row && (self.above(figure) == 0 || *row < figure.row);
        let skipped = self.people.skipped.iter().filter(|skipped| is_about(&skipped.row));
        if figure.kind == TotalKind::Count {
            let may_be_people = skipped.filter(|skipped| {
                is_named(skipped) && amount_of(skipped).is_some() && !agreeing.contains(&skipped.row)
            });
            let rows: Vec<u32> = may_be_people.map(|skipped| skipped.row).take(ROWS_NAMED_MAX + 1).collect();
            let are_all = rows.len() <= ROWS_NAMED_MAX && Decimal::from(rows.len()) == missing;
            return if are_all { rows } else { Vec::new() };
        }
        let skipped =
            skipped.filter(|skipped| amount_of(skipped) == Some(missing)).map(|skipped| skipped.row);
        let too_many =
            self.amounts.iter().filter(|(_, amount)| *amount == Some(-missing)).map(|(row, _)| *row);
        skipped.chain(too_many.filter(is_about)).take(ROWS_NAMED_MAX).collect()
    }
}

/// The sums of none, the first, the first two people and so on, up to an amount that cannot be read.
struct RunningSum(Vec<Decimal>);

impl RunningSum {
    fn of(
        rows: &[SourceRow],
        is_counted: fn(&SourceRow) -> bool,
        value: impl Fn(&SourceRow) -> Option<Decimal>,
    ) -> Self {
        let mut sum = Decimal::ZERO;
        let mut sums = Vec::with_capacity(rows.len() + 1);
        sums.push(sum);
        for row in rows.iter().filter(|row| row.origin.number().is_some()) {
            let next = if is_counted(row) { value(row) } else { Some(Decimal::ZERO) };
            let Some(next) = next.and_then(|next| sum.checked_add(next)) else { break };
            sum = next;
            sums.push(sum);
        }
        Self(sums)
    }

    fn between(&self, from: usize, to: usize) -> Option<Decimal> {
        Some(self.0.get(to)?.saturating_sub(*self.0.get(from)?))
    }
}

fn rounding(figure: &Figure, people: usize) -> Decimal {
    let hundredths = people.saturating_mul(ROUNDING_HUNDREDTHS).min(ROUNDING_HUNDREDTHS_MAX);
    let hundredths = if figure.is_rounded { ROUNDING_HUNDREDTHS_MAX } else { hundredths };
    Decimal::new(i64::try_from(hundredths).unwrap_or(0), 2)
}

/// Whether a spreadsheet counts the amount: its sums pass over texts.
fn is_number(row: &SourceRow) -> bool {
    row.cells.get(&Field::Amount).is_some_and(|cell| matches!(cell.value, CellValue::Number(_)))
}

fn is_named(skipped: &Skipped) -> bool {
    skipped.source.as_ref().is_some_and(|source| source.cells.contains_key(&Field::Name))
}

fn amount(row: &SourceRow) -> Option<Decimal> {
    let cell: &Cell = row.cells.get(&Field::Amount)?;
    number(&cell.value)
}

fn amount_of(skipped: &Skipped) -> Option<Decimal> {
    amount(skipped.source.as_ref()?)
}
