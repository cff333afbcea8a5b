//! The transport: one request, one complete response or one fault. For a submission no redirect is followed, nothing is
//! retried and no connection is reused, so that a fault's class is exact: a connection that could not be opened carried
//! nothing, any other may have carried everything.

mod reasons;
mod retry_after;

use std::io;

use bytes::Bytes;
use reqwest::{
    RequestBuilder, Response,
    header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE, HeaderValue, RETRY_AFTER},
};
use secrecy::{ExposeSecret, SecretString};
use zeroize::Zeroizing;

pub use self::reasons::{NotSentReason, UnknownReason};
pub(crate) use self::retry_after::RetryAfter;
use crate::http::{endpoint::Endpoint, evidence::Evidence, redactor::Redactor};

/// Most bytes of a response that are read.
pub const ANSWER_BYTES_MAX: usize = 1024 * 1024;
const ANSWER_BYTES_USUAL: usize = 4 * 1024;
const JSON: HeaderValue = HeaderValue::from_static("application/json");

/// A complete response.
pub(crate) struct Answer {
    pub http_status: u16,
    pub retry_after: RetryAfter,
    /// Wiped, since a service may respond with a token, or send back the request.
    pub body: Zeroizing<Vec<u8>>,
}

impl Answer {
    fn begun(response: &Response) -> Self {
        Self {
            http_status: response.status().as_u16(),
            retry_after: RetryAfter::read(response.headers().get(RETRY_AFTER).map(HeaderValue::as_bytes)),
            body: Zeroizing::new(Vec::with_capacity(ANSWER_BYTES_USUAL)),
        }
    }

    /// Appends to the body. If the body must move to larger memory, the old memory is wiped.
    fn take(&mut self, chunk: &[u8]) {
        let needed = self.body.len() + chunk.len();
        if needed > self.body.capacity() {
            let mut larger = Zeroizing::new(Vec::with_capacity(needed.max(self.body.capacity() * 2)));
            larger.extend_from_slice(&self.body);
            self.body = larger;
        }
        self.body.extend_from_slice(chunk);
    }

    pub(crate) fn evidence(&self, redactor: &Redactor<'_>) -> Evidence {
        Evidence {
            http_status: Some(self.http_status),
            body_excerpt: Some(redactor.excerpt(&self.body)),
            error_kind: None,
        }
    }
}

/// An exchange without a complete response.
#[derive(Debug)]
pub(crate) enum Fault {
    NotSent { reason: NotSentReason, evidence: Evidence },
    Unknown { reason: UnknownReason, evidence: Evidence },
}

/// Adds the token and a JSON body to a request. The token is wiped with the request, the body with its owner.
pub(crate) fn add_auth_headers(
    request: RequestBuilder,
    endpoint: &Endpoint,
    token: &SecretString,
    body: Bytes,
) -> Result<RequestBuilder, NotSentReason> {
    let authorization = authorization(endpoint.token_prefix(), token).ok_or(NotSentReason::TokenUnusable)?;
    Ok(json(request.header(AUTHORIZATION, authorization), body))
}

/// Adds a JSON body to a request.
pub(crate) fn json(request: RequestBuilder, body: Bytes) -> RequestBuilder {
    request.header(ACCEPT, JSON).header(CONTENT_TYPE, JSON).body(body)
}

/// Returns the value of the token's header, which is not printed and is wiped after sending.
pub(crate) fn authorization(prefix: &str, token: &SecretString) -> Option<HeaderValue> {
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

/// Sends a request and reads its complete response.
pub(crate) async fn exchange(request: RequestBuilder, redactor: &Redactor<'_>) -> Result<Answer, Fault> {
    let response = request.send().await.map_err(|error| before_the_answer(error, redactor))?;
    whole(response, redactor).await
}

async fn whole(mut response: Response, redactor: &Redactor<'_>) -> Result<Answer, Fault> {
    let mut answer = Answer::begun(&response);
    loop {
        match response.chunk().await {
            Ok(Some(chunk)) if answer.body.len() + chunk.len() > ANSWER_BYTES_MAX => {
                return Err(in_the_answer(UnknownReason::TooLarge, &answer, None, redactor));
            }
            Ok(Some(chunk)) => answer.take(&chunk),
            Ok(None) => return Ok(answer),
            Err(error) => {
                let reason = broken(&error).unwrap_or(UnknownReason::CutAnswer);
                let error = redactor.chain(&error.without_url());
                return Err(in_the_answer(reason, &answer, Some(error), redactor));
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

pub(crate) fn before_the_answer(error: reqwest::Error, redactor: &Redactor<'_>) -> Fault {
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

/// Returns why a connection was not opened; only for errors of connecting.
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

/// TLS errors are wrapped in I/O errors, sometimes in several, and `source` skips some of them.
fn is_tls(error: &io::Error) -> bool {
    error.get_ref().is_some_and(|inner| {
        inner.is::<rustls::Error>() || inner.downcast_ref::<io::Error>().is_some_and(is_tls)
    })
}

/// Returns how an open connection broke, if the error shows it.
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
    use crate::http::connection::{Connection, client, install_crypto};

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
        let client = client(&endpoint, &Connection::default(), 1_000).dns_resolver(Arc::new(NoNames));
        let client = client.build().expect("a client");
        let fault = exchange(client.post(endpoint.call(&["v1"], &[])), &Redactor::new([])).await;
        let Err(Fault::NotSent { reason, evidence }) = fault else { panic!("a host was found") };
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
