//! Parses amounts as people and spreadsheets write them, into an exact decimal or a refusal with its reason. Floats
//! are not used, and no digit is dropped. A text that cannot be parsed without guessing is refused.

mod forms;
mod grouping;
mod refusal;

use rust_decimal::{Decimal, RoundingStrategy};

use self::{
    forms::{DECIMALS_BEHIND_COLON, MULTIPLES, THOUSAND, with_point, without_closing_word},
    grouping::plain_decimal,
    refusal::Refusal,
};
use super::{context::DecimalConvention, text};
use crate::{
    money::{AMOUNT_MINOR_MAX, Currency, Money, MoneyError},
    rows::{cell::CellValue, problem::ProblemCode},
};

/// Length in characters of the longest text that is parsed as an amount.
const AMOUNT_CHARS_MAX: usize = 40;

/// Largest power of ten of a number cell with an amount. Beyond it the cell is refused, whatever its digits.
const EXPONENT_MAX: i32 = 40;

/// Maximum number of digits before the decimal sign. Beyond it an amount is too large, whatever its digits.
const WHOLE_DIGITS_MAX: usize = 20;

/// Number of significant digits that spreadsheets compute with and show. What a number cell has beyond them is the noise
/// of binary arithmetic: `19610.190000000002`.
const SIGNIFICANT_DIGITS: u32 = 15;
/// The noise of the largest amount is below this.
const NOISE_MAX: Decimal = Decimal::from_parts(1, 0, 0, false, 6);

/// Currency signs and words as they are written around amounts, without spaces and dots. Of two that overlap, the longer
/// one is first.
pub(crate) const SIGNS: &[(&str, &[Currency])] = &[
    ("FCFA", &[Currency::XOF, Currency::XAF]),
    ("FRANCSCFA", &[Currency::XOF, Currency::XAF]),
    ("FRANCCFA", &[Currency::XOF, Currency::XAF]),
    ("FRSCFA", &[Currency::XOF, Currency::XAF]),
    ("FRS", &[Currency::XOF, Currency::XAF, Currency::RWF]),
    ("FRANCS", &[Currency::XOF, Currency::XAF, Currency::RWF]),
    ("FRANC", &[Currency::XOF, Currency::XAF, Currency::RWF]),
    ("NAIRA", &[Currency::NGN]),
    ("CEDIS", &[Currency::GHS]),
    ("CEDI", &[Currency::GHS]),
    ("RANDS", &[Currency::ZAR]),
    ("RAND", &[Currency::ZAR]),
    ("LEONES", &[Currency::SLL]),
    ("LEONE", &[Currency::SLL]),
    ("SHILLINGS", &[Currency::KES, Currency::TZS, Currency::UGX]),
    ("CFA", &[Currency::XOF, Currency::XAF]),
    ("GH₵", &[Currency::GHS]),
    ("GH¢", &[Currency::GHS]),
    ("GHC", &[Currency::GHS]),
    ("₵", &[Currency::GHS]),
    ("¢", &[Currency::GHS]),
    ("=N=", &[Currency::NGN]),
    ("₦", &[Currency::NGN]),
    ("KSHS", &[Currency::KES]),
    ("KSH", &[Currency::KES]),
    ("TSHS", &[Currency::TZS]),
    ("TSH", &[Currency::TZS]),
    ("USHS", &[Currency::UGX]),
    ("USH", &[Currency::UGX]),
    ("SHS", &[Currency::KES, Currency::TZS, Currency::UGX]),
    ("SH", &[Currency::KES, Currency::TZS, Currency::UGX]),
    ("FRW", &[Currency::RWF]),
    ("RF", &[Currency::RWF]),
    ("LE", &[Currency::SLL]),
    // On keyboards without the naira.
    ("#", &[Currency::NGN]),
    ("N", &[Currency::NGN]),
    ("K", &[Currency::KES]),
    ("R", &[Currency::ZAR]),
    ("F", &[Currency::XOF, Currency::XAF]),
];
/// Endings that mean "and no cents", as in East Africa, and in Nigeria: `N500=`.
pub(crate) const NO_CENTS: [&str; 4] = ["/=", "/-", ".-", "="];

/// Parses a cell as an amount to pay.
pub(crate) fn read(
    value: &CellValue,
    currency: Currency,
    convention: DecimalConvention,
) -> Result<Money, Refusal> {
    match value {
        CellValue::Number(number) => to_pay(decimal_of_number(number)?, currency),
        CellValue::Text(typed) => {
            let text = text::clean(typed).ok_or(ProblemCode::AmountMissing)?;
            read_text(&text, currency, convention)
        }
        CellValue::FormulaWithoutValue => Err(ProblemCode::AmountFormulaWithoutValue.into()),
        CellValue::Bool(_) | CellValue::Date(_) | CellValue::Percent(_) | CellValue::Error(_) => {
            Err(ProblemCode::AmountInvalid.into())
        }
    }
}

