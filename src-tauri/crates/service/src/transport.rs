//! The wire: one request, one whole answer or one fault. Nothing is followed, repeated or reused for a submission,
//! so that a fault's class is what it looks like: a connection that could not be opened carried nothing, any other
//! may have carried everything.

use std::{
    io,
    net::{Ipv4Addr, Ipv6Addr, SocketAddr},
    sync::Once,
    time::Duration,
};

use bytes::Bytes;
use reqwest::{
    Client, ClientBuilder, RequestBuilder, Response,
    header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE, HeaderValue},
    redirect, retry,
};
use secrecy::{ExposeSecret, SecretString};
use zeroize::Zeroizing;

use crate::{
    endpoint::Endpoint,
    evidence::{Evidence, Redactor},
    outcome::{NotSentReason, UnknownReason},
};

/// Longest answer read.
pub const ANSWER_BYTES_MAX: usize = 1024 * 1024;
const USER_AGENT: &str = concat!("Paysheet/", env!("CARGO_PKG_VERSION"));
const JSON: HeaderValue = HeaderValue::from_static("application/json");

#[derive(Debug, thiserror::Error)]
pub enum ServiceError {
    /// The HTTP client could not be set up, for instance because the system has no trusted certificates.
    #[error("the connection to the service could not be prepared")]
    Client(#[source] reqwest::Error),
}

/// How long the service may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timeouts {
    /// For opening a connection: name, way and TLS together.
    pub connect_ms: u64,
    /// For a whole submission; the service asks its clients to wait this long.
    pub submit_ms: u64,
    /// For any other whole call.
    pub read_ms: u64,
}

impl Default for Timeouts {
    fn default() -> Self {
        Self { connect_ms: 10_000, submit_ms: 180_000, read_ms: 30_000 }
    }
}

/// A payout service that can be called. Holds no secret.
#[derive(Clone, Debug)]
pub struct Service {
    pub(crate) endpoint: Endpoint,
    /// Opens a connection for each submission: a pooled one could turn out dead with the request half written.
    pub(crate) submitting: Client,
    pub(crate) reading: Client,
}

impl Service {
    /// # Errors
    /// `Client` where the system does not let us prepare connections; nothing is sent here.
    pub fn new(endpoint: Endpoint, timeouts: Timeouts) -> Result<Self, ServiceError> {
        install_crypto();
        let client = |timeout_ms| client(&endpoint, timeouts.connect_ms, timeout_ms);
        let submitting = client(timeouts.submit_ms).pool_max_idle_per_host(0);
        let submitting = submitting.build().map_err(ServiceError::Client)?;
        let reading = client(timeouts.read_ms).build().map_err(ServiceError::Client)?;
        Ok(Self { endpoint, submitting, reading })
    }
}

/// The whole of an answer.
#[derive(Debug)]
pub(crate) struct Answer {
    pub http_status: u16,
    pub body: Vec<u8>,
}

impl Answer {
    pub(crate) fn evidence(&self, redactor: &Redactor<'_>) -> Evidence {
        Evidence {
            http_status: Some(self.http_status),
            body_excerpt: Some(redactor.excerpt(&self.body)),
            error_kind: None,
        }
    }
}

/// An exchange without a whole answer.
#[derive(Debug)]
pub(crate) enum Fault {
    NotSent { reason: NotSentReason, evidence: Evidence },
    Unknown { reason: UnknownReason, evidence: Evidence },
}

/// The process-wide TLS implementation, set once; a program that set one before keeps it.
fn install_crypto() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        if rustls::crypto::ring::default_provider().install_default().is_err() {
            tracing::debug!("another TLS implementation is already in place");
        }
    });
}

