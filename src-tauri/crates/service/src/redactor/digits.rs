//! Removes secrets that are digits: a card number in any grouping, and short codes where they are a whole value.

use secrecy::{ExposeSecret, SecretString};
use zeroize::Zeroizing;

use super::REMOVED;

/// Fewest consecutive digits that count as a part of the card number. The issuer's six digits and the last four may
/// stay: receipts print that much (PCI DSS, requirement 3.4).
const CARD_PART_DIGITS_MIN: usize = 7;
/// Fewest digits at the end of a text that count as a truncated card number: fewer digits are common in any figure.
const CARD_BEGUN_DIGITS_MIN: usize = 4;
/// Most bytes of a card number in a text, separators included.
const CARD_BYTES_MAX: usize = 256;
/// Characters that people, forms and pages put between the groups of a card number.
const SEPARATORS: [&str; 16] = [
    " ", "-", ".", "_", "+", "/", "\t", "\u{a0}", "\u{202f}", "%20", "%2D", "%2d", "&nbsp;", "\\u00a0",
    "\\u00A0", "\\t",
];

/// Returns the text without the card number, and without any longer part of it.
pub(super) fn without_card(text: &str, card: &SecretString) -> String {
    let card: Zeroizing<Vec<u8>> =
        Zeroizing::new(card.expose_secret().bytes().filter(u8::is_ascii_digit).collect());
    let mut clean = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find(|c: char| c.is_ascii_digit()) {
        let (before, from) = rest.split_at(start);
        clean.push_str(before);
        let end = card_part(from, &card);
        // The loop moves on by at least the digit itself.
        let (part, after) = from.split_at(end.unwrap_or(1));
        clean.push_str(if end.is_some() { REMOVED } else { part });
        rest = after;
    }
    clean.push_str(rest);
    clean
}

/// Returns where the longest part of the card number that begins here ends.
fn card_part(text: &str, card: &[u8]) -> Option<usize> {
    let parts = (0..card.len()).filter_map(|start| common(text, card.get(start..)?));
    parts.filter(|(digits, _)| *digits >= CARD_PART_DIGITS_MIN).max().map(|(_, end)| end)
}

/// Counts the digits at the beginning that match those of `card`, and returns where the last of them ends.
fn common(text: &str, card: &[u8]) -> Option<(usize, usize)> {
    let (mut at, mut end) = (0, 0);
    let mut digits = 0;
    for wanted in card {
        at += separators(text.get(at..)?);
        if text.as_bytes().get(at) != Some(wanted) {
            break;
        }
        at += 1;
        (digits, end) = (digits + 1, at);
    }
    Some((digits, end))
}

/// Returns the length of the separators between two groups.
fn separators(text: &str) -> usize {
    let mut at = 0;
    while let Some(separator) =
        SEPARATORS.iter().find(|separator| text.get(at..).is_some_and(|rest| rest.starts_with(**separator)))
    {
        at += separator.len();
    }
    at
}

/// Returns the text without a short code where it is a whole value, and not part of a word or of another number.
pub(super) fn without_value(text: &str, value: &str) -> String {
    let mut clean = String::with_capacity(text.len());
    let mut kept = 0;
    for (start, found) in text.match_indices(value) {
        let end = start + found.len();
        let (before, after) = (text.get(..start).unwrap_or_default(), text.get(end..).unwrap_or_default());
        if begins_value(before) && ends_value(after) {
            clean.push_str(text.get(kept..start).unwrap_or_default());
            clean.push_str(REMOVED);
            kept = end;
        }
    }
    clean.push_str(text.get(kept..).unwrap_or_default());
    clean
}

fn begins_value(before: &str) -> bool {
    let joins = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.');
    !before.ends_with(joins) || ends_with_escape(before, "%", 2) || ends_with_escape(before, "\\u", 4)
}

/// Returns whether the preceding text ends with an escaped character (`%22`, `\u0022`).
fn ends_with_escape(before: &str, mark: &str, digits: usize) -> bool {
    let start = before.len().checked_sub(mark.len() + digits);
    let escape = start.and_then(|start| before.get(start..)).and_then(|end| end.strip_prefix(mark));
    escape.is_some_and(|escape| escape.bytes().all(|b| b.is_ascii_hexdigit()))
}

fn ends_value(after: &str) -> bool {
    let mut chars = after.chars();
    match chars.next() {
        None => true,
        Some('.' | ',') => !chars.next().is_some_and(|c| c.is_ascii_digit()),
        Some(c) => !c.is_alphanumeric() && !matches!(c, '-' | '_'),
    }
}

/// Returns where a short code begins that the end of the text truncates, even after its first digit.
pub(super) fn begun_value(text: &str, value: &str) -> Option<usize> {
    let parts = (1..value.len()).rev().filter_map(|length| text.strip_suffix(value.get(..length)?));
    parts.filter(|before| begins_value(before)).map(str::len).next()
}

/// Returns where the card number begins that the end of the text truncates, in any grouping.
pub(super) fn begun_card(text: &str, card: &SecretString) -> Option<usize> {
    let card: Zeroizing<Vec<u8>> =
        Zeroizing::new(card.expose_secret().bytes().filter(u8::is_ascii_digit).collect());
    // Counts the digits of the card from here to the end of the text.
    let to_the_end = |at: usize| {
        let (digits, end) = common(text.get(at..)?, &card)?;
        let after = text.get(at + end..)?;
        let after = after.get(separators(after)..)?;
        SEPARATORS.iter().any(|separator| separator.starts_with(after)).then_some((at, digits))
    };
    let from = text.ceil_char_boundary(text.len().saturating_sub(CARD_BYTES_MAX));
    let places = text.get(from..)?.match_indices(|c: char| c.is_ascii_digit());
    let mut ends = places.filter_map(|(at, _)| to_the_end(from + at));
    let (at, digits) = ends.find(|(_, digits)| *digits >= CARD_BEGUN_DIGITS_MIN)?;
    // The whole number is removed elsewhere.
    (digits < card.len()).then_some(at)
}
