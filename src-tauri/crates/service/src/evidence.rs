//! What is kept of an exchange to judge it later: the status, the beginning of the answer, what the transport
//! said. Nothing of it decides anything here, and no secret is in it even where the service sends one back.

use std::fmt::Write as _;

use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serialize};
use zeroize::Zeroizing;

/// How much of an answer is kept.
pub const BODY_EXCERPT_BYTES_MAX: usize = 2 * 1024;
const MESSAGE_CHARS_MAX: usize = 500;
const REMOVED: &str = "[removed]";

/// What an exchange left behind, free of secrets.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Evidence {
    /// None where no answer's head arrived.
    pub http_status: Option<u16>,
    /// The beginning of the answer, at most [`BODY_EXCERPT_BYTES_MAX`]; none where none arrived.
    pub body_excerpt: Option<String>,
    /// What the transport said, where the exchange did not come to its end.
    pub error_kind: Option<String>,
}

/// Takes token and lock out of texts that come from outside.
pub(crate) struct Redactor<'a> {
    secrets: Vec<&'a SecretString>,
}

impl<'a> Redactor<'a> {
    pub(crate) fn new(secrets: impl IntoIterator<Item = &'a SecretString>) -> Self {
        let secrets = secrets.into_iter().filter(|secret| !secret.expose_secret().is_empty()).collect();
        Self { secrets }
    }

    /// The text without any secret, in all the ways that services write it back.
    pub(crate) fn clean(&self, text: &str) -> String {
        self.secrets.iter().fold(text.to_owned(), |text, secret| {
            // The token is sent without the spaces around it.
            let secret = secret.expose_secret().trim();
            let spellings = spellings(secret);
            spellings.iter().filter(|spelling| !spelling.is_empty()).fold(text, |text, spelling| {
                if text.contains(spelling.as_str()) { text.replace(spelling.as_str(), REMOVED) } else { text }
            })
        })
    }

    /// A message fit to be shown: cleaned and cut.
    pub(crate) fn message(&self, text: &str) -> String {
        let clean = self.clean(text);
        match clean.char_indices().nth(MESSAGE_CHARS_MAX) {
            Some((end, _)) => format!("{}…", &clean[..end]),
            None => clean,
        }
    }

    /// Cleaned before it is cut, so that no half of a secret stays at the end.
    pub(crate) fn excerpt(&self, body: &[u8]) -> String {
        let mut text = self.clean(&String::from_utf8_lossy(body));
        text.truncate(text.floor_char_boundary(BODY_EXCERPT_BYTES_MAX));
        text
    }

    /// An error with its causes on one line.
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

/// A secret as it stands, as JSON escapes it (with slashes and letters beyond ASCII escaped or not), as forms and
/// addresses encode it, and as HTML writes it.
fn spellings(secret: &str) -> Vec<Zeroizing<String>> {
    let quoted = Zeroizing::new(serde_json::to_string(secret).unwrap_or_default());
    let json = quoted.get(1..quoted.len().saturating_sub(1)).unwrap_or_default();
    let html = secret.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;");
    let mut all = vec![
        secret.to_owned(),
        json.to_owned(),
        ascii(json, |unit| format!("\\u{unit:04x}")),
        ascii(json, |unit| format!("\\u{unit:04X}")),
    ];
    let slashed: Vec<_> = all.iter().map(|text| text.replace('/', "\\/")).collect();
    all.extend(slashed);
    for form in
        [percent(secret, |byte| format!("%{byte:02X}")), percent(secret, |byte| format!("%{byte:02x}"))]
    {
        all.extend([form.replace("%20", "+"), form]);
    }
    all.extend([html.replace('\'', "&#39;"), html.replace('\'', "&#x27;"), html]);
    all.into_iter().map(Zeroizing::new).collect()
}

/// The text as addresses and forms encode it, all but plain letters and digits written by `escape`.
fn percent(text: &str, escape: fn(u8) -> String) -> String {
    let plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"*-._".contains(byte);
    text.bytes().map(|byte| if plain(&byte) { char::from(byte).to_string() } else { escape(byte) }).collect()
}

/// The text with every letter beyond ASCII written by `escape`, one UTF-16 unit at a time.
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
            ("\"", "x", "x"),
            ("", "nothing to remove", "nothing to remove"),
        ] {
            assert_eq!(excerpt(secret, body), expected);
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
