//! Requests a new token with a key and a secret. The interface has no such call. If a service has one, the user
//! describes it: its path, the names of its two fields, and the place of the token in the response.
//!
//! The response is not parsed into a tree. It is searched in place, in a buffer that is wiped.

use std::{borrow::Cow, collections::HashMap};

use bytes::Bytes;
use secrecy::{ExposeSecret, SecretString};
use serde_json::value::RawValue;
use zeroize::Zeroizing;

use crate::{
    card::{FieldNameError, field_name},
    decode::envelope::{Envelope, EnvelopeStatus, status_word},
    http::{
        body,
        call_path::{CallPath, CallPathError, parts},
        connection::Service,
        outcome::refusal,
        read_retries::{CallError, Failed, persist},
        redactor::Redactor,
        transport::{Answer, Fault, UnknownReason, authorization, exchange, json},
    },
};

const TOKEN_PARTS_MAX: usize = 6;
/// Longest token that is accepted; any server would refuse a larger header.
const TOKEN_BYTES_MAX: usize = 16 * 1024;

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RenewalError {
    /// Segments of letters, digits, `.`, `_`, `~` and `-`, below the base address: `v1/token`.
    #[error("the path of the renewal is not one below the base address")]
    Path,
    #[error("the field of the key: {0}")]
    KeyField(#[source] FieldNameError),
    #[error("the field of the secret: {0}")]
    SecretField(#[source] FieldNameError),
    #[error("key and secret have the same field")]
    SameField,
    /// Names separated by dots: `data.token`.
    #[error("the place of the token in the answer is no path of names")]
    TokenAt,
}

/// A call that returns a token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Renewal {
    path: CallPath,
    key_field: String,
    secret_field: String,
    token_at: Vec<String>,
}

impl Renewal {
    /// Makes the description. `path` is below the base address; `token_at` is a path of member names with dots
    /// (`data.token`).
    ///
    /// # Errors
    /// The problem with the description.
    pub fn new(
        path: &str,
        key_field: &str,
        secret_field: &str,
        token_at: &str,
    ) -> Result<Self, RenewalError> {
        let path = CallPath::parse(path).map_err(|CallPathError| RenewalError::Path)?;
        let key_field = field_name(key_field).map_err(RenewalError::KeyField)?;
        let secret_field = field_name(secret_field).map_err(RenewalError::SecretField)?;
        if key_field.eq_ignore_ascii_case(&secret_field) {
            return Err(RenewalError::SameField);
        }
        let token_at = parts(token_at.trim(), '.', TOKEN_PARTS_MAX).ok_or(RenewalError::TokenAt)?;
        Ok(Self { path, key_field, secret_field, token_at })
    }
}

impl Service {
    /// Requests a new token. The request does not contain the old one, and it is retried like any read.
    ///
    /// # Errors
    /// See [`CallError`]; it contains neither key nor secret nor token.
    pub async fn renew(
        &self,
        renewal: &Renewal,
        key: &SecretString,
        secret: &SecretString,
    ) -> Result<SecretString, CallError> {
        let url = self.endpoint.call(&renewal.path.parts(), &[]);
        let members = [
            (renewal.key_field.as_str(), key.expose_secret()),
            (renewal.secret_field.as_str(), secret.expose_secret()),
        ];
        let body = Bytes::from_owner(body::object(&members));
        let redactor = Redactor::new([key, secret]);
        let outcome = persist(self.retries, || async {
            let request = json(self.reading.post(url.clone()), body.clone());
            renewed(exchange(request, &redactor).await, renewal, &redactor)
        })
        .await;
        match &outcome {
            Ok(_) => tracing::info!("token renewed"),
            Err(CallError::Refused(refusal)) => tracing::warn!(kind = %refusal.kind, "token not renewed"),
            Err(error) => tracing::warn!(%error, "token not renewed"),
        }
        outcome
    }
}

fn renewed(
    exchange: Result<Answer, Fault>,
    renewal: &Renewal,
    redactor: &Redactor<'_>,
) -> Result<SecretString, Failed> {
    let answer = exchange.map_err(Failed::from)?;
    let token = text_at(&answer.body, &renewal.token_at).and_then(usable);
    let status = text_at(&answer.body, &["status".to_owned()]);
    let says_no = status.is_some_and(|status| status_word(&status) == EnvelopeStatus::Refusal);
    let http_status = answer.http_status;
    let no_answer = |reason| {
        let error = CallError::NoAnswer { reason, http_status: Some(http_status) };
        Err(Failed { error, retry_after: answer.retry_after })
    };
    match (http_status, token) {
        (200..=299, Some(token)) if !says_no => Ok(token),
        (200..=299, None) if !says_no => no_answer(UnknownReason::Unreadable),
        (200..=299 | 400..=499, token) => {
            // If a refusal contains a token, its message must not contain it.
            let redactor = redactor.clone().with_secrets(&token);
            let refusal = refusal(http_status, &Envelope::read(&answer.body), &redactor);
            Err(Failed { error: CallError::Refused(refusal), retry_after: answer.retry_after })
        }
        (300..=399, _) => no_answer(UnknownReason::Redirect),
        (500..=599, _) => no_answer(UnknownReason::ServerError),
        _ => no_answer(UnknownReason::OtherStatus),
    }
}

/// Returns the text at this path of member names, without a copy of anything else.
fn text_at(answer: &[u8], path: &[String]) -> Option<Zeroizing<String>> {
    let mut value: &RawValue = serde_json::from_slice(answer).ok()?;
    for name in path {
        let members: HashMap<Cow<'_, str>, &RawValue> = serde_json::from_str(value.get()).ok()?;
        value = members.get(name.as_str())?;
    }
    serde_json::from_str(value.get()).ok().map(Zeroizing::new)
}

/// Returns a text that a header can carry.
fn usable(text: Zeroizing<String>) -> Option<SecretString> {
    let token = SecretString::from(text.trim());
    (token.expose_secret().len() <= TOKEN_BYTES_MAX && authorization("", &token).is_some()).then_some(token)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_renewal_stays_below_the_base_address() {
        use RenewalError::{KeyField, Path, SameField, SecretField, TokenAt};
        let malformed = FieldNameError::Malformed;
        for (path, key, secret, token_at, expected) in [
            ("v1/token", "apiKey", "secret", "token", None),
            ("/v1/merchant/verify/", "apiKey", "secret", "data.token", None),
            ("", "apiKey", "secret", "token", Some(Path)),
            ("v1//token", "apiKey", "secret", "token", Some(Path)),
            ("v1/../token", "apiKey", "secret", "token", Some(Path)),
            ("https://example.com/token", "apiKey", "secret", "token", Some(Path)),
            ("token?x=1", "apiKey", "secret", "token", Some(Path)),
            ("tok%2fen", "apiKey", "secret", "token", Some(Path)),
            ("a/a/a/a/a/a/a/a/a", "apiKey", "secret", "token", Some(Path)),
            ("token", "", "secret", "token", Some(KeyField(malformed))),
            ("token", "apiKey", "se\"cret", "token", Some(SecretField(malformed))),
            ("token", "Secret", "secret", "token", Some(SameField)),
            ("token", "apiKey", "secret", "", Some(TokenAt)),
            ("token", "apiKey", "secret", "data..token", Some(TokenAt)),
            ("token", "apiKey", "secret", "a.b.c.d.e.f.g", Some(TokenAt)),
        ] {
            assert_eq!(
                Renewal::new(path, key, secret, token_at).err(),
                expected,
                "{path} {key} {secret} {token_at}"
            );
        }
    }

    #[test]
    fn the_token_is_found_where_it_is_said_to_stand() {
        let found = |answer: &str, path: &str| {
            let path = parts(path, '.', 9).expect("a path");
            let token = text_at(answer.as_bytes(), &path).and_then(usable);
            token.map(|token| token.expose_secret().to_owned())
        };
        for (answer, path, expected) in [
            (r#"{"token":"t.o-k"}"#, "token", Some("t.o-k")),
            (r#"{"token":" a\/b "}"#, "token", Some("a/b")),
            (r#"{"data":{"access":{"token":"t"}},"token":"other"}"#, "data.access.token", Some("t")),
            (r#"{"token":""}"#, "token", None),
            (r#"{"token":5}"#, "token", None),
            (r#"{"token":null}"#, "token", None),
            (r#"{"token":"a\nb"}"#, "token", None),
            (r#"{"data":"t"}"#, "data.token", None),
            (r#"["t"]"#, "token", None),
            (r#"{"token":"#, "token", None),
            ("", "token", None),
        ] {
            assert_eq!(found(answer, path).as_deref(), expected, "{answer} {path}");
        }
    }
}
