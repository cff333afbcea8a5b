//! Sealed bytes as lines that can be typed from paper: Crockford's base 32 in groups of four, and at the end of each
//! line a group that checks it. Case, spaces and dashes are ignored, and letters that look like digits are read as
//! those digits.

use std::sync::LazyLock;

use data_encoding::{Encoding, Specification};
use sha2::{Digest, Sha256};

use super::{
    error::BackupError,
    layout::{LINE_SYMBOLS, LINES, SYMBOLS},
    sealed_key::SealedKey,
};

/// Twenty bits: one of a million mistyped lines passes, and the seal still refuses it.
const CHECK_SYMBOLS: usize = 4;
const GROUP_SYMBOLS: usize = 4;
const CHECK_LABEL: &[u8] = b"paysheet backup line\0";
/// Without I, L, O and U, which are mistaken for others.
const ALPHABET: &str = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

static BASE32: LazyLock<Encoding> = LazyLock::new(|| {
    let mut specification = Specification::new();
    specification.symbols.push_str(ALPHABET);
    specification.encoding().unwrap_or(data_encoding::BASE32_NOPAD)
});

/// Returns the lines without their numbers: `ABCD EFGH JKMN PQRS TVWX YZ01`.
pub(super) fn encode(sealed: &SealedKey) -> Vec<String> {
    let symbols = BASE32.encode(&sealed.0);
    (1..).zip(symbols.as_bytes().chunks(LINE_SYMBOLS)).map(|(number, line)| written(number, line)).collect()
}

/// Parses typed lines.
///
/// # Errors
/// `LinesMissing`, `LinesMistyped`, `NewerVersion`, `TooDemanding`.
pub(super) fn decode(typed: &str) -> Result<SealedKey, BackupError> {
    let lines: Vec<Vec<u8>> = typed.lines().map(symbols).filter(|line| !line.is_empty()).collect();
    let all: Vec<u8> = lines.concat();
    // The text was typed without line breaks, or with other line breaks than on the sheet.
    let lines = match lines.len() {
        LINES => lines,
        _ if all.len() == SYMBOLS + LINES * CHECK_SYMBOLS => {
            all.chunks(LINE_SYMBOLS + CHECK_SYMBOLS).map(<[u8]>::to_vec).collect()
        }
        found => return Err(BackupError::LinesMissing { found: found.min(LINES - 1) }),
    };
    let checked: Vec<Option<&[u8]>> = (1..).zip(&lines).map(|(number, line)| read(number, line)).collect();
    let mistyped: Vec<usize> =
        (1..).zip(&checked).filter(|(_, line)| line.is_none()).map(|(number, _)| number).collect();
    if !mistyped.is_empty() {
        return Err(BackupError::LinesMistyped { lines: mistyped });
    }
    let data: Vec<u8> = checked.into_iter().flatten().flatten().copied().collect();
    let bytes = BASE32.decode(&data).map_err(|_| BackupError::Damaged)?;
    SealedKey::parse(bytes.try_into().map_err(|_| BackupError::Damaged)?)
}

fn written(number: usize, line: &[u8]) -> String {
    let all = [line, &check(number, line)].concat();
    let groups: Vec<String> =
        all.chunks(GROUP_SYMBOLS).map(|group| String::from_utf8_lossy(group).into_owned()).collect();
    groups.join(" ")
}

/// Returns the data of a line with a valid check, with or without its number before it.
fn read(number: usize, line: &[u8]) -> Option<&[u8]> {
    let length = LINE_SYMBOLS.min(SYMBOLS - (number - 1) * LINE_SYMBOLS);
    let digits = number.to_string();
    let line = match line.strip_prefix(digits.as_bytes()) {
        Some(rest) if rest.len() == length + CHECK_SYMBOLS => rest,
        Some(_) | None => line,
    };
    let (data, own) = line.split_at_checked(length)?;
    (own == check(number, data)).then_some(data)
}

fn check(number: usize, line: &[u8]) -> [u8; CHECK_SYMBOLS] {
    let number = number.to_string();
    let digest =
        Sha256::new().chain_update(CHECK_LABEL).chain_update(number.as_bytes()).chain_update(line).finalize();
    let symbols = BASE32.encode(&digest);
    let mut check = [0; CHECK_SYMBOLS];
    check.copy_from_slice(&symbols.as_bytes()[..CHECK_SYMBOLS]);
    check
}

/// Returns the symbols of a typed line. A character that cannot be a symbol stays, and fails the check of its line.
fn symbols(line: &str) -> Vec<u8> {
    line.chars().filter(|c| !is_between(*c)).map(symbol).collect()
}

/// Returns whether a character may stand between groups, or after the number of a line.
fn is_between(c: char) -> bool {
    c.is_whitespace()
        || matches!(c, '-' | '\u{2010}'..='\u{2015}' | '.' | ',' | ':' | ')' | '\u{200b}' | '\u{feff}')
}

fn symbol(c: char) -> u8 {
    match c.to_ascii_uppercase() {
        'O' => b'0',
        'I' | 'L' => b'1',
        'U' => b'V',
        other => u8::try_from(other).unwrap_or(b'?'),
    }
}
