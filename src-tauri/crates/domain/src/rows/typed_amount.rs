//! Amounts that the user types: the total that confirms a payment, compared digit by digit, and the amount of a charge.

use std::iter;

use serde::Serialize;
use strum::IntoEnumIterator;

use crate::{
    money::{Currency, Money},
    rows::checks::amount::{NO_CENTS, SIGNS},
};

/// How a typed text compares with a total.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, specta::Type)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum TotalComparison {
    Empty,
    /// All digits so far are those of the total.
    Typing,
    Same,
    /// The text names a currency that is not the total's own.
    OtherCurrency,
    NotANumber,
    /// The digits are those of the total; their grouping or the decimal sign is not.
    Grouping,
    /// Number of digits before the decimal sign that are too many.
    MoreDigits {
        count: u32,
    },
    /// Number of digits before the decimal sign that are missing.
    FewerDigits {
        count: u32,
    },
    /// Two neighbouring digits are exchanged; `at` is the place of the first, from 1.
    Swapped {
        at: u32,
    },
    /// The first digit that differs; `at` is its place, from 1.
    Digit {
        at: u32,
        typed: String,
        expected: String,
    },
}

/// Not the sign of the shilling in a total: `125K` means thousands.
const THOUSANDS: &str = "K";
/// The ways of writing an amount: the sign between groups of three digits, and the decimal sign.
const NOTATIONS: [(char, char); 4] = [(',', '.'), (' ', '.'), (' ', ','), ('.', ',')];
/// Number of digits between two grouping signs.
const GROUP_DIGITS: usize = 3;
/// Number of digits in a row after which a point or comma can only be the decimal sign.
const UNGROUPED_DIGITS: usize = 4;

/// Compares a typed text with a total. A currency sign, grouping and decimals that are all zero may be written or
/// omitted.
#[must_use]
pub fn compare_total(typed: &str, total: Money) -> TotalComparison {
    if typed.trim().is_empty() {
        return TotalComparison::Empty;
    }
    let Some(text) = without_sign(typed, total.currency()) else { return TotalComparison::OtherCurrency };
    let amount = amount_in(&text, total.currency());
    if amount == Some(total) {
        return TotalComparison::Same;
    }
    let digits: String = text.chars().filter(|c| !is_separator(*c)).collect();
    if digits.is_empty() {
        return TotalComparison::Typing;
    }
    if !digits.bytes().all(|b| b.is_ascii_digit()) {
        return TotalComparison::NotANumber;
    }
    let shown = total.digits();
    let whole = whole_part(&shown);
    let expected = shown.replace('.', "");
    if digits == expected || digits == whole {
        let ends_open = text.ends_with([',', '.']);
        return if ends_open { TotalComparison::Typing } else { TotalComparison::Grouping };
    }
    let typed_whole = amount.map(Money::digits).map_or(0, |typed| whole_part(&typed).len());
    if amount.is_some() && has_decimals(&text) && typed_whole < whole.len() {
        return TotalComparison::FewerDigits { count: difference(whole.len(), typed_whole) };
    }
    if expected.starts_with(&digits) {
        return TotalComparison::Typing;
    }
    if typed_whole > whole.len() {
        return TotalComparison::MoreDigits { count: difference(typed_whole, whole.len()) };
    }
    if digits.len() > expected.len() {
        return TotalComparison::MoreDigits { count: difference(digits.len(), expected.len()) };
    }
    first_difference(&digits, &expected)
}

/// Parses an amount to charge: more than nothing, with at most the currency's decimals after a point and, before it,
/// commas between thousands or none. `None` if the text is anything else: `5.000` may mean five thousand.
#[must_use]
pub fn parse_amount(typed: &str, currency: Currency) -> Option<Money> {
    let text = typed.trim();
    let (whole, decimals) = text.split_once('.').map_or((text, None), |(whole, rest)| (whole, Some(rest)));
    let mut plain = ungrouped(whole, ',')?;
    if let Some(decimals) = decimals {
        let limit = usize::try_from(currency.decimals()).unwrap_or(0);
        let is_fraction =
            (1..=limit).contains(&decimals.len()) && decimals.bytes().all(|b| b.is_ascii_digit());
        if !is_fraction {
            return None;
        }
        plain = format!("{plain}.{decimals}");
    }
    Money::parse(&plain, currency).ok().filter(|amount| amount.minor() > 0)
}

/// Removes the currency's code or sign from either end, and unifies spaces. `None` if another currency's code is in the
/// text.
fn without_sign(typed: &str, currency: Currency) -> Option<String> {
    let text: String = typed.chars().map(|c| if is_space(c) { ' ' } else { c }).collect();
    let upper = text.to_uppercase();
    if Currency::iter().any(|other| other != currency && upper.contains(&other.to_string())) {
        return None;
    }
    let mut rest = text.trim();
    for ending in NO_CENTS {
        rest = rest.strip_suffix(ending).unwrap_or(rest).trim_end();
    }
    let code: &str = currency.into();
    let signs = SIGNS.iter().filter(|(sign, of)| of.contains(&currency) && *sign != THOUSANDS);
    let mut signs = iter::once(code).chain(signs.map(|(sign, _)| *sign));
    let core = signs.find_map(|sign| without(rest, sign)).unwrap_or(rest);
    Some(core.trim().to_owned())
}

