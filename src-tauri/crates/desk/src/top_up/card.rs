//! The content of the card form: texts that are wiped when they are dropped, that are never printed, and that can be
//! deserialised but not serialised.
//!
//! # Only brand and last four digits of a card are stored
//!
//! Only brand and last four digits of a card are stored, enforced by type (`LastFour`) and by column. Number, CVV, PIN
//! and password are `desk::Typed`: wiped when dropped, never printed, only ever deserialized.

use std::fmt;

use paysheet_domain::{CardBrand, LastFour, card};
use paysheet_ledger::CardSeen;
use secrecy::{ExposeSecret as _, SecretString};
use serde::{Deserialize, Deserializer, de};
use zeroize::Zeroizing;

use crate::{
    app_error::{AppError, Setting},
    clock::Clock,
    error::DeskError,
};

const CVV_DIGITS: std::ops::RangeInclusive<usize> = 3..=4;
const PIN_DIGITS: std::ops::RangeInclusive<usize> = 4..=12;
/// Longest one-time password, in characters. Most have four to eight digits, some letters.
const OTP_CHARS_MAX: usize = 64;
/// Longest text of any field of the form, in bytes.
const TYPED_BYTES_MAX: usize = 256;

/// A typed text that is stored nowhere.
pub struct Typed(SecretString);

impl Typed {
    /// Copies a text. The caller wipes the original.
    #[must_use]
    pub fn of(text: &str) -> Self {
        // Allocated at its full length, so that no shorter copy is left behind.
        Self(SecretString::from(text.to_owned()))
    }

    pub(super) fn secret(&self) -> &SecretString {
        &self.0
    }

    fn text(&self) -> &str {
        self.0.expose_secret()
    }

    fn is_digits(&self, count: &std::ops::RangeInclusive<usize>) -> bool {
        count.contains(&self.text().len()) && self.text().bytes().all(|byte| byte.is_ascii_digit())
    }

    /// Returns the text without the spaces and dashes that group digits.
    fn ungrouped(&self) -> Self {
        let is_kept = |c: &char| !matches!(c, ' ' | '-' | '\u{a0}' | '\u{2009}' | '\u{202f}');
        let mut kept = String::with_capacity(self.text().chars().filter(is_kept).map(char::len_utf8).sum());
        kept.extend(self.text().chars().filter(is_kept));
        Self(SecretString::from(kept))
    }
}

struct TypedText;

impl de::Visitor<'_> for TypedText {
    type Value = Typed;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a text")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Typed, E> {
        // The text itself is never part of an error.
        if text.len() > TYPED_BYTES_MAX { Err(E::custom("a text too long")) } else { Ok(Typed::of(text)) }
    }

    fn visit_string<E: de::Error>(self, text: String) -> Result<Typed, E> {
        self.visit_str(&Zeroizing::new(text))
    }
}

impl<'de> Deserialize<'de> for Typed {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(TypedText)
    }
}

/// A card as typed. Read it with [`CardInput::read`] from the bytes of the window's message where those can be had:
/// nothing in between copies them then.
#[derive(Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct CardInput {
    /// Digits, in groups or not.
    #[specta(type = String)]
    pub number: Typed,
    /// Two digits each.
    #[specta(type = String)]
    pub expiry_month: Typed,
    #[specta(type = String)]
    pub expiry_year: Typed,
    #[specta(type = String)]
    pub cvv: Typed,
    /// Where the card's bank asks for it.
    #[specta(type = Option<String>)]
    pub pin: Option<Typed>,
}

/// A one-time password as typed.
#[derive(Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct OtpInput {
    #[specta(type = String)]
    pub otp: Typed,
}

impl CardInput {
    /// Parses a card from JSON bytes. The owner of the bytes wipes them.
    ///
    /// # Errors
    /// `ValueInvalid` with `card_number` if it is no card. The error does not contain the typed text.
    pub fn read(json: &Zeroizing<Vec<u8>>) -> Result<Self, DeskError> {
        serde_json::from_slice(json).map_err(|_| AppError::invalid(Setting::CardNumber).into())
    }