/// Returns the amounts that a cell of a list or statement may state, by each way to write decimals: none if it cannot be
/// parsed, two if `1.500` is a text. The caller compares them with the amount that was paid; none of them is ever paid.
#[must_use]
pub fn stated_amounts(value: &CellValue, currency: Currency) -> Vec<Money> {
    let mut amounts = Vec::new();
    for convention in [DecimalConvention::Point, DecimalConvention::Comma] {
        let stated = read(value, currency, convention).map_or_else(|refusal| refusal.amount, Some);
        amounts.extend(stated.filter(|amount| !amounts.contains(amount)));
    }
    amounts
}

/// Parses the text of a number cell, including an exponent, as the decimal that the spreadsheet shows.
fn decimal_of_number(number: &str) -> Result<Decimal, Refusal> {
    exact_of_number(number).map(without_noise)
}

fn without_noise(amount: Decimal) -> Decimal {
    let shown = amount.round_sf_with_strategy(SIGNIFICANT_DIGITS, RoundingStrategy::MidpointAwayFromZero);
    shown.filter(|shown| (*shown - amount).abs() < NOISE_MAX).unwrap_or(amount)
}

fn exact_of_number(number: &str) -> Result<Decimal, Refusal> {
    let Some((mantissa, exponent)) = number.split_once(['e', 'E']) else { return exact(number) };
    let exponent: i32 = exponent.parse().map_err(|_| ProblemCode::AmountInvalid)?;
    if exponent.abs() > EXPONENT_MAX {
        let code = if exponent > 0 { ProblemCode::AmountTooLarge } else { ProblemCode::AmountTooPrecise };
        return Err(code.into());
    }
    exact(&shifted(mantissa, exponent))
}

/// Returns plain decimal text with its point moved by `places`; to the right if positive.
fn shifted(mantissa: &str, places: i32) -> String {
    let (sign, digits) = mantissa.strip_prefix('-').map_or(("", mantissa), |digits| ("-", digits));
    let (whole, decimals) = digits.split_once('.').unwrap_or((digits, ""));
    let distance = usize::try_from(places.unsigned_abs()).unwrap_or(usize::MAX);
    if places > 0 {
        let decimals = format!("{decimals:0<distance$}");
        let (moved, rest) = decimals.split_at_checked(distance).unwrap_or((&decimals, ""));
        return format!("{sign}{whole}{moved}.{rest}");
    }
    let whole = format!("{whole:0>distance$}");
    let (kept, moved) = whole.split_at_checked(whole.len().saturating_sub(distance)).unwrap_or(("", &whole));
    format!("{sign}{kept}.{moved}{decimals}")
}

fn exact(text: &str) -> Result<Decimal, Refusal> {
    let text = text.trim_end_matches('.');
    let digits = text.trim_start_matches(['-', '0']);
    let whole = digits.bytes().take_while(u8::is_ascii_digit).count();
    if whole > WHOLE_DIGITS_MAX {
        return Err(ProblemCode::AmountTooLarge.into());
    }
    Decimal::from_str_exact(text).map_err(|error| match error {
        rust_decimal::Error::ExceedsMaximumPossibleValue
        | rust_decimal::Error::Underflow
        | rust_decimal::Error::ScaleExceedsMaximumPrecision(_) => ProblemCode::AmountTooPrecise.into(),
        rust_decimal::Error::ErrorString(_)
        | rust_decimal::Error::LessThanMinimumPossibleValue
        | rust_decimal::Error::ConversionTo(_) => ProblemCode::AmountInvalid.into(),
    })
}

fn read_text(text: &str, currency: Currency, convention: DecimalConvention) -> Result<Money, Refusal> {
    if text.len() > AMOUNT_CHARS_MAX {
        return Err(ProblemCode::AmountInvalid.into());
    }
    let (negative, rest) = without_minus(without_closing_word(text));
    let Unsigned { digits, multiple } = without_sign(rest, currency)?;
    let (negative_inside, digits) = without_minus(digits);
    let digits = digits.strip_prefix('+').unwrap_or(digits).trim();
    if digits.is_empty() {
        return Err(ProblemCode::AmountMissing.into());
    }
    let digits = with_point(digits);
    let is_negative = negative || negative_inside;
    if let Some(multiple) = multiple {
        return Err(in_multiples(&digits, multiple, currency).filter(|_| !is_negative).map_or_else(
            || ProblemCode::AmountInvalid.into(),
            |meant| Refusal { suggestion: Some(meant), ..Refusal::from(ProblemCode::AmountAmbiguous) },
        ));
    }
    let plain = plain_decimal(&digits, currency, convention)?;
    let amount = exact(&plain)?;
    to_pay(if is_negative { -amount } else { amount }, currency)
}

