//! Compares the totals, counts and control sums of a file with the rows that were read. One agrees if it is that of all
//! people or of those above it. It may be that of some sections, if the others have totals of their own: a grand total
//! that is only the sum of the last section differs.

use paysheet_domain::{Cell, CellValue, Currency, Field, SourceRow};
use rust_decimal::Decimal;

use crate::{
    detect::{
        people::figures::{Figure, YearDoubt},
        words::numbers::number,
    },
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

/// Number of people whose sum is no coincidence.
const SUMMED_MIN: usize = 3;

/// Returns the figures that no sum of rows agrees with, from top to bottom. If an amount cannot be read, it is a problem
/// by itself, and no sum of it is compared. Amounts of several currencies have no sum; then there is no currency.
pub(crate) fn differing(people: &RecipientRows, currency: Option<Currency>) -> Vec<DifferingTotal> {
    let own_total = currency.and_then(|currency| person_like_total(&people.rows, currency));
    if people.figures.is_empty() {
        return own_total.into_iter().collect();
    }
    let read = PeopleRead::of(people);
    let is_compared = |figure: &&Figure| figure.kind == TotalKind::Count || currency.is_some();
    let compared = people.figures.iter().filter(is_compared).take(TOTALS_COMPARED_MAX);
    let (agreeing, unlike): (Vec<&Figure>, Vec<&Figure>) = compared.partition(|figure| read.agrees(figure));
    let is_confirmed = agreeing.iter().any(|figure| figure.kind != TotalKind::Count && read.is_whole(figure));
    let agreeing: Vec<u32> = agreeing.iter().map(|figure| figure.row).collect();
    let differing = unlike.into_iter().filter_map(|figure| {
        let sum = read.about(figure)?;
        let differs = !may_be_year(figure, sum, is_confirmed);
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
    differing.extend(own_total.filter(|total| !explained.contains(&total.row)));
    differing.truncate(DIFFERING_TOTALS_MAX);
    differing
}

/// Returns the first or last person if the amount is the sum of all others: perhaps the account of the employer, from which
/// they are paid. What was read is the sum with it.
fn person_like_total(rows: &[SourceRow], currency: Currency) -> Option<DifferingTotal> {
    if rows.len() <= SUMMED_MIN {
        return None;
    }
    let sum = rows.iter().try_fold(Decimal::ZERO, |sum, row| sum.checked_add(amount(row)?))?;
    let is_half = |row: &&SourceRow| {
        amount(row).and_then(|amount| amount.checked_add(amount)) == Some(sum) && !sum.is_zero()
    };
    // Whoever has no account is not paid without a question.
    let has_account = |row: &&SourceRow| row.cells.contains_key(&Field::AccountNumber);
    let ends = [rows.first()?, rows.last()?].into_iter().filter(|row| row.not_to_pay.is_none());
    let person = ends.filter(has_account).find(is_half)?;
    let row = person.origin.number()?;
    Some(DifferingTotal {
        kind: TotalKind::Sum,
        row,
        stated: digits(amount(person)?, TotalKind::Sum, Some(currency)),
        read: digits(sum, TotalKind::Sum, Some(currency)),
        is_short: false,
        is_above: rows.first()?.origin.number() == Some(row),
        rows: vec![row],
    })
}

/// Whether a figure that differs from what was read is probably a year: `Number of staff 2026`. The sum of the people may
/// be confirmed by another total.
fn may_be_year(figure: &Figure, read: Decimal, is_confirmed: bool) -> bool {
    let is_sum = figure.kind != TotalKind::Count;
    match figure.year {
        YearDoubt::None => false,
        YearDoubt::BesideTotal => is_confirmed,
        YearDoubt::Always => is_sum || read < PEOPLE_LIKE_YEARS_MIN,
    }
}

fn digits(value: Decimal, kind: TotalKind, currency: Option<Currency>) -> String {
    let decimals = match kind {
        TotalKind::Count => 0,
        TotalKind::Sum | TotalKind::Words => currency.map_or(0, Currency::decimals),
    };
    format!("{value:.*}", usize::try_from(decimals).unwrap_or(0))
}

/// Some people in their order, from one to before another.
#[derive(Clone, Copy, Debug)]
struct Part {
    from: usize,
    to: usize,
}

/// The people of a file, counted and added up in several ways.
struct PeopleRead<'p> {
    people: &'p RecipientRows,
    /// The number of each person's row, with the amount; none if it cannot be read.
    amounts: Vec<(u32, Option<Decimal>)>,
    sums: Vec<RunningSum>,
    counts: Vec<RunningSum>,
    /// The rows of people who get nothing this month, ascending.
    set_aside: Vec<u32>,
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
        let set_aside = people.skipped.iter().filter(|skipped| skipped.reason == SkipReason::NothingToPay);
        let mut set_aside: Vec<u32> = set_aside.map(|skipped| skipped.row).collect();
        set_aside.sort_unstable();
        Self {
            people,
            set_aside,
            sums: vec![sum(|_| true), sum(is_number), sum(is_shown), sum(is_to_pay)],
            counts: vec![count(|_| true), count(is_paid), count(is_shown), count(is_to_pay)],
            ends,
            amounts,
        }
    }

    fn above(&self, figure: &Figure) -> usize {
        self.amounts.partition_point(|(row, _)| *row < figure.row)
    }

    /// Whether a figure is the sum, or the number, of all people, of those above it, or of sections that it may be about.
    fn agrees(&self, figure: &Figure) -> bool {
        self.is_whole(figure) || self.parts(figure).any(|part| self.may_be_about(figure, part))
    }

    /// Whether a figure is that of all people, or of those above it.
    fn is_whole(&self, figure: &Figure) -> bool {
        let ends = [self.above(figure), self.amounts.len()];
        ends.into_iter().any(|end| end > 0 && self.is_of(figure, Part { from: 0, to: end }))
    }

    /// Returns the people up to another total or heading that a figure is the sum or the number of.
    fn parts(&self, figure: &Figure) -> impl Iterator<Item = Part> {
        let above = self.above(figure);
        let parts = self.ends.iter().map(move |end| Part { from: above.min(*end), to: above.max(*end) });
        parts.filter(move |part| part.from < part.to && self.is_of(figure, *part))
    }

    /// Whether a figure may leave out the people outside of a part: they have figures of their own, and this one is not
    /// about everybody.
    fn may_be_about(&self, figure: &Figure, part: Part) -> bool {
        let is_count = |figure: &Figure| figure.kind == TotalKind::Count;
        let is_like = |other: &&Figure| other.row != figure.row && is_count(other) == is_count(figure);
        let alike: Vec<&Figure> = self.people.figures.iter().filter(is_like).collect();
        let has_alike = |is: &dyn Fn(&Figure) -> bool| alike.iter().any(|other| is(other));
        if part.to <= self.above(figure) {
            let has_own =
                |other: &Figure| self.above(other) == part.from && (other.is_grand || !figure.is_grand);
            return has_alike(&has_own) && !self.is_overall(figure, part);
        }
        !figure.is_grand
            && (part.to == self.amounts.len() || has_alike(&|other| self.above(other) == part.to))
            && (part.from == 0 || has_alike(&|other| self.above(other) < part.from))
    }

    /// Whether a total stands behind the same total of a section, and none is that of all: then this one is meant to be.
    /// Sections may have two totals each.
    fn is_overall(&self, figure: &Figure, part: Part) -> bool {
        let is_second = self.sums_at(part.to).any(|other| other.row < figure.row && self.is_of(other, part));
        figure.kind == TotalKind::Sum
            && is_second
            && self.sums_at(part.to).count() > self.sums_at(part.from).count()
            && !self.sums_at(part.to).any(|other| self.is_whole(other))
    }

    /// Returns the sums that stand behind so many people.
    fn sums_at(&self, people: usize) -> impl Iterator<Item = &Figure> {
        let figures = self.people.figures.iter();
        figures.filter(move |figure| figure.kind == TotalKind::Sum && self.above(figure) == people)
    }

    /// Whether a figure is the sum, or the number, of the people in a part. Some labels are used for both: `Total staff`,
    /// `Control total`.
    fn is_of(&self, figure: &Figure, part: Part) -> bool {
        let rounding = rounding(figure, self.amounts.len());
        let is_alike = |sums: &[RunningSum], value: Decimal, rounding: Decimal| {
            let read = sums.iter().filter_map(|sum| sum.between(part.from, part.to));
            read.into_iter().any(|read| read.saturating_sub(value).abs() <= rounding)
        };
        // People who get nothing this month may be counted as well.
        let without = figure.value.saturating_sub(self.set_aside(figure));
        is_alike(&self.sums, figure.value, rounding)
            || is_alike(&self.counts, figure.value, Decimal::ZERO)
            || (without > Decimal::ZERO && is_alike(&self.counts, without, Decimal::ZERO))
    }

    /// Returns the number of people without an amount above a figure, or of all if nobody is above it.
    fn set_aside(&self, figure: &Figure) -> Decimal {
        let is_above = |row: &u32| *row < figure.row;
        let above = self.set_aside.partition_point(is_above);
        Decimal::from(if self.above(figure) == 0 { self.set_aside.len() } else { above })
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
