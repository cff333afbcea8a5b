//! The numbers of cells, for comparing columns with each other. What is paid is read by the domain's checks.

use std::str::FromStr;

use paysheet_domain::CellValue;
use rust_decimal::Decimal;

use crate::formats::GridRow;

/// Returns the numbers of a column, one for each row.
pub(crate) fn numbers_of(column: u16, rows: &[&GridRow]) -> Vec<Option<Decimal>> {
    rows.iter().map(|row| number(row.cell(column)?)).collect()
}

/// Returns the number of a cell, written with any grouping, as far as it can be told from the cell alone.
pub(crate) fn number(value: &CellValue) -> Option<Decimal> {
    match value {
        CellValue::Number(text) => Decimal::from_str(text).or_else(|_| Decimal::from_scientific(text)).ok(),
        CellValue::Text(text) => number_in(text),
        CellValue::Bool(_)
        | CellValue::Date(_)
        | CellValue::Percent(_)
        | CellValue::Error(_)
        | CellValue::FormulaWithoutValue => None,
    }
}

/// Number of digits behind a point or comma that is a decimal sign.
const DECIMALS_MAX: usize = 2;

fn number_in(text: &str) -> Option<Decimal> {
    let first = text.bytes().position(|byte| byte.is_ascii_digit())?;
    let last = text.bytes().rposition(|byte| byte.is_ascii_digit())?;
    let digits = text.get(first..=last)?;
    if digits.contains(|c: char| !c.is_ascii_digit() && !matches!(c, '.' | ',' | ' ' | '\u{a0}' | '\u{202f}'))
    {
        return None;
    }
    let is_negative = text.get(..first)?.contains(['-', '(']);
    let (whole, decimals) = match digits.rsplit_once(['.', ',']) {
        // No group of thousands follows a zero.
        Some((whole, decimals)) if decimals.len() <= DECIMALS_MAX || whole == "0" => (whole, decimals),
        Some(_) | None => (digits, ""),
    };
    if decimals.contains(|c: char| !c.is_ascii_digit()) {
        return None;
    }
    let written = whole.bytes().chain(decimals.bytes()).filter(u8::is_ascii_digit);
    let exact = written
        .map(|byte| i128::from(byte - b'0'))
        .try_fold(0_i128, |number, digit| number.checked_mul(10)?.checked_add(digit))
        .and_then(|number| {
            Decimal::try_from_i128_with_scale(number, u32::try_from(decimals.len()).ok()?).ok()
        });
    // Of more digits than a number has, the last ones are rounded.
    let rounded = || {
        let whole: String = whole.chars().filter(char::is_ascii_digit).collect();
        Decimal::from_str(&format!("{whole}.{decimals}0")).ok()
    };
    let number = exact.or_else(rounded)?;
    Some(if is_negative { -number } else { number })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_with_any_grouping() {
        for (text, expected) in [
            ("1,250.50", Some("1250.50")),
            ("1.250,5", Some("1250.5")),
            ("1 250", Some("1250")),
            ("0.085", Some("0.085")),
            ("₦1,250,000.00", Some("1250000")),
            ("(20.00)", Some("-20")),
            ("-5", Some("-5")),
            ("1,250", Some("1250")),
            ("12, 5", None),
            ("0.085 000", None),
            ("1234567890123456789012345678.99", Some("1234567890123456789012345679")),
            ("12/11", None),
            ("nil", None),
        ] {
            assert_eq!(number_in(text), expected.map(|number| number.parse().unwrap()), "{text}");
        }
    }
}