fn client(endpoint: &Endpoint, connect_ms: u64, timeout_ms: u64) -> ClientBuilder {
    let builder = Client::builder()
        .user_agent(USER_AGENT)
        .referer(false)
        .redirect(redirect::Policy::none())
        .retry(retry::never())
        .http1_only()
        .connect_timeout(Duration::from_millis(connect_ms))
        .timeout(Duration::from_millis(timeout_ms));
    let builder =
        if endpoint.is_plain_http() { builder.tls_certs_only([]) } else { builder.https_only(true) };
    if !endpoint.is_on_this_computer() {
        return builder;
    }
    // No proxy and no name server may take what is meant for this computer elsewhere. The port is not used.
    let here = [SocketAddr::from((Ipv4Addr::LOCALHOST, 0)), SocketAddr::from((Ipv6Addr::LOCALHOST, 0))];
    builder.no_proxy().resolve_to_addrs("localhost", &here)
}

/// Puts the token and a JSON body on a request; both are wiped with it.
pub(crate) fn dress(
    request: RequestBuilder,
    endpoint: &Endpoint,
    token: &SecretString,
    body: Zeroizing<Vec<u8>>,
) -> Result<RequestBuilder, NotSentReason> {
    let authorization = authorization(endpoint.token_prefix(), token).ok_or(NotSentReason::TokenUnusable)?;
    let request =
        request.header(AUTHORIZATION, authorization).header(ACCEPT, JSON).header(CONTENT_TYPE, JSON);
    Ok(request.body(Bytes::from_owner(body)))
}

fn authorization(prefix: &str, token: &SecretString) -> Option<HeaderValue> {
    let token = token.expose_secret().trim();
    let parts: &[&str] = if prefix.is_empty() { &[token] } else { &[prefix, " ", token] };
    let length = parts.iter().map(|part| part.len()).sum();
    let mut value = Zeroizing::new(Vec::with_capacity(length));
    parts.iter().for_each(|part| value.extend_from_slice(part.as_bytes()));
    let mut header =
        HeaderValue::from_maybe_shared(Bytes::from_owner(value)).ok().filter(|_| !token.is_empty())?;
    header.set_sensitive(true);
    Some(header)
}

/// Sends a request and reads its whole answer.
pub(crate) async fn exchange(request: RequestBuilder, redactor: &Redactor<'_>) -> Result<Answer, Fault> {
    let response = request.send().await.map_err(|error| before_the_answer(error, redactor))?;
    whole(response, redactor).await
}

async fn whole(mut response: Response, redactor: &Redactor<'_>) -> Result<Answer, Fault> {
    let http_status = response.status().as_u16();
    let mut body = Vec::new();
    loop {
        match response.chunk().await {
            Ok(Some(chunk)) if body.len() + chunk.len() > ANSWER_BYTES_MAX => {
                return Err(in_the_answer(
                    UnknownReason::TooLarge,
                    &Answer { http_status, body },
                    None,
                    redactor,
                ));
            }
            Ok(Some(chunk)) => body.extend_from_slice(&chunk),
            Ok(None) => return Ok(Answer { http_status, body }),
            Err(error) => {
                let reason = broken(&error).unwrap_or(UnknownReason::CutAnswer);
                let error = redactor.chain(&error.without_url());
                return Err(in_the_answer(reason, &Answer { http_status, body }, Some(error), redactor));
            }
        }
    }
}

fn in_the_answer(
    reason: UnknownReason,
    begun: &Answer,
    error_kind: Option<String>,
    redactor: &Redactor<'_>,
) -> Fault {
    Fault::Unknown { reason, evidence: Evidence { error_kind, ..begun.evidence(redactor) } }
}

fn before_the_answer(error: reqwest::Error, redactor: &Redactor<'_>) -> Fault {
    let evidence = |error: reqwest::Error| {
        let error_kind = Some(redactor.chain(&error.without_url()));
        Evidence { error_kind, ..Evidence::default() }
    };
    if error.is_builder() {
        return Fault::NotSent { reason: NotSentReason::RequestUnusable, evidence: evidence(error) };
    }
    if error.is_connect() {
        return Fault::NotSent { reason: unconnected(&error), evidence: evidence(error) };
    }
    let reason = broken(&error).unwrap_or(UnknownReason::NoAnswer);
    Fault::Unknown { reason, evidence: evidence(error) }
}

