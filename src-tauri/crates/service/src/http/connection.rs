//! How the service is reached: timeouts, trusted certificates, and the number of retries of a safe read. The system's
//! proxy is used everywhere except for this computer itself.
//!
//! Not here: what an exchange means (`transport`, `outcome`).

use std::{
    net::{Ipv4Addr, Ipv6Addr, SocketAddr},
    sync::Once,
    time::Duration,
};

use reqwest::{Client, ClientBuilder, redirect, retry};

use crate::http::{endpoint::Endpoint, read_retries::Retries, root::ExtraRoot};

const USER_AGENT: &str = concat!("Paysheet/", env!("CARGO_PKG_VERSION"));

#[derive(Debug, thiserror::Error)]
pub enum ServiceError {
    /// The HTTP client could not be created, for instance because the system has no trusted certificates.
    #[error("the connection to the service could not be prepared")]
    Client(#[source] reqwest::Error),
}

/// Timeouts of the service.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timeouts {
    /// For opening a connection: name resolution, connecting and TLS together.
    pub connect_ms: u64,
    /// For a whole submission, charge or validation of a charge; the service requires its clients to wait this long.
    pub submit_ms: u64,
    /// For any other whole call.
    pub read_ms: u64,
}

impl Default for Timeouts {
    fn default() -> Self {
        Self { connect_ms: 10_000, submit_ms: 180_000, read_ms: 30_000 }
    }
}

/// How the service is reached.
#[derive(Clone, Debug, Default)]
pub struct Connection {
    pub timeouts: Timeouts,
    /// Trusted in addition to the system's own certificates, for networks that inspect their traffic.
    pub extra_root: Option<ExtraRoot>,
    pub retries: Retries,
}

/// A payout service that can be called. It contains no secret.
#[derive(Clone, Debug)]
pub struct Service {
    pub(crate) endpoint: Endpoint,
    /// For every call that moves money. It opens a connection for each call: a pooled connection could turn out to be
    /// closed when the request is half written.
    pub(crate) paying: Client,
    pub(crate) reading: Client,
    pub(crate) retries: Retries,
}

impl Service {
    /// Prepares the clients; nothing is sent here.
    ///
    /// # Errors
    /// `Client` if the system does not allow connections to be prepared.
    pub fn new(endpoint: Endpoint, connection: &Connection) -> Result<Self, ServiceError> {
        install_crypto();
        let timeouts = connection.timeouts;
        let paying = client(&endpoint, connection, timeouts.submit_ms).pool_max_idle_per_host(0);
        let paying = paying.build().map_err(ServiceError::Client)?;
        let reading =
            client(&endpoint, connection, timeouts.read_ms).build().map_err(ServiceError::Client)?;
        Ok(Self { endpoint, paying, reading, retries: connection.retries })
    }

    /// Returns whether the service is on this computer.
    #[must_use]
    pub fn is_on_this_computer(&self) -> bool {
        self.endpoint.is_on_this_computer()
    }

    /// The base address as shown to the user, in the form of [`Endpoint::as_str`]; it contains no secret.
    #[must_use]
    pub fn address(&self) -> &str {
        self.endpoint.as_str()
    }
}

/// Installs the process-wide TLS implementation, once. An implementation that the program installed before stays.
pub(crate) fn install_crypto() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        if rustls::crypto::ring::default_provider().install_default().is_err() {
            tracing::debug!("another TLS implementation is already in place");
        }
    });
}

pub(crate) fn client(endpoint: &Endpoint, connection: &Connection, timeout_ms: u64) -> ClientBuilder {
    let builder = Client::builder()
        .user_agent(USER_AGENT)
        .referer(false)
        .redirect(redirect::Policy::none())
        .retry(retry::never())
        .http1_only()
        .connect_timeout(Duration::from_millis(connection.timeouts.connect_ms))
        .timeout(Duration::from_millis(timeout_ms));
    let builder = if endpoint.is_plain_http() {
        builder.tls_certs_only([])
    } else {
        let extra = connection.extra_root.iter().flat_map(ExtraRoot::certificates);
        builder.https_only(true).tls_certs_merge(extra)
    };
    if !endpoint.is_on_this_computer() {
        return builder;
    }
    // No proxy and no name server may redirect requests to this computer elsewhere. The port is not used.
    let here = [SocketAddr::from((Ipv4Addr::LOCALHOST, 0)), SocketAddr::from((Ipv6Addr::LOCALHOST, 0))];
    builder.no_proxy().resolve_to_addrs("localhost", &here)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_service_tells_where_it_is_and_that_only() {
        for (base_url, address) in [
            ("http://127.0.0.1:8787", "http://127.0.0.1:8787/"),
            (" http://LOCALHOST/api ", "http://localhost/api"),
        ] {
            let endpoint = Endpoint::parse(base_url, "Bearer").expect("an address");
            let service = Service::new(endpoint, &Connection::default()).expect("a client");
            assert_eq!(service.address(), address);
        }
    }
}