    /// Returns the card with its digits ungrouped, and the part of it that is stored.
    pub(super) fn checked(self, clock: &dyn Clock) -> Result<(Self, CardSeen), DeskError> {
        let invalid = |field| DeskError::from(AppError::invalid(field));
        let number = self.number.ungrouped();
        let digits = number.text();
        card::check_number(digits).map_err(|_| invalid(Setting::CardNumber))?;
        if !card::is_in_date(self.expiry_month.text(), self.expiry_year.text(), clock.now()) {
            return Err(invalid(Setting::CardExpiry));
        }
        if !self.cvv.is_digits(&CVV_DIGITS) {
            return Err(invalid(Setting::CardCvv));
        }
        if self.pin.as_ref().is_some_and(|pin| !pin.is_digits(&PIN_DIGITS)) {
            return Err(invalid(Setting::CardPin));
        }
        let last_four = LastFour::of(digits).ok_or(invalid(Setting::CardNumber))?;
        let seen = CardSeen { brand: CardBrand::of(digits), last_four };
        Ok((Self { number, ..self }, seen))
    }

    pub(super) fn expiry(&self) -> (&str, &str) {
        (self.expiry_month.text(), self.expiry_year.text())
    }
}

impl OtpInput {
    /// Parses a one-time password from JSON bytes.
    ///
    /// # Errors
    /// `ValueInvalid` with `otp`.
    pub fn read(json: &Zeroizing<Vec<u8>>) -> Result<Self, DeskError> {
        serde_json::from_slice(json).map_err(|_| AppError::invalid(Setting::Otp).into())
    }

    pub(super) fn checked(self) -> Result<Typed, DeskError> {
        let otp = self.otp.ungrouped();
        let chars = otp.text().chars().count();
        let fits = (1..=OTP_CHARS_MAX).contains(&chars) && !otp.text().chars().any(char::is_control);
        if fits { Ok(otp) } else { Err(AppError::invalid(Setting::Otp).into()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct At;

    impl Clock for At {
        fn now(&self) -> jiff::Timestamp {
            "2026-11-20T08:30:00Z".parse().unwrap()
        }
    }

    fn card(number: &str, expiry: (&str, &str), cvv: &str, pin: Option<&str>) -> CardInput {
        let (month, year) = expiry;
        let json = serde_json::json!({
            "number": number, "expiryMonth": month, "expiryYear": year, "cvv": cvv, "pin": pin,
        });
        CardInput::read(&Zeroizing::new(serde_json::to_vec(&json).unwrap()))
            .unwrap_or_else(|_| panic!("{number}"))
    }

    #[test]
    fn a_card_is_looked_at_before_anything_is_written_or_sent() {
        let good = ("12", "26");
        for (number, expiry, cvv, pin, expected) in [
            ("4100 0000 0000 0019", good, "123", None, None),
            ("4100\u{2009}0000-00000019", good, "1234", Some("3310"), None),
            ("4100000000000018", good, "123", None, Some(Setting::CardNumber)),
            ("", good, "123", None, Some(Setting::CardNumber)),
            ("4100000000000019", ("10", "26"), "123", None, Some(Setting::CardExpiry)),
            ("4100000000000019", ("13", "26"), "123", None, Some(Setting::CardExpiry)),
            ("4100000000000019", good, "12", None, Some(Setting::CardCvv)),
            ("4100000000000019", good, "12a", None, Some(Setting::CardCvv)),
            ("4100000000000019", good, "123", Some(""), Some(Setting::CardPin)),
            ("4100000000000019", good, "123", Some("12x4"), Some(Setting::CardPin)),
        ] {
            match (card(number, expiry, cvv, pin).checked(&At), expected) {
                (Ok((card, seen)), None) => {
                    assert_eq!((card.number.text(), seen.last_four.as_str()), ("4100000000000019", "0019"));
                    assert_eq!(seen.brand, CardBrand::Visa);
                }
                (Err(DeskError::App(AppError::ValueInvalid { field })), Some(expected)) => {
                    assert_eq!(field, expected);
                }
                (got, expected) => panic!("{number} {cvv}: {} {expected:?}", got.is_ok()),
            }
        }
    }

    #[test]
    fn what_was_typed_is_in_no_error() {
        for json in
            [r#"{"number":"4100000000000019"}"#, r#"{"number":4100000000000019}"#, "4100000000000019", "{"]
        {
            let error = CardInput::read(&Zeroizing::new(json.as_bytes().to_vec())).err().unwrap();
            assert!(!format!("{error}{error:?}").contains("4100"), "{error:?}");
        }
    }
}
