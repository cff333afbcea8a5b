//! Card data from the card window: sealed in the page, opened here. The web view's library holds a message in buffers
//! that it frees and does not wipe. Remains in these buffers are useless to anybody, because the key that opens a
//! message is made for that message only and is destroyed with it. The page's side of this is `ui/src/card/seal.ts`.
//!
//! Deliberately not here: trust. The window's capability decides who may send.
//!
//! # A card's codes are not in the program's memory once its window is closed
//!
//! Two measures ensure it; each removes copies that were found without it. `app::card_session::sealed`: the web view's
//! library frees message buffers without wiping them, so the page (`ui/src/card/seal.ts`) encrypts the message for a
//! key that opens this one message. The allocator in `main.rs` wipes freed memory, which covers the buffers of the HTTP
//! client and of other libraries. Security code, PIN and one-time code are typed into password fields. The card number
//! is typed into an ordinary field, for screen readers and undo; WebKitGTK passes the text around its cursor to the
//! input method, so the number may remain in memory on Linux. The page holds none of them in state and clears each
//! field after use (`ui/src/card/SecretInput.tsx`). In addition, `core_dumps` prevents a crash from writing memory to
//! the disk (on Windows the system's own crash reports are the user's setting).

use ring::{
    aead::{AES_256_GCM, Aad, LessSafeKey, NONCE_LEN, Nonce, UnboundKey},
    agreement::{ECDH_P256, EphemeralPrivateKey, UnparsedPublicKey, agree_ephemeral},
    error::Unspecified,
    hkdf::{HKDF_SHA256, Salt},
    rand::SystemRandom,
};
use zeroize::Zeroizing;

/// The purpose of the derived keys. The same key agreement gives another key for another purpose.
const PURPOSE: &[u8] = b"paysheet card 1";
/// Length of a P-256 point in the uncompressed form of SEC 1.
const POINT_BYTES: usize = 65;

/// A key that opens one message.
pub struct OneTimeKey {
    private: EphemeralPrivateKey,
    public: Vec<u8>,
}

impl OneTimeKey {
    /// Makes a key.
    ///
    /// # Errors
    /// If the system has no randomness.
    pub fn make() -> Result<Self, Unspecified> {
        let private = EphemeralPrivateKey::generate(&ECDH_P256, &SystemRandom::new())?;
        let public = private.compute_public_key()?.as_ref().to_vec();
        Ok(Self { private, public })
    }

    /// Returns the public part, which the page seals a message with: a point of P-256, uncompressed.
    pub fn public(&self) -> Vec<u8> {
        self.public.clone()
    }

    /// Opens a message: the sender's public point, followed by the sealed text. The key is used for this message only,
    /// so no nonce is needed.
    ///
    /// # Errors
    /// If the message was sealed for another key, or is no such message.
    pub fn open(self, message: &[u8]) -> Result<Zeroizing<Vec<u8>>, Unspecified> {
        let (point, sealed) = message.split_at_checked(POINT_BYTES).ok_or(Unspecified)?;
        let info = [PURPOSE, &self.public, point];
        let theirs = UnparsedPublicKey::new(&ECDH_P256, point);
        let key = agree_ephemeral(self.private, &theirs, |shared| {
            let secret = Salt::new(HKDF_SHA256, &[]).extract(shared);
            secret.expand(&info, &AES_256_GCM).map(UnboundKey::from)
        })??;
        let mut text = Zeroizing::new(sealed.to_vec());
        let nonce = Nonce::assume_unique_for_key([0; NONCE_LEN]);
        let length = LessSafeKey::new(key).open_in_place(nonce, Aad::empty(), &mut text)?.len();
        text.truncate(length);
        Ok(text)
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;

    /// Seals a text as the page does.
    pub fn seal(text: &[u8], theirs: &[u8]) -> Vec<u8> {
        let mine = EphemeralPrivateKey::generate(&ECDH_P256, &SystemRandom::new()).unwrap();
        let point = mine.compute_public_key().unwrap().as_ref().to_vec();
        let info = [PURPOSE, theirs, &point];
        let key = agree_ephemeral(mine, &UnparsedPublicKey::new(&ECDH_P256, theirs), |shared| {
            let secret = Salt::new(HKDF_SHA256, &[]).extract(shared);
            UnboundKey::from(secret.expand(&info, &AES_256_GCM).unwrap())
        })
        .unwrap();
        let mut sealed = text.to_vec();
        let nonce = Nonce::assume_unique_for_key([0; NONCE_LEN]);
        LessSafeKey::new(key).seal_in_place_append_tag(nonce, Aad::empty(), &mut sealed).unwrap();
        [point, sealed].concat()
    }

    #[test]
    fn a_message_is_opened_by_its_own_key_and_whole() {
        let [mine, other, third] = std::array::from_fn(|_| OneTimeKey::make().unwrap());
        let message = seal(b"4100000000000019", &mine.public);
        assert!(!message.windows(4).any(|window| window == b"4100"));
        assert_eq!(*mine.open(&message).unwrap(), b"4100000000000019");
        assert!(other.open(&message).is_err());
        let mut changed = seal(b"4100000000000019", &third.public);
        *changed.last_mut().unwrap() ^= 1;
        assert!(third.open(&changed).is_err());
    }

    #[test]
    fn what_is_no_message_is_none() {
        for bytes in [&b""[..], b"{", &[4; POINT_BYTES - 1], &[4; POINT_BYTES], &[4; 200]] {
            assert!(OneTimeKey::make().unwrap().open(bytes).is_err(), "{bytes:?}");
        }
    }
}
