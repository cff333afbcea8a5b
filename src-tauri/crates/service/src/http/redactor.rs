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
        envelope::Extent,
        fields::{EXTRA_BYTES_MAX, REMOVED},
        json::{Json, Object},
    },
    http::{
        evidence::BODY_EXCERPT_BYTES_MAX,
        redactor::spellings::{Budget, Exhausted},
    },
};

mod digits;
mod pages;
mod spellings;
#[cfg(test)]
mod tests;

const MESSAGE_CHARS_MAX: usize = 500;
/// Longest value that is searched. A longer one is not stored anywhere, so it is left out without a search.
const VALUE_BYTES_MAX: usize = EXTRA_BYTES_MAX;
/// Most bytes that are decoded to search all values of one response.
const VALUES_DECODED_BYTES_MAX: usize = 4 * 1024 * 1024;
/// Most bytes that are decoded to search one excerpt or message, which is short itself.
const TEXT_DECODED_BYTES_MAX: usize = 1024 * 1024;
/// Fewest bytes of a truncated secret that count anywhere in a text.
const START_BYTES_MIN: usize = 8;
/// Fewest bytes of a truncated secret that count at the end of a text that was cut.
const START_AT_END_BYTES_MIN: usize = 4;
/// Most bytes at the end of a text that can belong to such a start: its bytes, and an incomplete escape after them.
const END_BYTES_MAX: usize = 24;

/// Replaces an excerpt or a message that contains a secret.
pub(crate) const OMITTED: &str = "[left out: it contained a secret]";
/// Replaces a text that needs more work to be checked than a response may cost.
pub(crate) const UNCHECKED: &str = "[left out: too long to be checked]";

/// A distinct text.
#[derive(Clone)]
struct Secret<'a> {
    text: &'a str,
    /// Its bytes from which a truncated start is counted: a host's name is no secret.
    counted_from: usize,
}

impl Secret<'_> {
    /// Returns the shortest start that has this many counted bytes, or the whole secret if there is none.
    fn start(&self, bytes_min: usize) -> &str {
        let end = match self.counted_from {
            0 => bytes_min,
            host => bytes_min.max(host + START_AT_END_BYTES_MIN),
        };
        self.text.get(..self.text.floor_char_boundary(end)).unwrap_or(self.text)
    }
}

/// The secrets of one call.
#[derive(Clone)]
pub(crate) struct Redactor<'a> {
    secrets: Vec<Secret<'a>>,
    codes: Vec<&'a str>,
    card: Option<&'a str>,
}

impl<'a> Redactor<'a> {
    pub(crate) fn new(secrets: impl IntoIterator<Item = &'a SecretString>) -> Self {
        Self { secrets: Vec::new(), codes: Vec::new(), card: None }.with_secrets(secrets)
    }

    /// Adds distinct texts: tokens and locks.
    pub(crate) fn with_secrets(mut self, secrets: impl IntoIterator<Item = &'a SecretString>) -> Self {
        // The token is sent without the spaces around it.
        let secrets = secrets.into_iter().map(|secret| secret.expose_secret().trim());
        let secrets = secrets.map(|text| Secret { text, counted_from: 0 });
        self.secrets.extend(secrets.filter(|secret| !secret.text.is_empty()));
        self
    }

