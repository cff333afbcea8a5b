//! A column behind the amount that is the sum of it and other columns: `Total Payable` behind `Net Pay` and `Arrears`.
//! Perhaps that is what is paid. It is proposed instead of the amount, as a question with the arithmetic. Without the
//! arithmetic, a heading such as `Net Pay After Loan` is a question too.

use paysheet_domain::Field;
use rust_decimal::Decimal;

use super::{hundredths, split};
use crate::{
    detect::{
        header::reordered,
        table::{Column, ColumnRole, ColumnSum, Confidence, SumTerm, Table},
        words::{
            left_to_pay::{self, GROSS_SURE_MAX},
            numbers::{number, numbers_of},
        },
    },
    formats::{Grid, GridRow},
    vocabulary::{HeadingGroup, Meaning, Recognised, normalised, recognise, recognise_misspelt},
};

/// Percentage of rows in which the arithmetic must hold.
const HOLDS_SHARE_MIN: usize = 90;
/// If another column than the amount counts in fewer rows, because only one person has arrears, it must hold in all.
const ROWS_MIN: usize = 2;
/// Number of columns to the left of a sum that are tried as its terms, beside the amount.
const TERMS_TRIED: usize = 6;
/// Number of columns to the right of the amount that are tried as its sum.
const SUMS_TRIED: usize = 10;
/// Number of terms beside the amount.
const TERMS_MAX: usize = 2;
/// The sums of rounded amounts differ by so much, in hundredths.
const ROUNDING_HUNDREDTHS: i64 = 1;
/// Confidence in percent of a proposed sum: always a question.
const PROPOSED_SURE: u8 = 60;

/// Returns in how many rows the arithmetic of a sum holds, and how many have both the amount and the sum.
pub(crate) fn count<'r>(sum: &ColumnSum, rows: impl Iterator<Item = &'r GridRow>) -> (usize, usize) {
    let holds: Vec<bool> = rows.filter_map(|row| holds(sum, row)).collect();
    (holds.iter().filter(|holds| **holds).count(), holds.len())
}

/// Whether the arithmetic holds in one row; none if the amount or the sum is missing. Other empty cells are zero.
fn holds(sum: &ColumnSum, row: &GridRow) -> Option<bool> {
    let number = |at| number(row.cell(at)?);
    let whole = number(sum.column)?;
    let mut made = Decimal::ZERO;
    for (place, term) in sum.terms.iter().enumerate() {
        let value = number(term.column);
        let value = if place == 0 { value? } else { value.unwrap_or_default() };
        made = if term.subtracted { made.checked_sub(value) } else { made.checked_add(value) }?;
    }
    Some(is_alike(whole, made))
}

fn is_alike(one: Decimal, other: Decimal) -> bool {
    let rounding = Decimal::new(ROUNDING_HUNDREDTHS, 2);
    one.checked_sub(other).is_some_and(|difference| difference.abs() <= rounding)
}

/// Proposes the last column that is a sum of the amount and others, instead of the amount. All people count: perhaps
/// only the last one has arrears.
pub(crate) fn propose(grid: &Grid, table: &mut Table) {
    let (Some(header), Some(amount)) = (table.header, table.column_of(Field::Amount)) else { return };
    let left = left_to_pay::columns(table);
    let rows = reordered::in_first_order(grid, header);
    let account = table.column_of(Field::AccountNumber);
    let is_person = |row: &&GridRow| {
        account.is_none_or(|at| row.cell(at).is_some_and(|value| !value.text().trim().is_empty()))
    };
    let people: Vec<&GridRow> = rows.iter().map(AsRef::as_ref).filter(is_person).collect();
    split::ask(table, &people);
    hundredths::doubt(grid, table);
    if later_columns(table, amount).next().is_none() && left.is_empty() {
        return;
    }
    while let Some(sum) = table.column_of(Field::Amount).and_then(|amount| next_sum(table, &people, amount)) {
        for column in &mut table.columns {
            if column.used.is_some_and(|(used, _)| used == ColumnRole::Field(Field::Amount)) {
                column.used = None;
            }
            if column.at == sum.column {
                column.used = Some((ColumnRole::Field(Field::Amount), Confidence::ByHeader(PROPOSED_SURE)));
            }
        }
        table.ambiguous.retain(|(field, _)| *field != Field::Amount);
        table.sum = Some(sum);
    }
    ask_about_left(table, left, &people);
}

