//! Forms of amounts beside digits and their signs: words behind them, a colon in place of the point, and a letter for a
//! thousand.

use std::borrow::Cow;

use super::grouping::GROUP_DIGITS;

/// Words behind an amount that say that it is complete, or that the person is credited. In lower case.
const CLOSING_WORDS: [&str; 5] = ["only", "only.", "seulement", "cr", "cr."];
pub(super) const THOUSAND: i64 = 1_000;
/// Letters for a thousand and a million, in lower case.
pub(super) const MULTIPLES: [(char, i64); 2] = [('k', THOUSAND), ('m', THOUSAND * THOUSAND)];
/// Number of decimals behind a colon that stands for the point.
pub(super) const DECIMALS_BEHIND_COLON: usize = 2;

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
