//! The column that says of each row whether it is a debit or a credit (`D/C`, `DR`, `CR`), as in files for banks. A debit
//! among credits is the employer's own account, with the total of the file. It is nobody to pay. A journal has it the other
//! way round: there one credit is the total of the debits, and nobody but the user can say who is paid.

use std::{cmp::Ordering, collections::BTreeSet};

use paysheet_domain::{Cell, CellValue, Column as Letters, Field, checks::comparable};
use rust_decimal::Decimal;

use crate::{
    detect::{
        table::{Column, Table},
        words::numbers::number,
    },
    formats::{Grid, GridRow},
};

const DEBITS: [&str; 8] = ["d", "dr", "db", "dt", "deb", "debit", "debits", "debited"];
const CREDITS: [&str; 8] = ["c", "cr", "ct", "crd", "cred", "credit", "credits", "credited"];
/// Words of headings of such a column, in comparable form: `DR CR`, `Debit / Credit Indicator`.
const HEADING_WORDS: [&str; 5] = ["dr", "cr", "drcr", "debit", "credit"];
/// Whole headings of such a column, in comparable form. In `Category C / D` the letters are something else.
const HEADINGS: [&str; 4] = ["d c", "dc", "c d", "cd"];
/// Words of headings that are about something else: `Credit Card / Debit Card`.
const CARDS: [&str; 2] = ["card", "cards"];
/// Length in bytes of the longest sign. Longer texts are no sign, and are not compared.
const SIGN_BYTES_MAX: usize = 12;
/// Number of rows from which their sum is no coincidence.
const SUMMED_MIN: usize = 2;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Debit,
    Credit,
}

/// A column of debits and credits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Debits {
    column: u16,
    header: String,
    nobody: Nobody,
}

/// Which rows of such a column are nobody to pay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Nobody {
    /// Debits.
    Debits,
    /// Perhaps those of these sides, in this order: a question.
    Perhaps(&'static [Side]),
}

impl Debits {
    /// Finds the column of debits and credits of a table; none if the file has only one of them.
    pub fn of(grid: &Grid, table: &Table) -> Option<Self> {
        let rows = grid.rows.get(table.header.map_or(0, |at| at + 1)..)?;
        let mut free = table.columns.iter().filter(|column| column.used.is_none());
        free.find_map(|column| {
            let nobody = Signs::of(column, rows, table)?.nobody()?;
            Some(Self { column: column.at, header: column.header.clone(), nobody })
        })
    }

    /// Whether a row is the debit of the employer.
    pub fn is_of_employer(&self, row: &GridRow) -> bool {
        self.nobody == Nobody::Debits && row.cell(self.column).and_then(side) == Some(Side::Debit)
    }

    /// Returns the sign of a row, with the heading, if it may be the employer's.
    pub fn asked(&self, row: &GridRow) -> Option<Box<Cell>> {
        let Nobody::Perhaps(sides) = self.nobody else { return None };
        let value = row.cell(self.column)?;
        sides.contains(&side(value)?).then(|| {
            let words = format!("{}: {}", self.header, value.text().trim());
            let words = words.trim_start_matches([':', ' ']);
            Box::new(Cell { column: Some(Letters(self.column)), value: CellValue::Text(words.into()) })
        })
    }
}

/// The signs of a column.
#[derive(Debug, Default)]
struct Signs {
    debits: SumOfSide,
    credits: SumOfSide,
    /// Whether the signs are words, or the heading is that of debits and credits. Otherwise they may be grades.
    are_certain: bool,
}

#[derive(Debug, Default)]
struct SumOfSide {
    rows: usize,
    sum: Decimal,
    accounts: BTreeSet<String>,
}

impl SumOfSide {
    fn add(&mut self, row: &GridRow, table: &Table) {
        let cell = |field| table.column_of(field).and_then(|at| row.cell(at));
        self.rows += 1;
        self.sum = self.sum.saturating_add(cell(Field::Amount).and_then(number).unwrap_or_default());
        if self.accounts.len() < SUMMED_MIN {
            self.accounts.extend(cell(Field::AccountNumber).map(|value| value.text().trim().to_owned()));
        }
    }
}

impl Signs {
    /// Counts the signs of a column; none if it has another text, or only one sign.
    fn of(column: &Column, rows: &[GridRow], table: &Table) -> Option<Self> {
        let mut signs = Self::default();
        let mut are_words = true;
        let signed = rows.iter().filter_map(|row| Some((row, row.cell(column.at)?)));
        for (row, value) in signed.filter(|(_, value)| !value.text().trim().is_empty()) {
            match side(value)? {
                Side::Debit => signs.debits.add(row, table),
                Side::Credit => signs.credits.add(row, table),
            }
            are_words &= value.text().trim().len() > 1;
        }
        let has_both = signs.debits.rows > 0 && signs.credits.rows > 0;
        let are_certain = (are_words || is_headed(&column.header)) && !is_of_cards(&column.header);
        has_both.then_some(Self { are_certain, ..signs })
    }

    fn nobody(&self) -> Option<Nobody> {
        let Self { debits, credits, are_certain } = self;
        let is_balanced = debits.sum == credits.sum && !debits.sum.is_zero();
        let is_journal = is_balanced && credits.rows == 1 && debits.rows >= SUMMED_MIN;
        let is_of_employer = is_balanced && debits.rows == 1 && credits.rows >= SUMMED_MIN;
        if is_of_employer {
            return Some(Nobody::Debits);
        }
        if is_journal {
            return Some(Nobody::Perhaps(&[Side::Credit]));
        }
        are_certain.then_some(match debits.rows.cmp(&credits.rows) {
            Ordering::Less if is_balanced || debits.rows == 1 => Nobody::Debits,
            // Each person is paid by a debit of the same account.
            Ordering::Equal if is_balanced && debits.rows >= SUMMED_MIN && debits.accounts.len() == 1 => {
                Nobody::Debits
            }
            Ordering::Equal => Nobody::Perhaps(&[Side::Debit, Side::Credit]),
            Ordering::Less | Ordering::Greater => Nobody::Perhaps(&[Side::Debit]),
        })
    }
}

fn is_headed(header: &str) -> bool {
    let heading = comparable(header);
    HEADINGS.contains(&heading.as_str()) || heading.split(' ').any(|word| HEADING_WORDS.contains(&word))
}

fn is_of_cards(header: &str) -> bool {
    comparable(header).split(' ').any(|word| CARDS.contains(&word))
}

fn side(value: &CellValue) -> Option<Side> {
    let CellValue::Text(text) = value else { return None };
    if text.len() > SIGN_BYTES_MAX {
        return None;
    }
    let sign = comparable(text);
    let is = |signs: &[&str]| signs.contains(&sign.as_str());
    if is(&DEBITS) || text.trim() == "-" {
        Some(Side::Debit)
    } else {
        (is(&CREDITS) || text.trim() == "+").then_some(Side::Credit)
    }
}
