//! The address that the payer returns to.
//!
//! The return address is `https://return.paysheet.invalid/top-up/<nonce>`: a name that no name server resolves, so that
//! a return that was not caught leads nowhere. In the system's browser it ends on a page that cannot be found; the
//! funding status, which is polled all the time, decides there as well.

use url::Url;

use super::nonce::nonce;

/// A name that no name server ever resolves (RFC 2606): if the return is not intercepted, it leads nowhere.
pub(crate) const RETURN_HOST: &str = "return.paysheet.invalid";

/// The address that the payer returns to, once. Its path ends with a nonce.
#[derive(Clone, PartialEq, Eq)]
pub struct ReturnAddress(pub(crate) Url);

impl ReturnAddress {
    /// Creates a new address.
    ///
    /// # Errors
    /// Fails if the system provides no random bytes.
    pub fn random() -> Result<Self, getrandom::Error> {
        Ok(Self::with_nonce(&nonce()?))
    }

    pub(crate) fn with_nonce(nonce: &str) -> Self {
        let address = format!("https://{RETURN_HOST}/top-up/{nonce}");
        let Ok(url) = Url::parse(&address) else { unreachable!("a host, a path and hexadecimal digits") };
        Self(url)
    }

    #[must_use]
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }
}
