//! The call that gives a token for a key and a secret. The interface does not have it.

use std::sync::Arc;

use axum::{
    Json,
    extract::State as Extract,
    http::StatusCode,
    response::{IntoResponse as _, Response},
};
use bytes::Bytes;
use secrecy::{ExposeSecret, SecretString};
use serde::Deserialize;
use serde_json::json;

use crate::{
    records::state::State,
    secret::is_secret,
    wire::{
        answer::{Answer, Refusal},
        body::{parse, required},
    },
};

#[derive(Deserialize)]
struct Credentials {
    #[serde(rename = "apiKey")]
    api_key: Option<String>,
    secret: Option<String>,
}

/// Gives a token. It stands beside `status`, and not in `data`.
pub(crate) async fn verify(Extract(state): Extract<Arc<State>>, body: Bytes) -> Answer {
    let Credentials { api_key, secret } = parse(&body)?;
    let key = required("apiKey", api_key.as_deref())?;
    let secret = required("secret", secret.as_deref())?;
    if !is_secret(&state.access.key, key) || !is_secret(&state.access.secret, secret) {
        return Err(Refusal::with(StatusCode::UNAUTHORIZED, "INVALID_KEY", "the key or the secret is wrong"));
    }
    let token = state.access.give()?;
    Ok(token_answer(&token))
}

fn token_answer(token: &SecretString) -> Response {
    Json(json!({ "status": "success", "token": token.expose_secret() })).into_response()
}
