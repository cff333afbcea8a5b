//! Removes secrets from texts that come from outside: a service that refuses a request may send it back.
//!
//! There are three kinds of secret, because each is recognised differently. A token or a lock is a distinct text and is
//! removed everywhere. A card number is removed in any grouping, and so is every longer part of it. A CVV or a PIN is
//! three or four digits that an amount can contain as well: it is removed where it is a whole value, and not inside
//! another number.

use std::fmt::Write as _;

use secrecy::{ExposeSecret, SecretString};
use zeroize::Zeroizing;

pub(crate) use pages::{PAGE_FIELDS, pages};
use tail::TruncatedSecrets;

use crate::{
    decode::json::{Json, Object},
    evidence::BODY_EXCERPT_BYTES_MAX,
};

mod digits;
mod pages;
mod tail;

const MESSAGE_CHARS_MAX: usize = 500;
pub(crate) const REMOVED: &str = "[removed]";

/// The secrets of one call.
#[derive(Clone)]
pub(crate) struct Redactor<'a> {
    secrets: Vec<&'a SecretString>,
    values: Vec<&'a SecretString>,
    card: Option<&'a SecretString>,
    pages: Vec<&'a SecretString>,
}

impl<'a> Redactor<'a> {
    pub(crate) fn new(secrets: impl IntoIterator<Item = &'a SecretString>) -> Self {
        Self { secrets: Vec::new(), values: Vec::new(), card: None, pages: Vec::new() }.with_secrets(secrets)
    }

    pub(crate) fn with_secrets(mut self, secrets: impl IntoIterator<Item = &'a SecretString>) -> Self {
        self.secrets.extend(secrets.into_iter().filter(|secret| !secret.expose_secret().is_empty()));
        self
    }

    /// Adds secrets of a few digits, which are removed where they are a whole value.
    pub(crate) fn with_values(mut self, values: impl IntoIterator<Item = &'a SecretString>) -> Self {
        self.values.extend(values.into_iter().filter(|value| !value.expose_secret().is_empty()));
        self
    }

    /// Adds a card number, which is removed in any grouping, and its longer parts with it.
    pub(crate) const fn with_card(mut self, card: &'a SecretString) -> Self {
        self.card = Some(card);
        self
    }

    /// Adds the bank's pages of one response, the longest first.
    pub(crate) fn with_pages(mut self, pages: impl IntoIterator<Item = &'a SecretString>) -> Self {
        self.pages.extend(pages);
        self
    }

    /// Returns the text without any secret, in all spellings in which services send it back.
    pub(crate) fn clean(&self, text: &str) -> String {
        let text = self.clean_long(text);
        self.values.iter().fold(text, |text, value| digits::without_value(&text, value.expose_secret()))
    }

    /// Returns the text without secrets, except for secrets of a few digits, which a figure can equal by chance.
    pub(crate) fn clean_long(&self, text: &str) -> String {
        // Pages go first: another secret may occur in a page, and removing it would hide the page from the search.
        let text = without(text.to_owned(), &self.pages);
        let text = match self.card {
            Some(card) => digits::without_card(&text, card),
            None => text,
        };
        without(text, &self.secrets)
    }

    /// Returns a value with all its texts and numbers cleaned.
    pub(crate) fn json(&self, value: &Json) -> Json {
        value.map(&|text| self.clean(text), &|digits| self.number(digits))
    }

    /// Returns an object with all its texts and numbers cleaned.
    pub(crate) fn object(&self, object: &Object) -> Object {
        object.map(&|text| self.clean(text), &|digits| self.number(digits))
    }

    fn number(&self, digits: &str) -> Json {
        let is_clean = self.clean(digits) == digits;
        if is_clean { Json::Number(digits.to_owned()) } else { Json::Text(REMOVED.to_owned()) }
    }

    /// Returns a message that can be shown: cleaned and cut.
    pub(crate) fn message(&self, text: &str) -> String {
        let clean = self.clean(text);
        match clean.char_indices().nth(MESSAGE_CHARS_MAX) {
            Some((end, _)) => format!("{}…", &clean[..end]),
            None => clean,
        }
    }

    /// Returns the message of a text that was not sent as a message and may be incomplete.
    pub(crate) fn plain_message(&self, text: &str) -> String {
        self.message(TruncatedSecrets::of(self).without_any(text))
    }