/// Removes the sign from the beginning or the end; `None` if it is at neither.
fn without<'a>(text: &'a str, sign: &str) -> Option<&'a str> {
    let start = text.split_at_checked(sign.len()).filter(|(start, _)| start.eq_ignore_ascii_case(sign));
    let end = || text.split_at_checked(text.len().checked_sub(sign.len())?);
    let end = || end().filter(|(_, end)| end.eq_ignore_ascii_case(sign));
    start.map(|(_, rest)| rest).or_else(|| end().map(|(rest, _)| rest))
}

/// Parses an amount with or without grouping. `None` if it is not clear: groups have three digits, and decimals are
/// those of the currency or none.
fn amount_in(text: &str, currency: Currency) -> Option<Money> {
    NOTATIONS.iter().find_map(|(group, point)| {
        let (whole, decimals) = match text.split_once(*point) {
            Some((whole, decimals)) => (whole, Some(decimals)),
            None => (text, None),
        };
        let digits = ungrouped(whole, *group)?;
        let Some(decimals) = decimals else { return Money::parse(&digits, currency).ok() };
        let are_digits = decimals.bytes().all(|b| b.is_ascii_digit()) && !decimals.is_empty();
        let as_currency = u32::try_from(decimals.len()) == Ok(currency.decimals());
        (are_digits && as_currency).then(|| Money::parse(&format!("{digits}.{decimals}"), currency).ok())?
    })
}

/// Returns the digits without grouping signs, if every group but the first has three of them.
fn ungrouped(whole: &str, group: char) -> Option<String> {
    let groups: Vec<&str> = whole.split(group).collect();
    let (first, rest) = groups.split_first()?;
    let is_grouped = rest.is_empty()
        || (1..=GROUP_DIGITS).contains(&first.len()) && rest.iter().all(|part| part.len() == GROUP_DIGITS);
    let digits = groups.concat();
    (is_grouped && !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())).then_some(digits)
}

/// Whether the last point or comma can only be the decimal sign: it follows four digits in a row, or a group of three
/// after another sign. The first comma that is typed may group.
fn has_decimals(text: &str) -> bool {
    let Some((before, decimals)) = text.rsplit_once([',', '.']) else { return false };
    let Some(point) = text[before.len()..].chars().next() else { return false };
    if decimals.is_empty() || !decimals.bytes().all(|b| b.is_ascii_digit()) {
        return false;
    }
    let digits = before.bytes().rev().take_while(u8::is_ascii_digit).count();
    let sign = before[..before.len() - digits].chars().next_back();
    digits >= UNGROUPED_DIGITS
        || digits == GROUP_DIGITS && sign.is_some_and(|sign| is_separator(sign) && sign != point)
}

fn first_difference(typed: &str, expected: &str) -> TotalComparison {
    let same = typed.bytes().zip(expected.bytes()).take_while(|(a, b)| a == b).count();
    let at = u32::try_from(same).unwrap_or(u32::MAX).saturating_add(1);
    let (typed, expected) = (&typed[same..], &expected[same..]);
    let digit = |text: &str, at: usize| text.get(at..=at).unwrap_or_default().to_owned();
    let is_swapped = typed.len() > 1
        && digit(typed, 0) != digit(typed, 1)
        && digit(typed, 0) == digit(expected, 1)
        && digit(typed, 1) == digit(expected, 0)
        && typed.get(2..) == expected.get(2..);
    if is_swapped {
        return TotalComparison::Swapped { at };
    }
    TotalComparison::Digit { at, typed: digit(typed, 0), expected: digit(expected, 0) }
}

fn whole_part(digits: &str) -> &str {
    digits.split('.').next().unwrap_or_default()
}

fn difference(more: usize, fewer: usize) -> u32 {
    u32::try_from(more.saturating_sub(fewer)).unwrap_or(u32::MAX)
}

/// Spaces and apostrophes, which group digits in some countries.
fn is_space(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\'' | '\u{2019}')
}

