//! Where a batch went. An unknown batch may only be sent again to the service that may have it already: another
//! one does not know its references, and would pay the same people once more.

use paysheet_service::Service;
use url::{Host, Url};

use crate::{desk::Desk, error::DeskError};

impl Desk {
    /// Remembers that the batch goes to this service, before it goes. The service is the very one that it is sent
    /// to afterwards: the profile may name another one by then.
    pub(crate) async fn remember_destination(&self, batch: u32, service: &Service) -> Result<(), DeskError> {
        Ok(self.inner.ledger.set_setting(&setting(batch), service.address(), self.now()).await?)
    }

    /// # Errors
    /// `ServiceMoved` where the batch went to another service than this one, `Ledger`.
    pub(crate) async fn require_same_destination(
        &self,
        batch: u32,
        service: &Service,
    ) -> Result<(), DeskError> {
        let Some(went_to) = self.inner.ledger.setting(&setting(batch)).await? else {
            return Ok(());
        };
        if is_same_service(&went_to, service.address()) {
            Ok(())
        } else {
            Err(DeskError::ServiceMoved(went_to))
        }
    }
}

fn setting(batch: u32) -> String {
    format!("destination/{batch}")
}

/// The same host, port and path; on this computer the port does not count, since the practice service has a new
/// one at each start.
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
    fn another_host_port_or_path_is_another_service() {
        for (one, other, same) in [
            ("https://pay.example.com", "https://pay.example.com/", true),
            ("https://pay.example.com", "https://pay.example.com:443", true),
            ("https://pay.example.com", "https://pay.example.org", false),
            ("https://pay.example.com", "https://pay.example.com:8443", false),
            ("https://pay.example.com/a", "https://pay.example.com/b", false),
            ("http://127.0.0.1:1", "http://127.0.0.1:2", true),
            ("http://127.0.0.1:1", "https://pay.example.com", false),
        ] {
            assert_eq!(is_same_service(one, other), same, "{one} {other}");
        }
    }
}
