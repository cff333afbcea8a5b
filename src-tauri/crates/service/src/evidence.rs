//! What is kept of an exchange to judge it later: the status, the beginning of the answer, what the transport
//! said. Nothing of it decides anything here, and no secret is in it even where the service sends one back.

use std::fmt::Write as _;

use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serialize};

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

    /// The text without any secret, as it stands or as JSON would escape it.
    pub(crate) fn clean(&self, text: &str) -> String {
        self.secrets.iter().fold(text.to_owned(), |text, secret| {
            let secret = secret.expose_secret();
            let text = text.replace(secret, REMOVED);
            let escaped = zeroize::Zeroizing::new(serde_json::to_string(secret).unwrap_or_default());
            let escaped = escaped.trim_start_matches('"').trim_end_matches('"');
            if escaped.is_empty() || escaped == secret { text } else { text.replace(escaped, REMOVED) }
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