/// Why a connection was not opened; only for errors of connecting.
fn unconnected(error: &reqwest::Error) -> NotSentReason {
    if error.is_dns() {
        return NotSentReason::Dns;
    }
    if error.is_timeout() {
        return NotSentReason::ConnectTimeout;
    }
    io_errors(error).find_map(unconnected_io).unwrap_or(NotSentReason::ConnectFailed)
}

fn unconnected_io(error: &io::Error) -> Option<NotSentReason> {
    if is_tls(error) {
        return Some(NotSentReason::Tls);
    }
    let kind = error.kind();
    if kind == io::ErrorKind::ConnectionRefused {
        return Some(NotSentReason::Refused);
    }
    let no_way =
        [io::ErrorKind::NetworkUnreachable, io::ErrorKind::HostUnreachable, io::ErrorKind::NetworkDown];
    no_way.contains(&kind).then_some(NotSentReason::Offline)
}

/// TLS errors come wrapped in I/O errors, sometimes in several, which `source` steps over.
fn is_tls(error: &io::Error) -> bool {
    error.get_ref().is_some_and(|inner| {
        inner.is::<rustls::Error>() || inner.downcast_ref::<io::Error>().is_some_and(is_tls)
    })
}

/// How an open connection broke, where the error tells.
fn broken(error: &reqwest::Error) -> Option<UnknownReason> {
    if error.is_timeout() {
        return Some(UnknownReason::Timeout);
    }
    let resets =
        [io::ErrorKind::ConnectionReset, io::ErrorKind::ConnectionAborted, io::ErrorKind::BrokenPipe];
    io_errors(error).find(|error| resets.contains(&error.kind())).map(|_| UnknownReason::Reset)
}

fn io_errors(error: &reqwest::Error) -> impl Iterator<Item = &io::Error> {
    let causes = std::iter::successors(std::error::Error::source(error), |error| error.source());
    causes.filter_map(|error| error.downcast_ref::<io::Error>())
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use reqwest::dns::{Name, Resolve, Resolving};

    use super::*;

    struct NoNames;

    impl Resolve for NoNames {
        fn resolve(&self, _: Name) -> Resolving {
            Box::pin(async { Err(io::Error::other("no such host").into()) })
        }
    }

    #[tokio::test]
    async fn a_name_nobody_knows_is_told_from_a_host_that_refuses() {
        install_crypto();
        let endpoint = Endpoint::parse("https://pay.example.com", "").expect("an address");
        let client =
            client(&endpoint, 1_000, 1_000).dns_resolver(Arc::new(NoNames)).build().expect("a client");
        let fault = exchange(client.post(endpoint.call(&["v1"], &[])), &Redactor::new([])).await;
        let Err(Fault::NotSent { reason, evidence }) = fault else { panic!("{fault:?}") };
        assert_eq!(reason, NotSentReason::Dns);
        assert!(evidence.error_kind.is_some_and(|said| !said.contains("http")), "the address stays out");
    }

    #[test]
    fn the_token_header_is_built_of_what_a_header_can_carry() {
        for (prefix, token, expected) in [
            ("", "abc.def", Some("abc.def")),
            ("Bearer", " abc ", Some("Bearer abc")),
            ("Bearer", "", None),
            ("", "a\r\nX: y", None),
            ("", "a\0b", None),
        ] {
            let header = authorization(prefix, &SecretString::from(token));
            let got = header.as_ref().map(|header| header.to_str().expect("text"));
            assert_eq!(got, expected, "{token:?}");
            assert!(header.is_none_or(|header| header.is_sensitive()));
        }
    }
}