/// Makes a question of what is left to pay, unless the arithmetic of a proposed sum shows it already.
fn ask_about_left(table: &mut Table, left: Vec<u16>, people: &[&GridRow]) {
    let Some(amount) = table.column_of(Field::Amount) else { return };
    let amounts = numbers_of(amount, people);
    let is_shown = |column: u16| {
        let is_term = |sum: &ColumnSum| sum.terms.iter().any(|term| term.column == column);
        column == amount || table.sum.as_ref().is_some_and(is_term)
    };
    let differs = |column: &u16| left_to_pay::differs(&amounts, &numbers_of(*column, people));
    let asked: Vec<u16> = left.into_iter().filter(|column| !is_shown(*column)).filter(differs).collect();
    table.ambiguous.extend(asked.into_iter().map(|column| (Field::Amount, column)));
}

/// Returns the first column to the right of the amount that is a sum of it and others.
fn next_sum(table: &Table, rows: &[&GridRow], amount: u16) -> Option<ColumnSum> {
    let numbers = Numbers { amounts: numbers_of(amount, rows), rows };
    later_columns(table, amount).find_map(|column| {
        let wholes = numbers_of(column.at, rows);
        let both = numbers.amounts.iter().zip(&wholes).filter(|(a, b)| a.is_some() && b.is_some()).count();
        let terms = terms_tried(table, column.at, amount, &numbers);
        let terms =
            (both > 0 && !are_answers(&wholes)).then(|| numbers.terms_of(&wholes, &terms)).flatten()?;
        let own = SumTerm { column: amount, subtracted: false };
        let mut terms = terms;
        terms.sort_by_key(|term| term.column);
        terms.insert(0, own);
        Some(ColumnSum { column: column.at, terms })
    })
}

/// Whether a column has only 0 and 1, and both: a flag. What is left of the amounts may be 0 for everybody.
fn are_answers(wholes: &[Option<Decimal>]) -> bool {
    let has = |answer| wholes.iter().flatten().any(|whole| *whole == answer);
    has(Decimal::ZERO)
        && has(Decimal::ONE)
        && wholes.iter().flatten().all(|whole| whole.is_zero() || *whole == Decimal::ONE)
}

/// Returns the columns that may be paid beside the amount.
pub(crate) fn other_amounts(table: &Table) -> Vec<u16> {
    table.columns.iter().filter(|column| may_be_paid(column)).map(|column| column.at).collect()
}

/// Returns the columns to the right of the amount that may be paid instead of it.
fn later_columns(table: &Table, amount: u16) -> impl Iterator<Item = &Column> {
    let later = table.columns.iter().filter(move |column| column.at > amount && may_be_paid(column));
    later.take(SUMS_TRIED)
}

/// Whether a heading may be that of what is paid: an amount, but not the gross pay, or what is left of one. Unknown
/// words do not matter. A word that is the gross pay's only without a wrong letter may be another one: `Pase Total`.
fn may_be_paid(column: &Column) -> bool {
    let is_amount = |found: Recognised| {
        found.meaning == Meaning::Field(Field::Amount) && (found.sure > GROSS_SURE_MAX || found.is_doubtful)
    };
    let is_remainder = || HeadingGroup::Remainder.has(&normalised(&column.header));
    let may_be_amount = || {
        let readings = [recognise_misspelt(&column.header), recognise(&column.header)];
        readings.into_iter().flatten().any(is_amount)
    };
    column.used.is_none() && (may_be_amount() || is_remainder())
}

