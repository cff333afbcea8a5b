//! Sends a test callback to an address at which this program itself should receive it: directly, or through the
//! office's reverse proxy or tunnel. No redirect is followed, nothing is retried, and the body of the response is not
//! read.
//!
//! Not here: whether the callback arrived, which only its receiver can tell.

use std::time::Duration;

use reqwest::header::{CONTENT_TYPE, HeaderValue};

use crate::http::{
    connection::{Connection, ServiceError, client, install_crypto},
    endpoint::Endpoint,
    redactor::Redactor,
    transport::{Fault, NotSentReason, UnknownReason, before_the_answer},
};

/// Time limit of a test callback, from name resolution to the status line.
pub const SELF_TEST_TIMEOUT_S: u64 = 10;
const FORM: HeaderValue = HeaderValue::from_static("application/x-www-form-urlencoded");

/// How a test callback ended for its sender.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SelfTestEnd {
    Answered { http_status: u16 },
    NotSent(NotSentReason),
    NoAnswer(UnknownReason),
}

/// Posts a form to `path` below `endpoint`. The profile's own certificates are trusted, as for its service.
///
/// # Errors
/// `Client` if the system does not allow connections to be prepared.
pub async fn post_self_test(
    endpoint: &Endpoint,
    path: &str,
    connection: &Connection,
    form: String,
) -> Result<SelfTestEnd, ServiceError> {
    install_crypto();
    let client = client(endpoint, connection, SELF_TEST_TIMEOUT_S * 1_000)
        .connect_timeout(Duration::from_secs(SELF_TEST_TIMEOUT_S))
        .pool_max_idle_per_host(0)
        .build()
        .map_err(ServiceError::Client)?;
    let segments: Vec<&str> = path.split('/').filter(|segment| !segment.is_empty()).collect();
    let request = client.post(endpoint.call(&segments, &[])).header(CONTENT_TYPE, FORM).body(form);
    Ok(match request.send().await {
        Ok(response) => SelfTestEnd::Answered { http_status: response.status().as_u16() },
        Err(error) => match before_the_answer(error, &Redactor::new([])) {
            Fault::NotSent { reason, .. } => SelfTestEnd::NotSent(reason),
            Fault::Unknown { reason, .. } => SelfTestEnd::NoAnswer(reason),
        },
    })
}
