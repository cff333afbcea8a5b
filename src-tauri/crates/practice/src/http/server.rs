//! Routes, and the steps before every route: the request is read completely, recorded, and its token is checked.

use std::sync::Arc;

use axum::{
    Router,
    body::{Body, to_bytes},
    extract::{DefaultBodyLimit, Request, State as Extract},
    http::{HeaderMap, StatusCode, header::AUTHORIZATION},
    middleware::{Next, from_fn_with_state},
    response::{IntoResponse, Response},
    routing::{get, post},
};
use bytes::Bytes;
use data_encoding::HEXLOWER;
use jiff::Timestamp;
use serde::Deserialize;
use sha2::{Digest, Sha256};

use crate::{
    api::{
        banks, batch,
        calls::{funding_status, payout_status, token, wallets},
        cards, people,
    },
    faults::Fault,
    records::{journal::JournalLine, state::State},
    secret::is_secret,
    wire::{
        answer::Refusal,
        body::parse,
        paths::{
            BANKS_PATH_OF_OLD, BULK_PATH, PAYOUT_LIST_PATH, PAYOUT_STATUS_PATH, QUEUE_PATH, TOKEN_PATH,
            TRANSFER_PATH, WALLET_PATH,
        },
    },
};

/// Several times the size of the largest batch.
pub(crate) const BODY_BYTES_MAX: usize = 64 * 1024 * 1024;

/// Marks responses to requests that were received completely and are in the journal.
#[derive(Clone, Copy)]
pub(crate) struct Noted;

pub(crate) fn router(state: Arc<State>, card_path: &str) -> Router {
    let charge_path = format!("{TRANSFER_PATH}{card_path}");
    let routes = Router::new()
        .route(QUEUE_PATH, post(batch::submit))
        .route(BULK_PATH, post(batch::submit_at_once))
        .route(TOKEN_PATH, post(token::verify))
        .route("/v1/banks", post(banks::list))
        .route(BANKS_PATH_OF_OLD, post(banks::list))
        .route("/v1/banks/branch", post(banks::branches))
        .route("/v1/resolve/account", post(people::resolve))
        .route(&charge_path, post(cards::charge))
        .route(&format!("{charge_path}/otp"), post(cards::verify))
        .route("/v1/fund/status", post(funding_status::status))
        .route(PAYOUT_STATUS_PATH, post(payout_status::status))
        .route(PAYOUT_LIST_PATH, post(payout_status::list))
        .route(WALLET_PATH, get(wallets::list))
        .fallback(unknown_path)
        .method_not_allowed_fallback(wrong_method)
        // `record` has its own, larger limit.
        .layer(DefaultBodyLimit::disable())
        .layer(from_fn_with_state(Arc::clone(&state), with_token))
        .with_state(Arc::clone(&state));
    recorded(routes, state)
}

/// Records every request before the routes get it.
pub(crate) fn recorded(routes: Router, state: Arc<State>) -> Router {
    routes.layer(from_fn_with_state(state, record))
}

async fn unknown_path() -> Refusal {
    Refusal::with(StatusCode::NOT_FOUND, "UNKNOWN_PATH", "there is no such call")
}

async fn wrong_method() -> Refusal {
    Refusal::with(
        StatusCode::METHOD_NOT_ALLOWED,
        "METHOD_NOT_ALLOWED",
        "every call of the interface is a POST",
    )
}

async fn record(Extract(state): Extract<Arc<State>>, request: Request, next: Next) -> Response {
    let (head, body) = request.into_parts();
    let Ok(body) = to_bytes(body, BODY_BYTES_MAX).await else {
        let message = format!("a body has at most {BODY_BYTES_MAX} bytes");
        return Refusal::with(StatusCode::PAYLOAD_TOO_LARGE, "BODY_TOO_LARGE", message).into_response();
    };
    let line = JournalLine {
        time: Timestamp::now(),
        method: head.method.to_string(),
        path: head.uri.path().to_owned(),
        references: references(&body),
        body_sha256: HEXLOWER.encode(&Sha256::digest(&body)),
        fault: head.extensions.get::<Fault>().copied(),
    };
    if let Err(error) = state.journal.note(line) {
        tracing::error!(%error, "a request could not be noted");
        let message = "the journal cannot be written, so nothing is done";
        return Refusal::with(StatusCode::INTERNAL_SERVER_ERROR, "JOURNAL_FAILED", message).into_response();
    }
    let mut answer = next.run(Request::from_parts(head, Body::from(body))).await;
    answer.extensions_mut().insert(Noted);
    answer
}

async fn with_token(Extract(state): Extract<Arc<State>>, request: Request, next: Next) -> Response {
    let path = request.uri().path();
    let is_call = path.starts_with("/v1/") || path == BANKS_PATH_OF_OLD;
    if is_call && path != TOKEN_PATH && !has_token(&state, request.headers(), path) {
        let message = "the authorization token is missing or wrong";
        return Refusal::with(StatusCode::UNAUTHORIZED, "INVALID_TOKEN", message).into_response();
    }
    next.run(request).await
}

/// Checks the bare token in the header that the interface names; for a card charge it names another header, and both
/// are accepted.
fn has_token(state: &State, headers: &HeaderMap, path: &str) -> bool {
    let given = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    let names: &[&str] = if path.starts_with(TRANSFER_PATH) {
        &[AUTHORIZATION.as_str(), "authentication"]
    } else {
        &["authorization"]
    };
    names
        .iter()
        .filter_map(|name| given(name))
        .any(|token| is_secret(&state.token, token) || state.access.has_given(token))
}

/// Returns the references in a body, whichever call it belongs to.
fn references(body: &Bytes) -> Vec<String> {
    #[derive(Deserialize)]
    struct One {
        #[serde(rename = "ref")]
        reference: Option<String>,
    }
    #[derive(Deserialize)]
    struct Body {
        #[serde(rename = "ref", alias = "transaction_reference")]
        reference: Option<String>,
        #[serde(default)]
        recipients: Vec<One>,
    }
    let Ok(body) = parse::<Body>(body) else { return Vec::new() };
    let payouts = body.recipients.into_iter().filter_map(|one| one.reference);
    body.reference.into_iter().chain(payouts).collect()
}
