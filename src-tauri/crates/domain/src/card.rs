//! Information in a card number itself: its brand, its usual grouping of digits, and whether its check digit fits.
//! Numbers are passed as borrowed digits and are never stored.

use jiff::{Timestamp, tz::TimeZone};
use serde::{Deserialize, Serialize};
use strum::{Display, EnumIter, EnumString};

/// Number of digits of a card number (ISO/IEC 7812-1).
pub const CARD_DIGITS: std::ops::RangeInclusive<usize> = 12..=19;
/// Maximum number of years until a card expires.
const EXPIRY_YEARS_MAX: i16 = 20;

/// Whose card it is, by the first digits (the schemes' published ranges).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[derive(Serialize, Deserialize, specta::Type, Display, EnumIter, EnumString)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum CardBrand {
    Visa,
    Mastercard,
    Verve,
    AmericanExpress,
    Discover,
    Other,
}

impl CardBrand {
    /// Returns the brand of a complete or partly typed number; `Other` if the digits do not identify one.
    #[must_use]
    pub fn of(digits: &str) -> Self {
        let first = |count: usize| -> Option<u32> { digits.get(..count)?.parse().ok() };
        let within = |count: usize, ranges: &[(u32, u32)]| {
            first(count).is_some_and(|prefix| ranges.iter().any(|(from, to)| (*from..=*to).contains(&prefix)))
        };
        // Verve comes first, because its ranges are inside those of other brands.
        if within(6, &[(506_099, 506_198), (507_865, 507_964), (650_002, 650_027)]) {
            Self::Verve
        } else if within(1, &[(4, 4)]) {
            Self::Visa
        } else if within(2, &[(51, 55)]) || within(4, &[(2_221, 2_720)]) {
            Self::Mastercard
        } else if within(2, &[(34, 34), (37, 37)]) {
            Self::AmericanExpress
        } else if within(4, &[(6_011, 6_011)]) || within(2, &[(65, 65)]) || within(3, &[(644, 649)]) {
            Self::Discover
        } else {
            Self::Other
        }
    }
}

/// Why a number cannot be a card number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CardNumberProblem {
    #[error("a card number has digits only")]
    NotDigits,
    #[error("a card number has 12 to 19 digits")]
    Length,
    /// A digit is wrong, or two digits are swapped.
    #[error("the check digit does not fit")]
    CheckDigit,
}

/// Checks digits without spaces.
///
/// # Errors
/// The reason why they cannot be a card number.
pub fn check_number(digits: &str) -> Result<(), CardNumberProblem> {
    if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(CardNumberProblem::NotDigits);
    }
    if !CARD_DIGITS.contains(&digits.len()) {
        return Err(CardNumberProblem::Length);
    }
    if luhn(digits) { Ok(()) } else { Err(CardNumberProblem::CheckDigit) }
}

/// Checks the check digit of ISO/IEC 7812-1, annex B: from the right, every second digit is doubled, and the digits
/// are summed.
fn luhn(digits: &str) -> bool {
    let doubled = |digit: u32| if digit > 4 { 2 * digit - 9 } else { 2 * digit };
    let digit = |byte: u8| u32::from(byte.wrapping_sub(b'0'));
    let sum: u32 = digits
        .bytes()
        .rev()
        .enumerate()
        .map(|(place, byte)| if place % 2 == 1 { doubled(digit(byte)) } else { digit(byte) })
        .sum();
    sum.is_multiple_of(10)
}

/// The last four digits, the only part of a number that is stored. This type cannot hold more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LastFour(String);

