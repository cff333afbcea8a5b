//! The target of redirects: another listener, which no client of the service should ever call. It responds as if it
//! were the service, so that a client that follows does not notice, and records the requests that it receives.

use std::sync::{Mutex, PoisonError};

use axum::{
    body::Body,
    http::{
        Request,
        header::{AUTHORIZATION, CONTENT_TYPE, HeaderValue},
    },
    response::Response,
};
use data_encoding::HEXLOWER;
use hyper::body::Incoming;
use secrecy::SecretString;
use sha2::{Digest as _, Sha256};

use super::incoming_body::next_bytes;
use crate::secret::is_secret;

/// Most requests that are recorded.
const ARRIVED_MAX: usize = 10_000;
const PRETENCE: &str =
    r#"{"status":"success","data":{"batchId":999,"message":"Disbursement queued for processing."}}"#;

/// A request that reached the other listener, complete or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arrived {
    pub method: String,
    /// The path without the query.
    pub path: String,
    /// Number of body bytes that arrived.
    pub body_bytes: u64,
    /// Hexadecimal SHA-256 of these bytes.
    pub body_sha256: String,
    /// Whether the request had the service's token.
    pub has_token: bool,
}

#[derive(Default)]
pub(crate) struct RedirectSink(Mutex<Vec<Arrived>>);

impl RedirectSink {
    /// Records as much of a request as arrives, and responds like the service.
    pub(crate) async fn answer(&self, token: &SecretString, request: Request<Incoming>) -> Response {
        let (head, mut body) = request.into_parts();
        let (mut body_bytes, mut hash) = (0, Sha256::new());
        while let Some(Ok(bytes)) = next_bytes(&mut body).await {
            body_bytes += bytes.len() as u64;
            hash.update(&bytes);
        }
        let given = head.headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok());
        self.note(Arrived {
            method: head.method.to_string(),
            path: head.uri.path().to_owned(),
            body_bytes,
            body_sha256: HEXLOWER.encode(&hash.finalize()),
            has_token: given.is_some_and(|given| is_secret(token, given)),
        });
        let mut answer = Response::new(Body::from(PRETENCE));
        answer.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        answer
    }

    fn note(&self, arrived: Arrived) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if all.len() < ARRIVED_MAX {
            all.push(arrived);
        }
    }

    pub(crate) fn arrived(&self) -> Vec<Arrived> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}
