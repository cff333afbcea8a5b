//! Compares secrets.

use secrecy::{ExposeSecret, SecretString};
use sha2::{Digest, Sha256};

/// Compares a secret in a time that does not reveal how much of it was right.
pub(crate) fn is_secret(secret: &SecretString, given: &str) -> bool {
    let hash = |text: &str| Sha256::digest(text.as_bytes());
    hash(secret.expose_secret()) == hash(given)
}