    /// Returns the beginning of a response that may be incomplete. It is cleaned before it is cut, and no half of a
    /// secret stays at the end, neither where the response broke off nor where it is cut here.
    pub(crate) fn excerpt(&self, body: &[u8]) -> String {
        let truncated = TruncatedSecrets::of(self);
        let text = String::from_utf8_lossy(body);
        // A character that was cut in two must not hide the text before it.
        let text = text.trim_end_matches(char::REPLACEMENT_CHARACTER);
        let clean = self.clean(&pages::without_page_fields(truncated.without_longest(text)));
        let excerpt = clean.get(..clean.floor_char_boundary(BODY_EXCERPT_BYTES_MAX)).unwrap_or_default();
        truncated.without_any(excerpt).to_owned()
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
}

/// Returns the text without these secrets in any spelling.
fn without(text: String, secrets: &[&SecretString]) -> String {
    secrets.iter().fold(text, |text, secret| {
        // The token is sent without the spaces around it.
        let secret = secret.expose_secret().trim();
        // No spelling is shorter than the secret, and a page can be long.
        if secret.is_empty() || text.len() < secret.len() {
            return text;
        }
        spellings(secret).iter().fold(text, |text, spelling| {
            if text.contains(spelling.as_str()) { text.replace(spelling.as_str(), REMOVED) } else { text }
        })
    })
}

/// Returns all spellings of a secret: as it is; as JSON escapes it (with slashes, HTML characters and characters beyond
/// ASCII escaped or not, and once more inside a JSON text); as forms and addresses encode it; and as HTML writes it.
/// None is shorter than the secret.
fn spellings(secret: &str) -> Vec<Zeroizing<String>> {
    let json = quoted(secret);
    let html = secret.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;");
    let mut all = vec![
        secret.to_owned(),
        ascii(&json, |unit| format!("\\u{unit:04x}")),
        ascii(&json, |unit| format!("\\u{unit:04X}")),
        json,
    ];
    let unmarked: Vec<_> =
        all.iter().flat_map(|text| [markup(text, "3c", "3e"), markup(text, "3C", "3E")]).collect();
    all.extend(unmarked);
    let slashed: Vec<_> = all.iter().map(|text| text.replace('/', "\\/")).collect();
    all.extend(slashed);
    let inside: Vec<_> = all.iter().map(|text| quoted(text)).collect();
    all.extend(inside);
    for form in
        [percent(secret, |byte| format!("%{byte:02X}")), percent(secret, |byte| format!("%{byte:02x}"))]
    {
        all.extend([form.replace("%20", "+"), form]);
    }
    all.extend([html.replace('\'', "&#39;"), html.replace('\'', "&#x27;"), html]);
    let mut all: Vec<_> = all.into_iter().map(Zeroizing::new).collect();
    // The longest first: a shorter one may occur in it, and its removal would leave the rest behind.
    all.sort_unstable_by(|a, b| b.len().cmp(&a.len()).then_with(|| a.cmp(b)));
    all.dedup_by(|a, b| **a == **b);
    all
}

/// Returns a text as JSON writes it between its quotes.
fn quoted(text: &str) -> String {
    let quoted = Zeroizing::new(serde_json::to_string(text).unwrap_or_default());
    quoted.get(1..quoted.len().saturating_sub(1)).unwrap_or_default().to_owned()
}

/// Escapes the special characters of HTML as some JSON writers do.
fn markup(json: &str, less: &str, greater: &str) -> String {
    let escaped = json.replace('<', &format!("\\u00{less}")).replace('>', &format!("\\u00{greater}"));
    escaped.replace('&', "\\u0026")
}

/// Returns the text as addresses and forms encode it: `escape` writes everything except plain letters and digits.
fn percent(text: &str, escape: fn(u8) -> String) -> String {
    let plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"*-._".contains(byte);
    text.bytes().map(|byte| if plain(&byte) { char::from(byte).to_string() } else { escape(byte) }).collect()
}

/// Returns the text with every character beyond ASCII written by `escape`, one UTF-16 unit at a time.
fn ascii(text: &str, escape: fn(u16) -> String) -> String {
    let mut units = [0; 2];
    let written = text.chars().map(|c| {
        if c.is_ascii() {
            return c.to_string();
        }
        c.encode_utf16(&mut units).iter().map(|unit| escape(*unit)).collect()
    });
    written.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn excerpt(secret: &str, body: &str) -> String {
        Redactor::new([&SecretString::from(secret)]).excerpt(body.as_bytes())
    }

    #[test]
    fn secrets_sent_back_are_removed() {
        for (secret, body, expected) in [
            ("canary", r#"{"lock":"canary"}"#, r#"{"lock":"[removed]"}"#),
            ("canary", "canarycanary", "[removed][removed]"),
            ("a\"b", r#"{"lock":"a\"b"}"#, r#"{"lock":"[removed]"}"#),
            ("a/b", r#"{"lock":"a\/b"}"#, r#"{"lock":"[removed]"}"#),
            ("sécret", r#"{"lock":"s\u00e9cret"}"#, r#"{"lock":"[removed]"}"#),
            ("sécret/😀", r#"s\u00E9cret\/\uD83D\uDE00"#, "[removed]"),
            ("a b+c/é", "lock=a+b%2Bc%2F%C3%A9&x=a%20b%2bc%2f%c3%a9", "lock=[removed]&x=[removed]"),
            ("a<b&'c'", "<p>a&lt;b&amp;&#39;c&#39;</p>", "<p>[removed]</p>"),
            (" canary ", r#"token canary"#, "token [removed]"),
            ("a\"é/", r#"{"text":"{\"lock\":\"a\\\"é/\"}"}"#, r#"{"text":"{\"lock\":\"[removed]\"}"}"#),
            (
                "a\"é/",
                r#"{"text":"{\"lock\":\"a\\\"\\u00e9\\/\"}"}"#,
                r#"{"text":"{\"lock\":\"[removed]\"}"}"#,
            ),
            ("a<b>&c", r#"{"lock":"a\u003cb\u003e\u0026c"}"#, r#"{"lock":"[removed]"}"#),
            ("a<b>/&c", r"a\u003Cb\u003E\/\u0026c", "[removed]"),
            ("\"", "x", "x"),
            ("", "nothing to remove", "nothing to remove"),
        ] {
            assert_eq!(excerpt(secret, body), expected);
        }
    }

    fn card(body: &str) -> String {
        let (card, cvv, pin) = ("4242424242424242", "123", "3310");
        let [card, cvv, pin] = [card, cvv, pin].map(SecretString::from);
        Redactor::new([]).with_card(&card).with_values([&cvv, &pin]).excerpt(body.as_bytes())
    }

    #[test]
    fn cards_sent_back_are_removed() {
        for (body, expected) in [
            (
                r#"{"card_no":"4242424242424242","cvv":"123","expiry_year":"27","pin":"3310"}"#,
                r#"{"card_no":"[removed]","cvv":"[removed]","expiry_year":"27","pin":"[removed]"}"#,
            ),
            ("card_no=4242424242424242&cvv=123&pin=3310", "card_no=[removed]&cvv=[removed]&pin=[removed]"),
            (r#"{"cvv":123,"pin":3310}"#, r#"{"cvv":[removed],"pin":[removed]}"#),
            (r#"{\"cvv\":\"123\"}"#, r#"{\"cvv\":\"[removed]\"}"#),
            (
                r"\u0022123\u0022 %22123%22 &quot;123&quot;",
                r"\u0022[removed]\u0022 %22[removed]%22 &quot;[removed]&quot;",
            ),
            ("4242 4242 4242 4242 and 4242-4242-4242-4242", "[removed] and [removed]"),
            ("4242%204242+4242.4242", "[removed]"),
            // The last four digits may stay, and so may the issuer's six.
            ("card 424242******4242, ends in 4242, it says", "card 424242******4242, ends in 4242, it says"),
            ("without its head: 424242424242!", "without its head: [removed]!"),
            ("the middle: x2424242x", "the middle: x[removed]x"),
            ("id 94242424242424242 of", "id 9[removed] of"),
            // Figures that contain the digits of CVV or PIN by chance.
            (
                r#"{"amount":1234,"fee":123.50,"sum":"33101","ref":"A-123-3310","code":"RR-123","x":3310.5}"#,
                r#"{"amount":1234,"fee":123.50,"sum":"33101","ref":"A-123-3310","code":"RR-123","x":3310.5}"#,
            ),
            ("Wrong PIN 3310.", "Wrong PIN [removed]."),
            ("123", "[removed]"),
            ("é123é 123", "é123é [removed]"),
        ] {
            assert_eq!(card(body), expected);
        }
    }

    #[test]
    fn a_secret_across_the_cut_leaves_no_half() {
        let body = format!("{}canary", "x".repeat(BODY_EXCERPT_BYTES_MAX - 3));
        assert!(!excerpt("canary", &body).contains("can"));
        let wide = "€".repeat(BODY_EXCERPT_BYTES_MAX);
        assert!(excerpt("canary", &wide).len() <= BODY_EXCERPT_BYTES_MAX);
    }
}