/// Returns what `85k` most likely means, as plain decimal text. Behind hundredths, the letter is the kobo's:
/// `85,000.00k`.
fn in_multiples(digits: &str, multiple: i64, currency: Currency) -> Option<String> {
    let plain = plain_decimal(digits, currency, DecimalConvention::Point).ok()?;
    let is_of_kobo = multiple == THOUSAND
        && currency == Currency::NGN
        && plain.split_once('.').is_some_and(|(_, decimals)| decimals.len() == DECIMALS_BEHIND_COLON);
    let times = if is_of_kobo { 1 } else { multiple };
    let amount = exact(&plain).ok()?.checked_mul(Decimal::from(times))?;
    to_pay(amount, currency).ok().map(Money::digits)
}

/// Returns whether the text is negative, and the text without its minus. Accountants' forms count as well: `(500)`,
/// `500-`.
fn without_minus(text: &str) -> (bool, &str) {
    let text = text.trim();
    let minus = ['-', '\u{2212}', '\u{2013}'];
    if let Some(inside) = text.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) {
        return (true, inside.trim());
    }
    if let Some(rest) = text.strip_prefix(minus) {
        return (true, rest.trim());
    }
    // The dash at the end of `500/-` and `500.-` is not a minus.
    let ending = text.strip_suffix(minus).filter(|rest| rest.ends_with(|c: char| c.is_ascii_digit()));
    ending.map_or((false, text), |rest| (true, rest.trim()))
}

/// An amount without its currency.
struct Unsigned<'t> {
    digits: &'t str,
    /// What the letter behind the digits may multiply them by: a thousand in `125k`.
    multiple: Option<i64>,
}

/// Returns the text without currency signs or codes; `currency_mixed` if they belong to another currency.
fn without_sign(text: &str, currency: Currency) -> Result<Unsigned<'_>, Refusal> {
    let mut rest = text;
    for ending in NO_CENTS {
        rest = rest.strip_suffix(ending).unwrap_or(rest).trim_end();
    }
    let starts = rest.find(|c: char| c.is_ascii_digit()).unwrap_or(rest.len());
    // `(`, `-` and `.` before the first digit belong to the number.
    let before =
        rest.get(..starts).unwrap_or("").trim_end_matches(['(', '-', '+', '.', ',', '\u{2212}']).trim();
    let ends = rest.rfind(|c: char| c.is_ascii_digit()).map_or(rest.len(), |last| last + 1);
    let after = rest.get(ends..).unwrap_or("").trim_start_matches([')', '-']).trim();
    // `125K` may mean a hundred and twenty-five thousand, or shillings. The user decides.
    let multiple = MULTIPLES.iter().find(|(letter, _)| after.eq_ignore_ascii_case(&letter.to_string()));
    check_sign(before, currency)?;
    if multiple.is_none() {
        check_sign(after, currency)?;
    }
    let core = rest.strip_prefix(before).unwrap_or(rest);
    let core = core.strip_suffix(after).unwrap_or(core);
    // `Ksh.500`: the dot belongs to the sign.
    let dotted = before.is_empty() || !core.starts_with('.');
    let digits = if dotted { core.trim() } else { core.trim_start_matches('.').trim() };
    Ok(Unsigned { digits, multiple: multiple.map(|(_, times)| *times) })
}

fn check_sign(sign: &str, currency: Currency) -> Result<(), Refusal> {
    if sign.is_empty() {
        return Ok(());
    }
    let upper = sign.to_uppercase().replace([' ', '.'], "");
    if let Ok(named) = crate::money::parse_currency(&upper) {
        return if named == currency { Ok(()) } else { Err(ProblemCode::CurrencyMixed.into()) };
    }
    match SIGNS.iter().find(|(known, _)| *known == upper) {
        Some((_, currencies)) if currencies.contains(&currency) => Ok(()),
        Some(_) => Err(ProblemCode::CurrencyMixed.into()),
        None => Err(ProblemCode::AmountInvalid.into()),
    }
}

fn to_pay(amount: Decimal, currency: Currency) -> Result<Money, Refusal> {
    let money = Money::new(amount, currency).map_err(|error| match error {
        MoneyError::TooPrecise(_) => {
            Refusal { suggestion: rounded(amount, currency), ..Refusal::from(ProblemCode::AmountTooPrecise) }
        }
        MoneyError::TooLarge => ProblemCode::AmountTooLarge.into(),
        MoneyError::CurrenciesDiffer(..) | MoneyError::NotANumber => ProblemCode::AmountInvalid.into(),
    })?;
    if !money.is_positive() {
        return Err(Refusal { amount: Some(money), ..Refusal::from(ProblemCode::AmountNotPositive) });
    }
    if money.minor() > AMOUNT_MINOR_MAX {
        return Err(ProblemCode::AmountTooLarge.into());
    }
    Ok(money)
}

/// Rounds to the currency's decimals, with halves away from zero.
fn rounded(amount: Decimal, currency: Currency) -> Option<String> {
    let strategy = RoundingStrategy::MidpointAwayFromZero;
    let money = Money::new(amount.round_dp_with_strategy(currency.decimals(), strategy), currency).ok()?;
    money.is_positive().then(|| money.digits())
}

#[cfg(test)]
mod tests;
