//! Conversion of values to and from columns. A value that cannot be read back is an error that names the column;
//! nothing is guessed.

use std::str::FromStr;

use jiff::Timestamp;
use paysheet_domain::{Currency, Money, Reference, checks::DecimalConvention};
use sha2::{Digest, Sha256};

use crate::model::error::{LedgerError, Result};

/// Length of a SHA-256 in hexadecimal digits.
const SHA256_HEX_CHARS: usize = 64;

/// Formats a time as RFC 3339 in UTC with milliseconds: texts of equal length, which sort by time.
pub(crate) fn stamp(at: Timestamp) -> String {
    format!("{at:.3}")
}

pub(crate) fn moment(column: &'static str, text: &str) -> Result<Timestamp> {
    text.parse().map_err(|_| LedgerError::Unreadable { column })
}

pub(crate) fn moment_or_none(column: &'static str, text: Option<&str>) -> Result<Option<Timestamp>> {
    text.map(|text| moment(column, text)).transpose()
}

pub(crate) fn count(column: &'static str, value: i64) -> Result<u32> {
    u32::try_from(value).map_err(|_| LedgerError::Unreadable { column })
}

/// Reads a boolean, stored as 0 or 1.
pub(crate) fn truth(column: &'static str, value: i16) -> Result<bool> {
    match value {
        0 => Ok(false),
        1 => Ok(true),
        _ => Err(LedgerError::Unreadable { column }),
    }
}

/// Converts a length to a count of the ledger.
pub(crate) fn counted(length: usize) -> Result<u32> {
    u32::try_from(length).map_err(|_| LedgerError::TooMany)
}

/// Reads a state, a currency or another closed set by the name of its variant.
pub(crate) fn named<T: FromStr>(column: &'static str, text: &str) -> Result<T> {
    text.parse().map_err(|_| LedgerError::Unreadable { column })
}

pub(crate) fn reference(text: &str) -> Result<Reference> {
    Reference::parse(text).ok_or(LedgerError::Unreadable { column: "reference" })
}

pub(crate) fn money(minor: i64, currency: &str) -> Result<Money> {
    Ok(Money::from_minor(minor, named::<Currency>("currency", currency)?))
}

pub(crate) fn convention_text(convention: DecimalConvention) -> &'static str {
    match convention {
        DecimalConvention::Point => "point",
        DecimalConvention::Comma => "comma",
        DecimalConvention::Unsettled => "unsettled",
    }
}

pub(crate) fn convention(text: &str) -> Result<DecimalConvention> {
    match text {
        "point" => Ok(DecimalConvention::Point),
        "comma" => Ok(DecimalConvention::Comma),
        "unsettled" => Ok(DecimalConvention::Unsettled),
        _ => Err(LedgerError::Unreadable { column: "convention" }),
    }
}

/// Reads a stored SHA-256.
pub(crate) fn digest(column: &'static str, text: String) -> Result<String> {
    let is_digest = text.len() == SHA256_HEX_CHARS && text.bytes().all(|b| b.is_ascii_hexdigit());
    if is_digest { Ok(text) } else { Err(LedgerError::Unreadable { column }) }
}

/// Returns the SHA-256 in hexadecimal digits.
pub(crate) fn sha256_hex(bytes: &[u8]) -> String {
    data_encoding::HEXLOWER.encode(&Sha256::digest(bytes))
}

/// Removes from foreign text the one character that PostgreSQL cannot store.
pub(crate) fn without_nul(text: &str) -> String {
    text.replace('\0', "")
}

/// Adds a sum to the total of its currency.
pub(crate) fn add_total(totals: &mut Vec<Money>, sum: Money) -> Result<()> {
    match totals.iter_mut().find(|total| total.currency() == sum.currency()) {
        Some(total) => *total = total.checked_add(sum).map_err(|_| LedgerError::TooMany)?,
        None => totals.push(sum),
    }
    Ok(())
}

/// Returns a pattern that matches the text anywhere, with the special characters of patterns escaped.
pub(crate) fn like_pattern(text: &str) -> String {
    let mut pattern = String::from("%");
    for c in text.trim().to_lowercase().chars() {
        if matches!(c, '%' | '_' | '!') {
            pattern.push('!');
        }
        pattern.push(c);
    }
    pattern.push('%');
    pattern
}
