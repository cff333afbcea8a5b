//! The identity of a service, as it is stored with secrets and approvals: an address, and the certificate authority
//! that may authenticate it. What was given for one service is sent to no other.

use paysheet_domain::ProfileKey;
use paysheet_service::{Service, token};
use secrecy::SecretString;
use url::{Host, Url};

/// Used in place of an address: the practice service within this program has another port at each start.
const EMBEDDED: &str = "embedded";

/// A service, and the certificates that may authenticate it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Binding {
    /// Scheme, host, port and path prefix.
    pub origin: String,
    /// SHA-256 of the certificates trusted beside the system's own; empty for none.
    pub authority: String,
}

impl Binding {
    /// Returns the practice service within this program.
    #[must_use]
    pub fn embedded() -> Self {
        Self { origin: EMBEDDED.to_owned(), authority: String::new() }
    }

    /// Returns the host for display; empty for the practice service.
    #[must_use]
    pub fn host(&self) -> String {
        host_of(&self.origin)
    }
}

/// Returns the host and port of an origin; empty for the practice service.
pub(crate) fn host_of(origin: &str) -> String {
    let Ok(url) = Url::parse(origin) else { return String::new() };
    let host = url.host_str().unwrap_or_default();
    url.port().map_or_else(|| host.to_owned(), |port| format!("{host}:{port}"))
}

/// Returns one spelling of each address: without the default port, and without a slash at the end.
pub(crate) fn origin_of(base_url: &str) -> String {
    let text = base_url.trim();
    Url::parse(text).map_or_else(|_| text.to_owned(), |url| url.as_str().trim_end_matches('/').to_owned())
}

/// The service to call, and its identity.
#[derive(Clone, Debug)]
pub(crate) struct BoundService {
    pub service: Service,
    pub binding: Binding,
}

/// Returns a fingerprint of a token's account that does not reveal the token. It is equal for every token of the
/// account if the tokens name their account; otherwise it is for this token alone.
pub(crate) fn account_of(key: &ProfileKey, token: &SecretString) -> String {
    key.fingerprint("token account", &token::account(token))
}

/// Whether host, port and path are the same. On this computer the port does not count, since the practice service has
/// a new one at each start.
pub(crate) fn is_same_service(one: &str, other: &str) -> bool {
    let (Ok(one), Ok(other)) = (Url::parse(one), Url::parse(other)) else {
        return one == other;
    };
    let path = |url: &Url| url.path().trim_end_matches('/').to_owned();
    let same_port = one.port_or_known_default() == other.port_or_known_default();
    one.host() == other.host() && path(&one) == path(&other) && (same_port || is_this_computer(&one))
}

fn is_this_computer(url: &Url) -> bool {
    match url.host() {
        Some(Host::Ipv4(ip)) => ip.is_loopback(),
        Some(Host::Ipv6(ip)) => ip.is_loopback(),
        Some(Host::Domain(name)) => name == "localhost",
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_service_has_one_origin_and_two_have_two() {
        for (one, other, same) in [
            ("https://pay.example.com", " https://pay.example.com/ ", true),
            ("https://pay.example.com", "https://PAY.example.com:443", true),
            ("https://pay.example.com", "https://pay.example.org", false),
            ("https://pay.example.com", "http://pay.example.com", false),
            ("https://pay.example.com", "https://pay.example.com:8443", false),
            ("https://pay.example.com/a", "https://pay.example.com/b", false),
            ("http://127.0.0.1:1", "http://127.0.0.1:2", false),
            ("http://127.0.0.1:1", "http://localhost:1", false),
        ] {
            assert_eq!(origin_of(one) == origin_of(other), same, "{one} {other}");
        }
    }

    #[test]
    fn another_host_or_path_is_another_service() {
        for (one, other, same) in [
            ("https://pay.example.com", "https://pay.example.com/", true),
            ("https://pay.example.com", "https://pay.example.org", false),
            ("https://pay.example.com/a", "https://pay.example.com/b", false),
            ("http://127.0.0.1:1", "http://127.0.0.1:2", true),
            ("http://127.0.0.1:1", "https://pay.example.com", false),
        ] {
            assert_eq!(is_same_service(one, other), same, "{one} {other}");
        }
    }
}
