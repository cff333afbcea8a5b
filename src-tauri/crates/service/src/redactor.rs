//! Leaves out texts from outside that contain a secret: a service that refuses a request may send it back.
//!
//! Such a text is left out as a whole, because what remained around a secret could still contain a part of it. Each text
//! is decoded in all ways in which services write a value (`spellings`), and the secrets are searched in the results.
//!
//! There are three kinds of secret, because each is recognised differently. A token, a lock or a bank's page is a
//! distinct text. A card number is found in any grouping, and so is every longer part of it. A CVV or a PIN is three or
//! four digits that an amount can contain as well: it counts only as a whole value, and not inside another number.

use std::fmt::Write as _;

use secrecy::{ExposeSecret, SecretString};
use zeroize::Zeroizing;

pub(crate) use pages::{PAGE_FIELDS, pages};

use crate::{
    decode::{
        fields::EXTRA_BYTES_MAX,
        json::{Json, Object},
    },
    evidence::BODY_EXCERPT_BYTES_MAX,
};

mod digits;
mod pages;
mod spellings;
#[cfg(test)]
mod tests;

const MESSAGE_CHARS_MAX: usize = 500;
/// Longest value that is searched. A longer one is not stored anywhere, so it is left out without a search.
const VALUE_BYTES_MAX: usize = EXTRA_BYTES_MAX;
/// Fewest bytes of a truncated secret that count anywhere in a text.
const START_BYTES_MIN: usize = 8;
/// Fewest bytes of a truncated secret that count at the end of a text, where the response may break off.
const START_AT_END_BYTES_MIN: usize = 4;
/// Most bytes at the end of a text that can belong to such a start: its bytes, and an incomplete escape after them.
const END_BYTES_MAX: usize = 24;

/// Replaces a single value that contains a secret.
pub(crate) const REMOVED: &str = "[removed]";
/// Replaces an excerpt or a message that contains a secret.
pub(crate) const OMITTED: &str = "[left out: it contained a secret]";

/// The secrets of one call.
#[derive(Clone)]
pub(crate) struct Redactor<'a> {
    secrets: Vec<&'a str>,
    codes: Vec<&'a str>,
    card: Option<&'a str>,
}

impl<'a> Redactor<'a> {
    pub(crate) fn new(secrets: impl IntoIterator<Item = &'a SecretString>) -> Self {
        Self { secrets: Vec::new(), codes: Vec::new(), card: None }.with_secrets(secrets)
    }

    /// Adds distinct texts: tokens, locks, the bank's pages.
    pub(crate) fn with_secrets(mut self, secrets: impl IntoIterator<Item = &'a SecretString>) -> Self {
        // The token is sent without the spaces around it.
        let secrets = secrets.into_iter().map(|secret| secret.expose_secret().trim());
        self.secrets.extend(secrets.filter(|secret| !secret.is_empty()));
        self
    }

    /// Adds secrets of a few digits, which count where they are a whole value.
    pub(crate) fn with_codes(mut self, codes: impl IntoIterator<Item = &'a SecretString>) -> Self {
        self.codes.extend(codes.into_iter().map(ExposeSecret::expose_secret).filter(|code| !code.is_empty()));
        self
    }

    /// Adds a card number, which is found in any grouping, and so are its longer parts.
    pub(crate) fn with_card(mut self, card: &'a SecretString) -> Self {
        self.card = Some(card.expose_secret());
        self
    }

    /// Returns a value, or [`REMOVED`] if it contains a whole secret.
    pub(crate) fn value(&self, value: &str) -> String {
        let has_secret = value.len() > VALUE_BYTES_MAX
            || spellings::any(value, |text| self.has_secret(text) || self.has_code(text));
        if has_secret { REMOVED.to_owned() } else { value.to_owned() }
    }

    /// Returns whether a figure is no secret, except for secrets of a few digits, which it can contain by chance.
    pub(crate) fn is_figure(&self, figure: &str) -> bool {
        !spellings::any(figure, |text| self.has_secret(text))
    }

    /// Returns a value with all its texts and numbers checked.
    pub(crate) fn json(&self, value: &Json) -> Json {
        value.map(&|text| self.value(text), &|digits| self.number(digits))
    }

    /// Returns an object with all its texts and numbers checked.
    pub(crate) fn object(&self, object: &Object) -> Object {
        object.map(&|text| self.value(text), &|digits| self.number(digits))
    }

    fn number(&self, digits: &str) -> Json {
        let value = self.value(digits);
        if value == digits { Json::Number(value) } else { Json::Text(value) }
    }

    /// Returns a message that can be shown: cut, and without a secret.
    pub(crate) fn message(&self, text: &str) -> String {
        let start = text.char_indices().nth(MESSAGE_CHARS_MAX).and_then(|(end, _)| text.get(..end));
        let message = self.shown(start.unwrap_or(text));
        if start.is_some() && message != OMITTED { message + "…" } else { message }
    }

    /// Returns the beginning of a response that may be incomplete, without a secret.
    pub(crate) fn excerpt(&self, body: &[u8]) -> String {
        let begun = body.get(..BODY_EXCERPT_BYTES_MAX).unwrap_or(body);
        let text = Zeroizing::new(String::from_utf8_lossy(begun).into_owned());
        // A character that was cut in two is not shown, and one that is no UTF-8 is longer than it was.
        let text = text.trim_end_matches(char::REPLACEMENT_CHARACTER);
        self.shown(text.get(..text.floor_char_boundary(BODY_EXCERPT_BYTES_MAX)).unwrap_or_default())
    }

    /// Returns an error with its causes on one line.
    pub(crate) fn chain(&self, error: &dyn std::error::Error) -> String {
        let mut text = error.to_string();
        let mut cause = error.source();
        while let Some(error) = cause {
            // Writing to a string does not fail.
            let _ = write!(text, ": {error}");
            cause = error.source();
        }
        self.message(&text)
    }

    /// Returns a text without card-like numbers, or [`OMITTED`] if it contains a secret or the start of one.
    fn shown(&self, text: &str) -> String {
        let has_secret = spellings::any(text, |text| {
            self.has_secret(text) || self.has_code(text) || self.has_start(text) || pages::has_page(text)
        });
        if has_secret { OMITTED.to_owned() } else { digits::without_card_numbers(text) }
    }

    fn has_secret(&self, text: &str) -> bool {
        self.secrets.iter().any(|secret| text.contains(secret))
            || self.card.is_some_and(|card| digits::has_card_part(text, card))
    }

    fn has_code(&self, text: &str) -> bool {
        self.codes.iter().any(|code| digits::is_value(text, code))
    }

    /// Returns whether the text contains the start of a secret that was truncated. A truncated card number is a part of
    /// the number, and is found as such.
    fn has_start(&self, text: &str) -> bool {
        let end =
            text.get(text.ceil_char_boundary(text.len().saturating_sub(END_BYTES_MAX))..).unwrap_or_default();
        let starts = |text: &str, secret: &str, bytes_min| {
            let start = secret.get(..secret.floor_char_boundary(bytes_min)).unwrap_or(secret);
            text.contains(start)
        };
        self.secrets.iter().any(|secret| {
            starts(text, secret, START_BYTES_MIN) || starts(end, secret, START_AT_END_BYTES_MIN)
        }) || self.codes.iter().any(|code| digits::ends_with_start(text, code))
    }
}
