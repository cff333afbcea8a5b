//! The address of the service, and how its token is written. An address that could send the token or the lock over an
//! open network does not become an [`Endpoint`].

use url::{Host, Url};

/// Longest scheme word before the token (`Bearer` is the usual one).
const TOKEN_PREFIX_CHARS_MAX: usize = 32;

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AddressError {
    #[error("not a web address")]
    Malformed,
    #[error("the address must begin with https://")]
    NotHttps,
    #[error("http:// is for this computer only")]
    PlainHttpElsewhere,
    #[error("the address holds a user name or a password")]
    HoldsCredentials,
    #[error("the address holds a query")]
    HoldsQuery,
    #[error("the address holds a fragment")]
    HoldsFragment,
    #[error("the word before the token holds characters a header cannot carry")]
    TokenPrefix,
}

/// The base address of a payout service: https, or http on this computer; a path prefix is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Endpoint {
    base: Url,
    token_prefix: String,
}

impl Endpoint {
    /// Parses the base address and the word to write before the token, empty for none.
    ///
    /// # Errors
    /// The problem with the address, or with the word.
    pub fn parse(base_url: &str, token_prefix: &str) -> Result<Self, AddressError> {
        let base = Url::parse(base_url.trim()).map_err(|_| AddressError::Malformed)?;
        let on_this_computer = base.host().is_some_and(|host| is_loopback(&host));
        match base.scheme() {
            "https" => {}
            "http" if on_this_computer => {}
            "http" => return Err(AddressError::PlainHttpElsewhere),
            _ => return Err(AddressError::NotHttps),
        }
        if !base.username().is_empty() || base.password().is_some() {
            return Err(AddressError::HoldsCredentials);
        }
        if base.query().is_some() {
            return Err(AddressError::HoldsQuery);
        }
        if base.fragment().is_some() {
            return Err(AddressError::HoldsFragment);
        }
        let token_prefix = token_prefix.trim();
        let writable = token_prefix.bytes().all(|b| b.is_ascii_graphic() || b == b' ');
        if !writable || token_prefix.len() > TOKEN_PREFIX_CHARS_MAX {
            return Err(AddressError::TokenPrefix);
        }
        Ok(Self { base, token_prefix: token_prefix.to_owned() })
    }

    /// The address as shown to the user; it contains no secret.
    #[must_use]
    pub fn as_str(&self) -> &str {
        self.base.as_str()
    }

    /// The word before the token, empty for none.
    #[must_use]
    pub fn token_prefix(&self) -> &str {
        &self.token_prefix
    }

    pub(crate) fn is_plain_http(&self) -> bool {
        self.base.scheme() == "http"
    }

    pub(crate) fn is_on_this_computer(&self) -> bool {
        self.base.host().is_some_and(|host| is_loopback(&host))
    }

    /// Returns the address of a call with its query; each part is percent-encoded.
    pub(crate) fn call(&self, path: &[&str], query: &[(&str, &str)]) -> Url {
        let mut url = self.base.clone();
        if let Ok(mut segments) = url.path_segments_mut() {
            segments.pop_if_empty().extend(path);
        }
        if !query.is_empty() {
            url.query_pairs_mut().extend_pairs(query);
        }
        url
    }
}

fn is_loopback(host: &Host<&str>) -> bool {
    match host {
        Host::Domain(name) => *name == "localhost",
        Host::Ipv4(address) => address.is_loopback(),
        Host::Ipv6(address) => address.is_loopback(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_addresses_that_keep_secrets_are_taken() {
        for (address, expected) in [
            ("https://pay.example.com", Ok("https://pay.example.com/")),
            ("https://pay.example.com:8443/api/", Ok("https://pay.example.com:8443/api/")),
            (" https://pay.example.com/api ", Ok("https://pay.example.com/api")),
            ("http://127.0.0.1:8787", Ok("http://127.0.0.1:8787/")),
            ("http://127.9.9.9", Ok("http://127.9.9.9/")),
            ("http://localhost", Ok("http://localhost/")),
            ("http://LOCALHOST:1", Ok("http://localhost:1/")),
            ("http://[::1]:1", Ok("http://[::1]:1/")),
            ("http://192.168.0.2", Err(AddressError::PlainHttpElsewhere)),
            ("http://0.0.0.0", Err(AddressError::PlainHttpElsewhere)),
            ("http://example.com", Err(AddressError::PlainHttpElsewhere)),
            ("http://localhost.example.com", Err(AddressError::PlainHttpElsewhere)),
            ("http://127.0.0.1.example.com", Err(AddressError::PlainHttpElsewhere)),
            ("http://[::ffff:127.0.0.1]", Err(AddressError::PlainHttpElsewhere)),
            ("http://localhost@example.com", Err(AddressError::PlainHttpElsewhere)),
            ("ftp://example.com", Err(AddressError::NotHttps)),
            ("file:///etc/hosts", Err(AddressError::NotHttps)),
            ("https://user@example.com", Err(AddressError::HoldsCredentials)),
            ("https://:secret@example.com", Err(AddressError::HoldsCredentials)),
            ("https://example.com?a=b", Err(AddressError::HoldsQuery)),
            ("https://example.com/#a", Err(AddressError::HoldsFragment)),
            ("https://", Err(AddressError::Malformed)),
            ("pay.example.com", Err(AddressError::Malformed)),
            ("", Err(AddressError::Malformed)),
        ] {
            let got = Endpoint::parse(address, "");
            assert_eq!(got.as_ref().map(Endpoint::as_str).map_err(|error| *error), expected, "{address}");
        }
    }

    #[test]
    fn the_word_before_the_token_must_fit_a_header() {
        for (prefix, expected) in [
            ("", Ok("")),
            (" Bearer ", Ok("Bearer")),
            ("Bearer\r\nX: y", Err(AddressError::TokenPrefix)),
            ("Bär", Err(AddressError::TokenPrefix)),
        ] {
            let got = Endpoint::parse("https://example.com", prefix);
            assert_eq!(got.as_ref().map(Endpoint::token_prefix).map_err(|error| *error), expected);
        }
    }

    #[test]
    fn calls_keep_the_prefix_and_encode_their_parts() {
        for (base, expected) in [
            ("https://example.com", "https://example.com/v1/banks?bankcode=0+4%264"),
            ("https://example.com/api", "https://example.com/api/v1/banks?bankcode=0+4%264"),
            ("https://example.com/api/", "https://example.com/api/v1/banks?bankcode=0+4%264"),
        ] {
            let endpoint = Endpoint::parse(base, "").expect("an address");
            assert_eq!(endpoint.call(&["v1", "banks"], &[("bankcode", "0 4&4")]).as_str(), expected);
        }
    }
}
