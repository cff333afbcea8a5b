//! The identity of a service, as it is stored with secrets and approvals: an address, and the certificate authority
//! that may authenticate it. What was given for one service is sent to no other.

use paysheet_domain::ProfileKey;
use paysheet_ledger::Destination;
use paysheet_service::{Service, token};
use secrecy::SecretString;
use sha2::{Digest, Sha256};
use url::{Host, Url};

use crate::{
    desk::Desk,
    error::DeskError,
    mutex::lock,
    session::profile::{Profile, Unlocked},
};

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
    /// Returns the service that a profile names.
    #[must_use]
    pub fn of(profile: &Profile) -> Self {
        let authority = profile.extra_root.as_deref().map(|pem| hex(&Sha256::digest(pem.trim().as_bytes())));
        Self { origin: origin(&profile.settings.base_url), authority: authority.unwrap_or_default() }
    }

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
fn origin(base_url: &str) -> String {
    let text = base_url.trim();
    Url::parse(text).map_or_else(|_| text.to_owned(), |url| url.as_str().trim_end_matches('/').to_owned())
}

/// The service to call, and its identity.
#[derive(Clone, Debug)]
pub(crate) struct BoundService {
    pub service: Service,
    pub binding: Binding,
}

impl Desk {
    /// Returns the service that the profile names, with the secrets that were given for it and for no other.
    ///
    /// # Errors
    /// `Locked`, `TokenEnds`, `SecretsElsewhere`.
    pub(crate) async fn paying_service(&self) -> Result<(Service, Unlocked, Destination), DeskError> {
        let secrets = self.secrets_for_a_submission().await?;
        let BoundService { service, binding } = self.bound_service();
        secrets.require_for(&binding)?;
        let destination = self.destination(&secrets, binding);
        Ok((service, secrets, destination))
    }

    fn destination(&self, secrets: &Unlocked, binding: Binding) -> Destination {
        Destination {
            origin: binding.origin,
            authority: binding.authority,
            wallet: self.profile().settings.charge_recipient_id.trim().to_owned(),
            account: secrets.account_with(&self.key().key),
        }
    }

    /// Returns the host that the profile names now; empty in practice.
    #[must_use]
    pub fn host(&self) -> String {
        lock(&self.inner.service).binding.host()
    }
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

fn hex(bytes: &[u8]) -> String {
    data_encoding::HEXLOWER.encode(bytes)
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
            assert_eq!(origin(one) == origin(other), same, "{one} {other}");
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
