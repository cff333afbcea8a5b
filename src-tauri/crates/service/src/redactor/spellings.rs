//! Decodes a text in all ways in which services write a value: JSON, forms and addresses, HTML, base64 and hexadecimal
//! digits. Escapes are decoded several times over, since an error message often contains the text of another response.
//!
//! Every escape and every alphabet is decoded wherever it may begin. What was not encoded becomes noise, which does no
//! harm: a secret is only searched in the results.

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

/// Returns whether one of the spellings of a text fits, the text itself included.
pub(super) fn any(text: &str, fits: impl Fn(&str) -> bool) -> bool {
    let mut texts = unescaped(vec![Zeroizing::new(text.as_bytes().to_vec())], LEVELS_MAX);
    let encoded = texts.iter().flat_map(|text| {
        let of = |encoding: Encoding| (0..encoding.period).map(move |first| decoded(text, encoding, first));
        of(BASE64).chain(of(HEX))
    });
    // A whole JSON text may be encoded, in which the secret is escaped.
    texts.extend(unescaped(encoded.collect(), 1));
    texts.iter().any(|text| fits(&Zeroizing::new(String::from_utf8_lossy(text).into_owned())))
}

/// Returns the texts, and what they are without escapes.
fn unescaped(mut texts: Vec<Zeroizing<Vec<u8>>>, levels: usize) -> Vec<Zeroizing<Vec<u8>>> {
    let mut done = 0;
    for _ in 0..levels {
        let next: Vec<_> = texts.iter().skip(done).flat_map(|text| without_escapes(text)).collect();
        done = texts.len();
        for text in next {
            if !texts.contains(&text) {
                texts.push(text);
            }
        }
    }
    texts
}

fn without_escapes(text: &[u8]) -> impl Iterator<Item = Zeroizing<Vec<u8>>> {
    let present = ESCAPES.into_iter().filter(|(mark, _)| text.contains(mark));
    present.map(|(_, escape)| without(text, escape)).filter(move |plain| **plain != text)
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
/// byte separates the runs; line ends inside them are skipped.
fn decoded(text: &[u8], encoding: Encoding, first: usize) -> Zeroizing<Vec<u8>> {
    // No run is shorter than its bytes, so the buffer does not move.
    let mut bytes = Zeroizing::new(Vec::with_capacity(text.len()));
    let (mut skip, mut left, mut left_bits) = (first, 0, 0);
    for byte in text {
        match (encoding.digit)(*byte) {
            Some(_) if skip > 0 => skip -= 1,
            Some(value) => {
                (left, left_bits) = (left << encoding.bits | value, left_bits + encoding.bits);
                if let Some(rest) = left_bits.checked_sub(u8::BITS) {
                    bytes.extend(u8::try_from(left >> rest));
                    (left, left_bits) = (left & ((1 << rest) - 1), rest);
                }
            }
            None if matches!(byte, b'\r' | b'\n') => {}
            None => {
                (skip, left, left_bits) = (first, 0, 0);
                if bytes.last().is_some_and(|last| *last != 0) {
                    bytes.push(0);
                }
            }
        }
    }
    bytes
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