impl LastFour {
    /// Takes them from a whole number, or from four digits; none if there are no four digits.
    #[must_use]
    pub fn of(digits: &str) -> Option<Self> {
        let four = digits.len().checked_sub(4).and_then(|from| digits.get(from..))?;
        four.bytes().all(|byte| byte.is_ascii_digit()).then(|| Self(four.to_owned()))
    }

    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Returns whether a card is still valid at `now`. A card expires at the end of the last day of its month, in the
/// last time zone on earth.
#[must_use]
pub fn is_in_date(month: &str, year: &str, now: Timestamp) -> bool {
    let two = |text: &str| -> Option<i16> {
        let is_two_digits = text.len() == 2 && text.bytes().all(|byte| byte.is_ascii_digit());
        text.parse().ok().filter(|_| is_two_digits)
    };
    let (Some(month), Some(year)) = (two(month), two(year)) else { return false };
    if !(1..=12).contains(&month) {
        return false;
    }
    // The last time zone in which the card's month is still current is twelve hours behind UTC.
    let today = now.checked_sub(jiff::SignedDuration::from_hours(12)).unwrap_or(now).to_zoned(TimeZone::UTC);
    let (year_now, month_now) = (today.year(), i16::from(today.month()));
    let year = year_now - year_now % 100 + year;
    (year, month) >= (year_now, month_now) && year - year_now <= EXPIRY_YEARS_MAX
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_first_digits_tell_the_brand() {
        for (digits, expected) in [
            ("4", CardBrand::Visa),
            ("4111111111111111", CardBrand::Visa),
            ("51", CardBrand::Mastercard),
            ("5555555555554444", CardBrand::Mastercard),
            ("2221", CardBrand::Mastercard),
            ("2720", CardBrand::Mastercard),
            ("2721", CardBrand::Other),
            ("506099", CardBrand::Verve),
            ("5061", CardBrand::Other),
            ("506198", CardBrand::Verve),
            ("650002", CardBrand::Verve),
            ("650001", CardBrand::Discover),
            ("6011", CardBrand::Discover),
            ("37", CardBrand::AmericanExpress),
            ("", CardBrand::Other),
            ("9", CardBrand::Other),
            ("4x", CardBrand::Visa),
            ("\u{e9}\u{e9}", CardBrand::Other),
        ] {
            assert_eq!(CardBrand::of(digits), expected, "{digits}");
        }
    }

    #[test]
    fn a_number_is_looked_at_before_it_goes_anywhere() {
        use CardNumberProblem::{CheckDigit, Length, NotDigits};
        for (digits, expected) in [
            ("4242424242424242", Ok(())),
            ("4242424242424241", Err(CheckDigit)),
            ("4224424242424242", Err(CheckDigit)),
            ("4242 4242 4242 4242", Err(NotDigits)),
            ("", Err(Length)),
            ("42424242426", Err(Length)),
            ("42424242424242424242", Err(Length)),
            ("000000000000", Ok(())),
        ] {
            assert_eq!(check_number(digits), expected, "{digits}");
        }
        for (digits, expected) in [("4242424242421234", Some("1234")), ("123", None), ("42x34", None)] {
            assert_eq!(LastFour::of(digits).as_ref().map(LastFour::as_str), expected);
        }
    }

    #[test]
    fn a_card_is_good_until_its_month_has_ended_everywhere() {
        let at = |text: &str| text.parse::<Timestamp>().expect("a time");
        for (month, year, now, expected) in [
            ("11", "26", "2026-11-20T08:30:00Z", true),
            ("10", "26", "2026-11-20T08:30:00Z", false),
            ("10", "26", "2026-11-01T11:59:00Z", true),
            ("10", "26", "2026-11-01T12:00:00Z", false),
            ("01", "27", "2026-11-20T08:30:00Z", true),
            ("12", "46", "2026-11-20T08:30:00Z", true),
            ("01", "47", "2026-11-20T08:30:00Z", false),
            ("13", "27", "2026-11-20T08:30:00Z", false),
            ("00", "27", "2026-11-20T08:30:00Z", false),
            ("1", "27", "2026-11-20T08:30:00Z", false),
            ("01", "2027", "2026-11-20T08:30:00Z", false),
            ("+1", "27", "2026-11-20T08:30:00Z", false),
        ] {
            assert_eq!(is_in_date(month, year, at(now)), expected, "{month}/{year} at {now}");
        }
    }

    proptest! {
        #[test]
        fn one_wrong_digit_never_passes(digits in "[0-9]{11,18}", place in any::<prop::sample::Index>(), by in 1_u8..10) {
            let check = (b'0'..=b'9').find(|check| luhn(&format!("{digits}{}", char::from(*check))));
            let mut number = digits.into_bytes();
            number.push(check.expect("one fits"));
            prop_assert_eq!(check_number(std::str::from_utf8(&number).expect("digits")), Ok(()));
            let at = place.index(number.len());
            number[at] = b'0' + (number[at] - b'0' + by) % 10;
            prop_assert_eq!(check_number(std::str::from_utf8(&number).expect("digits")), Err(CardNumberProblem::CheckDigit));
        }

        #[test]
        fn anything_typed_is_read(text in ".{0,24}") {
            let _ = (CardBrand::of(&text), check_number(&text), LastFour::of(&text));
            let _ = is_in_date(&text, &text, Timestamp::UNIX_EPOCH);
        }
    }
}
