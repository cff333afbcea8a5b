//! Recognises secrets that are digits: a card number in any grouping, short codes where they are a whole value, and
//! numbers that may be somebody's card.

use zeroize::Zeroizing;

use crate::decode::fields::REMOVED;

/// Fewest consecutive digits that count as a part of the card number. The issuer's six digits and the last four may
/// stay: receipts print that much (PCI DSS, requirement 3.4).
const CARD_PART_DIGITS_MIN: usize = 7;
/// Digits of a card-like number (ISO/IEC 7812).
const CARD_LIKE_DIGITS: std::ops::RangeInclusive<usize> = 13..=19;
/// First digits of payment cards (ISO/IEC 7812: travel, banking and merchandising).
const CARD_LIKE_STARTS: [char; 5] = ['2', '3', '4', '5', '6'];
/// Characters that connect the parts of an identifier, such as a UUID.
const IN_WORD: [char; 11] = ['-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9'];
/// Line ends and tabs as JSON writes them. Their last character is no letter of the text.
const ESCAPED_SPACES: [&str; 3] = [r"\n", r"\r", r"\t"];
/// Fewest digits at the end of a text that count as a truncated code.
pub(super) const CODE_START_DIGITS_MIN: usize = 2;
/// Characters that people, forms and pages put between the groups of a card number.
const SEPARATORS: [char; 9] = [' ', '-', '.', '_', '+', '/', '\t', '\u{a0}', '\u{202f}'];

/// Returns whether the text contains the card number or a longer part of it.
pub(super) fn has_card_part(text: &str, card: &str) -> bool {
    let mut digits = Zeroizing::new(String::with_capacity(text.len()));
    digits.extend(text.chars().filter(|c| !SEPARATORS.contains(c)));
    let parts = card.as_bytes().windows(CARD_PART_DIGITS_MIN);
    parts.filter_map(|part| str::from_utf8(part).ok()).any(|part| digits.contains(part))
}

/// Returns whether the text contains a short code as a whole value, and not as a part of a word or of another number.
pub(super) fn is_value(text: &str, code: &str) -> bool {
    text.match_indices(code).any(|(start, _)| {
        let (before, from) = text.split_at(start);
        begins_value(before) && from.strip_prefix(code).is_some_and(ends_value)
    })
}

/// Returns whether the text ends with the start of a short code, as a value.
pub(super) fn ends_with_start(text: &str, code: &str) -> bool {
    let mut starts = (CODE_START_DIGITS_MIN..code.len()).filter_map(|length| code.get(..length));
    starts.any(|start| text.strip_suffix(start).is_some_and(begins_value))
}

fn begins_value(before: &str) -> bool {
    !before.ends_with(|c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.'))
}

fn ends_value(after: &str) -> bool {
    let mut chars = after.chars();
    match chars.next() {
        None => true,
        Some('.' | ',') => !chars.next().is_some_and(|c| c.is_ascii_digit()),
        Some(c) => !c.is_alphanumeric() && !matches!(c, '-' | '_'),
    }
}

/// Returns the text without numbers that may be a card's: groups of digits with spaces or dashes between them, valid by
/// Luhn's formula. A number that dashes or nothing connect to a letter, as in a UUID, is a part of another identifier.
pub(super) fn without_card_numbers(text: &str) -> String {
    let mut clean = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find(|c: char| c.is_ascii_digit()) {
        let (between, from) = rest.split_at(start);
        let before = text.strip_suffix(from).unwrap_or_default();
        let number = if continues_word(before) { None } else { card_like_bytes(from) };
        let group = from.find(|c: char| !c.is_ascii_digit()).unwrap_or(from.len());
        let (digits, after) = from.split_at(number.unwrap_or(group));
        clean.push_str(between);
        clean.push_str(if number.is_some() { REMOVED } else { digits });
        rest = after;
    }
    clean.push_str(rest);
    clean
}

/// Returns whether a number after this text continues a word that contains a letter. An escaped line end is no word.
fn continues_word(before: &str) -> bool {
    let word = before.trim_end_matches(IN_WORD);
    word.ends_with(char::is_alphanumeric) && !ESCAPED_SPACES.iter().any(|escape| word.ends_with(escape))
}

/// Returns whether a number before this text is continued by a word that contains a letter.
fn is_continued(after: &str) -> bool {
    after.trim_start_matches(IN_WORD).starts_with(char::is_alphanumeric)
}

/// Returns the length of the longest card-like number at the beginning of the text.
fn card_like_bytes(text: &str) -> Option<usize> {
    if !text.starts_with(CARD_LIKE_STARTS) {
        return None;
    }
    let mut digits = Vec::with_capacity(*CARD_LIKE_DIGITS.end());
    let mut longest = None;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'0'..=b'9' if digits.len() < *CARD_LIKE_DIGITS.end() => digits.push(byte),
            b' ' | b'-' => continue,
            _ => break,
        }
        let after = text.get(at + 1..).unwrap_or_default();
        let is_group = !after.starts_with(|c: char| c.is_ascii_digit()) && !is_continued(after);
        if is_group && CARD_LIKE_DIGITS.contains(&digits.len()) && is_luhn_valid(&digits) {
            longest = Some(at + 1);
        }
    }
    longest
}

/// Returns whether the check digit is right (ISO/IEC 7812-1, annex B).
pub(super) fn is_luhn_valid(digits: &[u8]) -> bool {
    let values = digits.iter().rev().map(|digit| u32::from(digit - b'0'));
    let sum: u32 = values
        .enumerate()
        .map(|(place, value)| if place % 2 == 0 { value } else { value * 2 % 10 + value / 5 })
        .sum();
    sum.is_multiple_of(10)
}
