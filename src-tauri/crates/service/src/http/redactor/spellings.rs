//! Decodes a text in all ways in which services write a value: JSON, forms and addresses, HTML, base64 and hexadecimal
//! digits. Escapes are decoded several times over, since an error message often contains the text of another response.
//!
//! Every escape and every alphabet is decoded wherever it may begin. What was not encoded becomes noise, which does no
//! harm: a secret is only searched in the results.

use std::{cell::Cell, collections::HashSet};

use zeroize::Zeroizing;

/// Most escapes inside each other that are decoded.
const LEVELS_MAX: usize = 3;
/// Longest name or number of an HTML character.
const ENTITY_BYTES_MAX: usize = 10;

/// An alphabet whose digits encode bytes.
#[derive(Clone, Copy)]
struct Encoding {
    digit: fn(u8) -> Option<u32>,
    /// Bits of one digit.
    bits: u32,
    /// Digits after which a byte begins with a digit again.
    period: usize,
}

const BASE64: Encoding = Encoding { digit: base64, bits: 6, period: 4 };
const HEX: Encoding = Encoding { digit: hex, bits: 4, period: 2 };

/// Appends the character whose escape is at the beginning of the text. Returns the length of the escape.
type Unescape = fn(&[u8], &mut Vec<u8>) -> Option<usize>;

/// The escapes, each with a byte that a text without it does not contain.
const ESCAPES: [(u8, Unescape); 4] = [(b'%', percent), (b'+', form), (b'\\', json), (b'&', html)];

type Text = Zeroizing<Vec<u8>>;

/// The bytes that may still be decoded. A response whose texts need more is hostile: each could cost seconds.
#[derive(Debug)]
pub(super) struct Budget(Cell<usize>);

/// The budget does not suffice for a text.
pub(super) struct Exhausted;

impl Budget {
    pub(super) fn new(bytes: usize) -> Self {
        Self(Cell::new(bytes))
    }

    /// Takes the bytes of one pass over a text. No pass returns more bytes than it reads.
    fn take(&self, text: &[u8]) -> Result<(), Exhausted> {
        self.0.set(self.0.get().checked_sub(text.len()).ok_or(Exhausted)?);
        Ok(())
    }

    #[cfg(test)]
    pub(super) fn left(&self) -> usize {
        self.0.get()
    }
}

/// Returns whether one of the spellings of a text fits, the text itself included. Shorter encoded values than
/// `bytes_min` are not decoded.
pub(super) fn any(
    text: &str,
    bytes_min: usize,
    budget: &Budget,
    fits: impl Fn(&str) -> bool,
) -> Result<bool, Exhausted> {
    budget.take(text.as_bytes())?;
    let mut texts = unescaped(vec![Zeroizing::new(text.as_bytes().to_vec())], LEVELS_MAX, budget)?;
    let mut encoded = Vec::new();
    for text in &texts {
        for encoding in [BASE64, HEX] {
            for first in 0..encoding.period {
                budget.take(text)?;
                encoded.push(decoded(text, encoding, first, bytes_min));
            }
        }
    }
    // A whole JSON text may be encoded, in which the secret is escaped.
    texts.extend(unescaped(unique(encoded, &texts), 1, budget)?);
    Ok(texts.iter().any(|text| fits(&Zeroizing::new(String::from_utf8_lossy(text).into_owned()))))
}

/// Returns the texts, and what they are without escapes.
fn unescaped(mut texts: Vec<Text>, levels: usize, budget: &Budget) -> Result<Vec<Text>, Exhausted> {
    let mut done = 0;
    for _ in 0..levels {
        let mut next = Vec::new();
        for text in texts.iter().skip(done) {
            for (_, escape) in ESCAPES.into_iter().filter(|(mark, _)| text.contains(mark)) {
                budget.take(text)?;
                next.push(without(text, escape));
            }
        }
        done = texts.len();
        let next = unique(next, &texts);
        texts.extend(next);
    }
    Ok(texts)
}

/// Returns each new text once that is not among the known ones.
fn unique(mut new: Vec<Text>, known: &[Text]) -> Vec<Text> {
    let known: HashSet<&[u8]> = known.iter().map(|text| text.as_slice()).collect();
    new.sort_unstable_by(|a, b| a.as_slice().cmp(b.as_slice()));
    new.dedup_by(|a, b| a.as_slice() == b.as_slice());
    new.retain(|text| !text.is_empty() && !known.contains(text.as_slice()));
    new
}

fn without(text: &[u8], escape: Unescape) -> Zeroizing<Vec<u8>> {
    // No character is longer than its escape, so the buffer does not move.
    let mut plain = Zeroizing::new(Vec::with_capacity(text.len()));
    let mut rest = text;
    while let Some((first, after)) = rest.split_first() {
        let length = escape(rest, &mut plain);
        if length.is_none() {
            plain.push(*first);
        }
        rest = length.and_then(|length| rest.get(length..)).unwrap_or(after);
    }
    plain
}

