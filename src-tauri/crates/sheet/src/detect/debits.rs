//! The column that says of each row whether it is a debit or a credit (`D/C`, `DR`, `CR`), as in files for banks. A debit
//! among credits is the employer's own account, with the total of the file. It is nobody to pay.

use paysheet_domain::{CellValue, Field, checks::comparable};
use rust_decimal::Decimal;

use super::{
    numbers::number,
    table::{Column, Table},
};
use crate::formats::{Grid, GridRow};

const DEBITS: [&str; 8] = ["d", "dr", "db", "dt", "deb", "debit", "debits", "debited"];
const CREDITS: [&str; 8] = ["c", "cr", "ct", "crd", "cred", "credit", "credits", "credited"];
/// Words of headings of such a column, in comparable form: `D/C`, `DR CR`, `Debit / Credit Indicator`.
const HEADINGS: [&str; 8] = ["d", "c", "dr", "cr", "dc", "drcr", "debit", "credit"];
/// Length in bytes of the longest sign. Longer texts are no sign, and are not compared.
const SIGN_BYTES_MAX: usize = 12;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Debit,
    Credit,
}

/// Returns the column of debits and credits of a table; none if the file has only one of them.
///
/// `D` and `C` may be grades. Below another heading than that of debits and credits they count only if the debits are the
/// total of the credits.
pub(crate) fn column(grid: &Grid, table: &Table) -> Option<u16> {
    let rows = grid.rows.get(table.header.map_or(0, |at| at + 1)..)?;
    let free = table.columns.iter().filter(|column| column.used.is_none());
    free.filter(|column| is_of_sides(column, rows, table)).map(|column| column.at).next()
}

/// Whether a row is a debit.
pub(super) fn is_debit(row: &GridRow, column: u16) -> bool {
    row.cell(column).and_then(side) == Some(Side::Debit)
}

fn is_of_sides(column: &Column, rows: &[GridRow], table: &Table) -> bool {
    let mut has = [false; 2];
    let mut are_words = true;
    for value in rows.iter().filter_map(|row| row.cell(column.at)) {
        let text = value.text().trim();
        if text.is_empty() {
            continue;
        }
        let Some(side) = side(value) else { return false };
        are_words &= text.len() > 1;
        match side {
            Side::Debit => has[0] = true,
            Side::Credit => has[1] = true,
        }
    }
    has == [true; 2] && (are_words || is_headed(&column.header) || is_balanced(column.at, rows, table))
}

fn is_headed(header: &str) -> bool {
    comparable(header).split(' ').any(|word| HEADINGS.contains(&word))
}

/// Whether the debits add up to the credits.
fn is_balanced(column: u16, rows: &[GridRow], table: &Table) -> bool {
    let Some(amount) = table.column_of(Field::Amount) else { return false };
    let sum = |of: Side| {
        let of_side = rows.iter().filter(|row| row.cell(column).and_then(side) == Some(of));
        let amounts = of_side.filter_map(|row| number(row.cell(amount)?));
        amounts.fold(Decimal::ZERO, |sum, amount| sum.saturating_add(amount))
    };
    sum(Side::Debit) == sum(Side::Credit)
}

fn side(value: &CellValue) -> Option<Side> {
    let CellValue::Text(text) = value else { return None };
    if text.len() > SIGN_BYTES_MAX {
        return None;
    }
    let sign = comparable(text);
    let is = |signs: &[&str]| signs.contains(&sign.as_str());
    if is(&DEBITS) { Some(Side::Debit) } else { is(&CREDITS).then_some(Side::Credit) }
}
