//! Forms of amounts beside digits and their signs: words behind them, a colon in place of the point, a letter for a
//! thousand, and groups of two digits.

use std::borrow::Cow;

use rust_decimal::Decimal;

use super::{DecimalConvention, GROUP_DIGITS, Refusal, exact, plain_decimal, to_pay};
use crate::{
    money::{Currency, Money},
    problem::ProblemCode,
};

/// Words behind an amount that say that it is complete, or that the person is credited. In lower case.
const CLOSING_WORDS: [&str; 5] = ["only", "only.", "seulement", "cr", "cr."];
const THOUSAND: i64 = 1_000;
/// Letters for a thousand and a million, in lower case.
pub(super) const MULTIPLES: [(char, i64); 2] = [('k', THOUSAND), ('m', THOUSAND * THOUSAND)];
/// Number of digits of all groups but the last one in Indian grouping: `12,50,000`.
const LAKH_GROUP_DIGITS: usize = 2;
/// Number of decimals behind a colon that stands for the point.
const DECIMALS_BEHIND_COLON: usize = 2;

/// Returns the text without the word behind it that says nothing about the amount: `85,000 only`, `85,000.00 CR`.
pub(super) fn without_closing_word(text: &str) -> &str {
    let ends = text.rfind(|c: char| !(c.is_ascii_alphabetic() || c == '.')).map_or(0, |last| {
        last + text.get(last..).and_then(|rest| rest.chars().next()).map_or(1, char::len_utf8)
    });
    match text.split_at_checked(ends) {
        Some((amount, word)) if CLOSING_WORDS.contains(&word.to_ascii_lowercase().as_str()) => {
            amount.trim_end()
        }
        Some(_) | None => text,
    }
}

/// Returns the text with a point in place of a colon before two decimals, as amounts are typed in Nigeria: `85,000:00`.
/// With fewer digits before it, the text may be a time.
pub(super) fn with_point(text: &str) -> Cow<'_, str> {
    let Some((whole, decimals)) = text.split_once(':') else { return text.into() };
    let count = |text: &str| text.bytes().filter(u8::is_ascii_digit).count();
    let is_amount = decimals.len() == DECIMALS_BEHIND_COLON
        && count(decimals) == DECIMALS_BEHIND_COLON
        && count(whole) >= GROUP_DIGITS
        && !whole.contains('.');
    if is_amount { format!("{whole}.{decimals}").into() } else { text.into() }
}

/// Returns what `85k` most likely means, as plain decimal text. Behind hundredths, the letter is the kobo's:
/// `85,000.00k`.
pub(super) fn in_multiples(digits: &str, multiple: i64, currency: Currency) -> Option<String> {
    let plain = plain_decimal(digits, currency, DecimalConvention::Point).ok()?;
    let is_of_kobo = multiple == THOUSAND
        && currency == Currency::NGN
        && plain.split_once('.').is_some_and(|(_, decimals)| decimals.len() == DECIMALS_BEHIND_COLON);
    let times = if is_of_kobo { 1 } else { multiple };
    let amount = exact(&plain).ok()?.checked_mul(Decimal::from(times))?;
    to_pay(amount, currency).ok().map(Money::digits)
}

/// Returns the refusal of an amount that is not grouped by thousands. Programs from India group by lakhs: `1,27,500`. It
/// may as well be `1,127,500` with a digit missing, so that it is only suggested.
pub(super) fn lakhs(whole: &str, decimals: &str) -> Refusal {
    let are_digits = |group: &str| group.bytes().all(|byte| byte.is_ascii_digit());
    let groups: Vec<&str> = whole.split(',').collect();
    let fits = match groups.as_slice() {
        [first, middle @ .., last] => {
            !middle.is_empty()
                && (1..=LAKH_GROUP_DIGITS).contains(&first.len())
                && !first.starts_with('0')
                && middle.iter().all(|group| group.len() == LAKH_GROUP_DIGITS)
                && last.len() == GROUP_DIGITS
                && groups.iter().all(|group| are_digits(group))
                && are_digits(decimals)
        }
        [_] | [] => false,
    };
    if !fits {
        return ProblemCode::AmountInvalid.into();
    }
    let plain = whole.replace(',', "");
    let suggestion = if decimals.is_empty() { plain } else { format!("{plain}.{decimals}") };
    Refusal { suggestion: Some(suggestion), ..Refusal::from(ProblemCode::AmountAmbiguous) }
}