/// `%41`, in addresses.
fn percent(text: &[u8], plain: &mut Vec<u8>) -> Option<usize> {
    let [b'%', digits @ ..] = text else { return None };
    plain.push(u8::try_from(number(digits.get(..2)?, 16)?).ok()?);
    Some(3)
}

/// As addresses, with `+` for a space.
fn form(text: &[u8], plain: &mut Vec<u8>) -> Option<usize> {
    if text.first() != Some(&b'+') {
        return percent(text, plain);
    }
    plain.push(b' ');
    Some(1)
}

/// `\"`, `\n` or `\u0041`, in JSON.
fn json(text: &[u8], plain: &mut Vec<u8>) -> Option<usize> {
    let [b'\\', mark, ..] = text else { return None };
    let c = match mark {
        b'n' => '\n',
        b'r' => '\r',
        b't' => '\t',
        b'"' | b'\\' | b'/' => char::from(*mark),
        b'u' => {
            let units = [text, text.get(6..).unwrap_or_default()].into_iter().map_while(unit);
            let c = char::decode_utf16(units).next()?.ok()?;
            push(plain, c);
            return Some(6 * c.len_utf16());
        }
        _ => return None,
    };
    push(plain, c);
    Some(2)
}

/// `&quot;`, `&#65;` or `&#x41;`, in HTML.
fn html(text: &[u8], plain: &mut Vec<u8>) -> Option<usize> {
    let [b'&', after @ ..] = text else { return None };
    let end = after.iter().take(ENTITY_BYTES_MAX + 1).position(|byte| *byte == b';')?;
    let c = match after.get(..end)? {
        b"amp" => '&',
        b"lt" => '<',
        b"gt" => '>',
        b"quot" => '"',
        b"apos" => '\'',
        b"nbsp" => '\u{a0}',
        [b'#', b'x' | b'X', digits @ ..] => char::from_u32(number(digits, 16)?)?,
        [b'#', digits @ ..] => char::from_u32(number(digits, 10)?)?,
        _ => return None,
    };
    push(plain, c);
    Some(end + 2)
}

/// Returns the UTF-16 unit of `\u0041`.
fn unit(text: &[u8]) -> Option<u16> {
    u16::try_from(number(text.strip_prefix(b"\\u")?.get(..4)?, 16)?).ok()
}

fn number(digits: &[u8], radix: u32) -> Option<u32> {
    u32::from_str_radix(str::from_utf8(digits).ok()?, radix).ok()
}

fn push(plain: &mut Vec<u8>, c: char) {
    plain.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
}

/// Returns the bytes that the runs of digits of this alphabet encode, from the digit of this number in each run. A zero
/// byte separates the runs; line ends inside them are skipped, and so are runs of fewer bytes than `bytes_min`.
fn decoded(text: &[u8], encoding: Encoding, first: usize, bytes_min: usize) -> Text {
    // No run is shorter than its bytes, so the buffer does not move.
    let mut bytes = Zeroizing::new(Vec::with_capacity(text.len()));
    let ends_run = |byte: &u8| (encoding.digit)(*byte).is_none() && !matches!(byte, b'\r' | b'\n');
    let digits_min = (bytes_min * 8).div_ceil(encoding.bits as usize);
    let mut runs = text.split(ends_run).peekable();
    while let Some(run) = runs.next() {
        let digits = || run.iter().filter_map(|byte| (encoding.digit)(*byte));
        if run.len() >= digits_min && digits().count() >= digits_min {
            extend_decoded(&mut bytes, digits().skip(first), encoding.bits);
        }
        if runs.peek().is_some() && bytes.last().is_some_and(|last| *last != 0) {
            bytes.push(0);
        }
    }
    bytes
}

fn extend_decoded(bytes: &mut Vec<u8>, digits: impl Iterator<Item = u32>, bits: u32) {
    let (mut left, mut left_bits) = (0, 0);
    for value in digits {
        (left, left_bits) = (left << bits | value, left_bits + bits);
        if let Some(rest) = left_bits.checked_sub(u8::BITS) {
            bytes.extend(u8::try_from(left >> rest));
            (left, left_bits) = (left & ((1 << rest) - 1), rest);
        }
    }
}

/// Returns the value of a base64 digit, in the alphabet of mail or of addresses.
fn base64(byte: u8) -> Option<u32> {
    let value = match byte {
        b'A'..=b'Z' => byte - b'A',
        b'a'..=b'z' => byte - b'a' + 26,
        b'0'..=b'9' => byte - b'0' + 52,
        b'+' | b'-' => 62,
        b'/' | b'_' => 63,
        _ => return None,
    };
    Some(value.into())
}

fn hex(byte: u8) -> Option<u32> {
    char::from(byte).to_digit(16)
}
