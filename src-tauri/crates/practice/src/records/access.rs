//! Tokens for a key and a secret, as services of this kind give them. A token lives for a while; the configured
//! one lives for ever.

use std::sync::{Mutex, PoisonError};

use axum::http::StatusCode;
use data_encoding::{BASE64URL_NOPAD, HEXLOWER};
use jiff::{SignedDuration, Timestamp};
use secrecy::SecretString;
use serde_json::{Value, json};

use crate::{secret::is_secret, wire::answer::Refusal};

/// Length of the part of a token that nobody can guess, in bytes.
const SIGNATURE_BYTES: usize = 24;

/// Who may ask for tokens, and those that were given.
pub(crate) struct Access {
    pub(crate) key: SecretString,
    pub(crate) secret: SecretString,
    pub(crate) token_life_s: u32,
    given: Mutex<Vec<(SecretString, Timestamp)>>,
}

impl Access {
    pub(crate) fn new(key: SecretString, secret: SecretString, token_life_s: u32) -> Self {
        Self { key, secret, token_life_s, given: Mutex::default() }
    }

    /// Whether a token was given and has not ended.
    pub(crate) fn has_given(&self, token: &str) -> bool {
        let given = self.given.lock().unwrap_or_else(PoisonError::into_inner);
        given.iter().any(|(known, until)| *until > Timestamp::now() && is_secret(known, token))
    }

    /// Ends every token that was given so far.
    pub(crate) fn end_tokens(&self) {
        self.given.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }

    /// Makes a JSON Web Token (RFC 7519) whose signature only this service can compare.
    pub(crate) fn give(&self) -> Result<SecretString, Refusal> {
        let mut signature = [0; SIGNATURE_BYTES];
        getrandom::fill(&mut signature).map_err(|_| {
            Refusal::with(StatusCode::INTERNAL_SERVER_ERROR, "NO_RANDOMNESS", "no token can be made")
        })?;
        let now = Timestamp::now();
        let until = now + SignedDuration::from_secs(i64::from(self.token_life_s));
        let part = |value: &Value| BASE64URL_NOPAD.encode(value.to_string().as_bytes());
        let head = json!({ "alg": "HS256", "typ": "JWT" });
        let claims = json!({ "sub": "practice", "iat": now.as_second(), "exp": until.as_second() });
        let token = format!("{}.{}.{}", part(&head), part(&claims), HEXLOWER.encode(&signature));
        let token = SecretString::from(token);
        let mut given = self.given.lock().unwrap_or_else(PoisonError::into_inner);
        given.retain(|(_, until)| *until > now);
        given.push((token.clone(), until));
        Ok(token)
    }
}
