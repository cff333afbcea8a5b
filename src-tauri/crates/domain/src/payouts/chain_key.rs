//! The key of a ledger's event chain. It is derived from the profile key. So a program that can write the ledger's
//! file, but cannot read the keychain, cannot create events that verify.

use std::fmt;

use data_encoding::HEXLOWER;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// HMAC-SHA-256 under a key that cannot be printed. The hashed key is stored in memory, not the key itself.
#[derive(Clone)]
pub struct ChainKey(Hmac<Sha256>);

impl ChainKey {
    /// Creates the key from 32 bytes, such as a key derived from the profile key.
    #[must_use]
    pub fn new(bytes: &[u8; 32]) -> Self {
        let Ok(mac) = Hmac::<Sha256>::new_from_slice(bytes) else {
            unreachable!("HMAC takes keys of any length");
        };
        Self(mac)
    }

    /// Returns the message authentication code of `message`, in 64 hexadecimal digits.
    #[must_use]
    pub fn mac(&self, message: &[u8]) -> String {
        let mut mac = self.0.clone();
        mac.update(message);
        HEXLOWER.encode(&mac.finalize().into_bytes())
    }
}

impl fmt::Debug for ChainKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ChainKey(…)")
    }
}

#[cfg(test)]
mod tests {
    use crate::payouts::reference::ProfileKey;

    #[test]
    fn each_profile_key_has_its_own_chain_key() {
        let of = |digits: &str| ProfileKey::from_hex(&digits.repeat(32)).expect("a key").chain_key();
        assert_eq!(of("07").mac(b"event"), of("07").mac(b"event"));
        assert_ne!(of("07").mac(b"event"), of("08").mac(b"event"));
        assert_ne!(of("07").mac(b"event"), of("07").mac(b"event "));
        assert_eq!(format!("{:?}", of("07")), "ChainKey(…)");
    }
}