/// Returns the nearest columns to the left of a sum that have numbers.
fn terms_tried(table: &Table, whole: u16, amount: u16, numbers: &Numbers<'_>) -> Vec<(u16, Vec<Decimal>)> {
    let left = table.columns.iter().rev().filter(|column| column.at < whole && column.at != amount);
    let free = left.filter(|column| column.used.is_none());
    let filled = free.filter_map(|column| {
        let values = numbers_of(column.at, numbers.rows);
        let counts = values.iter().flatten().filter(|value| !value.is_zero()).count();
        (counts > 0).then(|| (column.at, values.into_iter().map(Option::unwrap_or_default).collect()))
    });
    filled.take(TERMS_TRIED).collect()
}

struct Numbers<'r> {
    amounts: Vec<Option<Decimal>>,
    rows: &'r [&'r GridRow],
}

impl Numbers<'_> {
    /// Returns the fewest terms that make the sums of the amounts, and in most rows. None if the amounts alone do.
    fn terms_of(&self, wholes: &[Option<Decimal>], tried: &[(u16, Vec<Decimal>)]) -> Option<Vec<SumTerm>> {
        let differences: Vec<(usize, Decimal)> = wholes
            .iter()
            .zip(&self.amounts)
            .enumerate()
            .filter_map(|(row, (whole, amount))| Some((row, whole.as_ref()?.checked_sub(*amount.as_ref()?)?)))
            .collect();
        let differing = differences.iter().filter(|(_, difference)| !difference.is_zero()).count();
        if differing == 0 {
            return None;
        }
        let misses = if differing < ROWS_MIN { 0 } else { differences.len() * (100 - HOLDS_SHARE_MIN) / 100 };
        combinations(tried.len()).into_iter().find_map(|combination| {
            let term = |(at, subtracted): &(usize, bool)| {
                let (column, values) = tried.get(*at)?;
                Some((SumTerm { column: *column, subtracted: *subtracted }, values))
            };
            let terms: Vec<(SumTerm, &Vec<Decimal>)> = combination.iter().filter_map(term).collect();
            let counts = |(_, values): &(SumTerm, &Vec<Decimal>)| {
                differences
                    .iter()
                    .filter(|(row, _)| values.get(*row).is_some_and(|value| !value.is_zero()))
                    .count()
            };
            let holds = terms.iter().all(|term| counts(term) > 0) && hold(&differences, &terms, misses);
            holds.then(|| terms.into_iter().map(|(term, _)| term).collect())
        })
    }
}

/// Whether the terms make the differences in all rows but so many. Most combinations are refused after a few rows.
fn hold(differences: &[(usize, Decimal)], terms: &[(SumTerm, &Vec<Decimal>)], mut misses: usize) -> bool {
    for (row, difference) in differences {
        let mut values = terms.iter().filter_map(|(term, values)| {
            let value = *values.get(*row)?;
            Some(if term.subtracted { -value } else { value })
        });
        let sum = values.try_fold(Decimal::ZERO, Decimal::checked_add);
        let is_made = sum.is_some_and(|sum| is_alike(*difference, sum));
        if !is_made {
            let Some(left) = misses.checked_sub(1) else { return false };
            misses = left;
        }
    }
    true
}

/// Returns the ways to add or subtract some of so many columns, those with the fewest terms first.
fn combinations(columns: usize) -> Vec<Vec<(usize, bool)>> {
    let mut all: Vec<Vec<(usize, bool)>> = vec![Vec::new()];
    let mut longest = all.clone();
    for _ in 0..TERMS_MAX {
        let longer = longest.iter().flat_map(|shorter| {
            let from = shorter.last().map_or(0, |(at, _)| at + 1);
            (from..columns).flat_map(move |at| {
                [false, true].map(|subtracted| [shorter.as_slice(), &[(at, subtracted)]].concat())
            })
        });
        longest = longer.collect();
        all.extend(longest.iter().cloned());
    }
    all.retain(|combination| !combination.is_empty());
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fewest_terms_are_tried_first() {
        let all = combinations(2);
        let shown: Vec<String> = all
            .iter()
            .map(|terms| {
                terms.iter().map(|(at, minus)| format!("{}{at}", if *minus { "-" } else { "+" })).collect()
            })
            .collect();
        assert_eq!(shown, ["+0", "-0", "+1", "-1", "+0+1", "+0-1", "-0+1", "-0-1"]);
    }
}