    /// Adds the bank's pages.
    pub(crate) fn with_pages(mut self, pages: &'a [SecretString]) -> Self {
        let pages = pages.iter().map(|page| page.expose_secret());
        self.secrets.extend(pages.map(|text| Secret { text, counted_from: pages::host_bytes(text) }));
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

    /// Returns a value, [`REMOVED`] if it contains a whole secret, or [`UNCHECKED`].
    pub(crate) fn value(&self, value: &str) -> String {
        self.value_within(value, &Budget::new(VALUES_DECODED_BYTES_MAX))
    }

    fn value_within(&self, value: &str, budget: &Budget) -> String {
        if value.len() > VALUE_BYTES_MAX {
            return UNCHECKED.to_owned();
        }
        let fits = |text: &str| self.has_secret(text) || self.has_code(text);
        match spellings::any(value, self.encoded_bytes_min(), budget, fits) {
            Ok(false) => value.to_owned(),
            Ok(true) => REMOVED.to_owned(),
            Err(Exhausted) => UNCHECKED.to_owned(),
        }
    }

    /// Returns the length of the shortest text that is recognised as a secret or as the start of one.
    fn encoded_bytes_min(&self) -> usize {
        let starts = self.secrets.iter().map(|secret| secret.start(START_AT_END_BYTES_MIN).len());
        let codes = self.codes.iter().map(|code| code.len().min(digits::CODE_START_DIGITS_MIN));
        starts.chain(codes).min().unwrap_or(START_AT_END_BYTES_MIN).min(START_AT_END_BYTES_MIN)
    }

    /// Returns whether a figure is no secret, except for secrets of a few digits, which it can contain by chance.
    pub(crate) fn is_figure(&self, figure: &str) -> bool {
        let budget = Budget::new(TEXT_DECODED_BYTES_MAX);
        let has_secret =
            spellings::any(figure, self.encoded_bytes_min(), &budget, |text| self.has_secret(text));
        has_secret.is_ok_and(|has_secret| !has_secret)
    }

    /// Returns a value with all its texts and numbers checked.
    pub(crate) fn json(&self, value: &Json) -> Json {
        self.json_within(value, &Budget::new(VALUES_DECODED_BYTES_MAX))
    }

    /// Returns the objects of one response with all their texts and numbers checked.
    pub(crate) fn objects(&self, objects: &[Object]) -> Vec<Object> {
        let budget = Budget::new(VALUES_DECODED_BYTES_MAX);
        let cleaned = |object: &Object| {
            object.map(&|text| self.text(text, &budget), &|digits| self.number(digits, &budget))
        };
        objects.iter().map(cleaned).collect()
    }

    fn json_within(&self, value: &Json, budget: &Budget) -> Json {
        value.map(&|text| self.text(text, budget), &|digits| self.number(digits, budget))
    }

    /// Checks a text. If it is the JSON text of members, only those with a secret are removed.
    fn text(&self, text: &str, budget: &Budget) -> String {
        let Some(inside @ (Json::Object(_) | Json::Array(_))) = Json::read(text.as_bytes()) else {
            return self.value_within(text, budget);
        };
        let clean = self.json_within(&inside, budget);
        if clean == inside {
            return text.to_owned();
        }
        serde_json::to_string(&clean).unwrap_or_else(|_| REMOVED.to_owned())
    }

    fn number(&self, digits: &str, budget: &Budget) -> Json {
        let value = self.value_within(digits, budget);
        if value == digits { Json::Number(value) } else { Json::Text(value) }
    }

    /// Returns a message that can be shown: cut, and without a secret.
    pub(crate) fn message(&self, text: &str, extent: Extent) -> String {
        let start = text.char_indices().nth(MESSAGE_CHARS_MAX).and_then(|(end, _)| text.get(..end));
        let message = match start {
            Some(start) => self.shown(start, Extent::Cut),
            None => self.shown(text, extent),
        };
        let is_cut = start.is_some() && ![OMITTED, UNCHECKED].contains(&message.as_str());
        if is_cut { message + "…" } else { message }
    }

    /// Returns the beginning of a response that may be incomplete, without a secret.
    pub(crate) fn excerpt(&self, body: &[u8]) -> String {
        let begun = body.get(..BODY_EXCERPT_BYTES_MAX).unwrap_or(body);
        let text = Zeroizing::new(String::from_utf8_lossy(begun).into_owned());
        // A character that was cut in two is not shown, and one that is no UTF-8 is longer than it was.
        let text = text.trim_end_matches(char::REPLACEMENT_CHARACTER);
        let text = text.get(..text.floor_char_boundary(BODY_EXCERPT_BYTES_MAX)).unwrap_or_default();
        let is_whole = text.len() == body.len() && Extent::of(body) == Extent::Whole;
        self.shown(text, if is_whole { Extent::Whole } else { Extent::Cut })
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
        self.message(&text, Extent::Whole)
    }

    /// Returns a text without card-like numbers, or [`OMITTED`] if it contains a secret or the start of one.
    fn shown(&self, text: &str, extent: Extent) -> String {
        let fits = |text: &str| {
            self.has_secret(text)
                || self.has_code(text)
                || self.has_start(text)
                || extent == Extent::Cut && self.ends_with_start(text)
                || pages::has_page(text)
        };
        let budget = Budget::new(TEXT_DECODED_BYTES_MAX);
        match spellings::any(text, self.encoded_bytes_min(), &budget, fits) {
            Ok(false) => digits::without_card_numbers(text),
            Ok(true) => OMITTED.to_owned(),
            Err(Exhausted) => UNCHECKED.to_owned(),
        }
    }

    fn has_secret(&self, text: &str) -> bool {
        self.secrets.iter().any(|secret| text.contains(secret.text))
            || self.card.is_some_and(|card| digits::has_card_part(text, card))
    }

    fn has_code(&self, text: &str) -> bool {
        self.codes.iter().any(|code| digits::is_value(text, code))
    }

    /// Returns whether the text contains the start of a secret that was truncated. A truncated card number is a part of
    /// the number, and is found as such.
    fn has_start(&self, text: &str) -> bool {
        self.secrets.iter().any(|secret| text.contains(secret.start(START_BYTES_MIN)))
    }

    /// Returns whether the text, which was cut, ends with the start of a secret.
    fn ends_with_start(&self, text: &str) -> bool {
        let end =
            text.get(text.ceil_char_boundary(text.len().saturating_sub(END_BYTES_MAX))..).unwrap_or_default();
        self.secrets.iter().any(|secret| end.contains(secret.start(START_AT_END_BYTES_MIN)))
            || self.codes.iter().any(|code| digits::ends_with_start(text, code))
    }
}