fn is_separator(c: char) -> bool {
    matches!(c, ' ' | ',' | '.')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{TotalComparison as T, *};

    fn digit(at: u32, typed: &str, expected: &str) -> T {
        T::Digit { at, typed: typed.to_owned(), expected: expected.to_owned() }
    }

    fn compare(typed: &str, total: &str, currency: Currency) -> T {
        compare_total(typed, Money::parse(total, currency).unwrap())
    }

    #[test]
    fn a_typed_total_is_compared_digit_by_digit() {
        let total = "45120300.00";
        for (typed, expected) in [
            // With and without grouping, sign and spaces.
            ("45120300.00", T::Same),
            ("45,120,300.00", T::Same),
            ("45 120 300.00", T::Same),
            ("45'120'300.00", T::Same),
            ("45\u{202f}120\u{202f}300,00", T::Same),
            ("45.120.300,00", T::Same),
            ("₦45,120,300.00", T::Same),
            ("₦ 45,120,300.00 ", T::Same),
            ("ngn 45,120,300.00", T::Same),
            ("45,120,300.00 NGN", T::Same),
            // No decimals typed means none.
            ("45,120,300", T::Same),
            // On the way there.
            ("", T::Empty),
            ("  ", T::Empty),
            ("₦", T::Typing),
            ("45,1", T::Typing),
            ("45,120,300.", T::Typing),
            ("45,120,300.0", T::Typing),
            // Not the total.
            ("45,210,300.00", T::Swapped { at: 3 }),
            ("45,120,400.00", digit(6, "4", "3")),
            ("45,120,300.01", digit(10, "1", "0")),
            ("45120300.001", T::MoreDigits { count: 1 }),
            ("451,203,000.00", T::MoreDigits { count: 1 }),
            ("4,512,030.00", T::FewerDigits { count: 1 }),
            ("45,12,0300.00", T::Grouping),
            ("4512030000", T::Grouping),
            ("4512030,0.00", T::Grouping),
            ("451203,00", T::Grouping),
            ("451203,01", T::FewerDigits { count: 2 }),
            ("KES 45,120,300.00", T::OtherCurrency),
            ("45 million", T::NotANumber),
            ("-45,120,300.00", T::NotANumber),
            ("\u{2212}45,120,300.00", T::NotANumber),
            ("(45120300.00)", T::NotANumber),
            ("4.51203e7", T::NotANumber),
            ("٤٥١٢٠٣٠٠", T::NotANumber),
        ] {
            assert_eq!(compare(typed, total, Currency::NGN), expected, "{typed}");
        }
    }

    #[test]
    fn each_currency_has_its_decimals_and_signs() {
        for (typed, total, currency, expected) in [
            ("45120300", "45120300.50", Currency::NGN, T::Grouping),
            ("45120300.50", "45120300.50", Currency::NGN, T::Same),
            ("KSh 2,318,400.00", "2318400.00", Currency::KES, T::Same),
            ("2,318,400/=", "2318400.00", Currency::KES, T::Same),
            ("Kshs 2,318,400/-", "2318400.00", Currency::KES, T::Same),
            ("125K", "125.00", Currency::KES, T::NotANumber),
            ("#125", "125.00", Currency::NGN, T::Same),
            ("125 naira", "125.00", Currency::NGN, T::Same),
            ("125 naira", "125.00", Currency::GHS, T::NotANumber),
            ("#125", "125.00", Currency::GHS, T::NotANumber),
            ("1,200,000", "1200000", Currency::UGX, T::Same),
            ("1.200.000", "1200000", Currency::UGX, T::Same),
            ("1200000.00", "1200000", Currency::UGX, T::MoreDigits { count: 2 }),
            ("1 200 000 FCFA", "1200000", Currency::XOF, T::Same),
            ("gh₵ 7.00", "7.00", Currency::GHS, T::Same),
            ("007.00", "7.00", Currency::GHS, T::Same),
            // Beyond what a float tells apart.
            ("90071992547409.93", "90071992547409.93", Currency::NGN, T::Same),
            ("90071992547409.92", "90071992547409.93", Currency::NGN, digit(16, "2", "3")),
        ] {
            assert_eq!(compare(typed, total, currency), expected, "{typed} {currency}");
        }
    }

    #[test]
    fn the_amount_of_a_charge_has_a_decimal_point_or_none() {
        for (typed, currency, expected) in [
            ("1500", Currency::NGN, Some("1500.00")),
            (" 1,500.5 ", Currency::NGN, Some("1500.50")),
            ("1,234,567.89", Currency::NGN, Some("1234567.89")),
            ("1500", Currency::UGX, Some("1500")),
            ("1500.0", Currency::UGX, None),
            ("15.000", Currency::UGX, None),
            ("1.500", Currency::NGN, None),
            ("5.000", Currency::XOF, None),
            ("1500.5", Currency::UGX, None),
            ("15.001", Currency::NGN, None),
            ("1,50", Currency::NGN, None),
            ("1.500,00", Currency::NGN, None),
            ("1500.", Currency::NGN, None),
            (".5", Currency::NGN, None),
            ("0.00", Currency::NGN, None),
            ("-5", Currency::NGN, None),
            ("", Currency::NGN, None),
        ] {
            let parsed = parse_amount(typed, currency).map(Money::digits);
            assert_eq!(parsed.as_deref(), expected, "{typed} {currency}");
        }
    }

    proptest! {
        #[test]
        fn no_text_is_unreadable(typed in "\\PC{0,24}", minor in 0..=i64::MAX) {
            for currency in Currency::iter() {
                let _ = compare_total(&typed, Money::from_minor(minor, currency));
            }
        }

        #[test]
        fn only_the_total_itself_is_the_same(a in 0..=10_000_000_i64, b in 0..=10_000_000_i64) {
            for currency in Currency::iter() {
                let (a, b) = (Money::from_minor(a, currency), Money::from_minor(b, currency));
                prop_assert_eq!(compare_total(&a.digits(), b) == TotalComparison::Same, a == b);
            }
        }
    }
}
