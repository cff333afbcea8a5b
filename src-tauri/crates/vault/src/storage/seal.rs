//! The seal of a long secret: what the keychain's entry contains, and the bytes of the file.
//!
//! The entry is a header, the id of the file and the key, in hexadecimal digits. The file is a nonce and the sealed
//! text. The associated data are `LABEL`, the id and the entry's name, so that a file opens only for the entry it was
//! written for. The key is random and seals one text, so nothing is derived.

use std::io;

use chacha20poly1305::{
    KeyInit, XChaCha20Poly1305,
    aead::{Aead, Payload},
};
use data_encoding::HEXLOWER;
use secrecy::{ExposeSecret, SecretString};
use zeroize::Zeroizing;

use crate::error::VaultError;

/// Begins the entry of a sealed secret. The number is the version of entry and file.
const HEADER: &[u8] = b"paysheet-sealed-1\n";
/// Separates the associated data from that of any other use.
const LABEL: &[u8] = b"paysheet sealed secret\0";
const ID_BYTES: usize = 16;
const KEY_BYTES: usize = 32;
const NONCE_BYTES: usize = 24;
const TAG_BYTES: usize = 16;
/// Most bytes of a secret that is sealed: several times what the desk accepts from its user.
const SECRET_BYTES_MAX: u32 = 64 * 1_024;
/// Most bytes of a file that are read, so that a file that was exchanged cannot fill the memory.
pub(super) const FILE_BYTES_MAX: usize = NONCE_BYTES + SECRET_BYTES_MAX as usize + TAG_BYTES;

/// The file and the key of one sealed secret. It is secret itself, so it has no `Debug`.
pub(super) struct Seal {
    id: [u8; ID_BYTES],
    key: Zeroizing<[u8; KEY_BYTES]>,
}

/// Returns whether the content of an entry names a file.
pub(super) fn is_sealed(entry: &[u8]) -> bool {
    entry.starts_with(HEADER)
}

impl Seal {
    /// Draws a new file name and a new key.
    ///
    /// # Errors
    /// If the system gives no random bytes.
    pub(super) fn random() -> io::Result<Self> {
        let mut seal = Self { id: [0; ID_BYTES], key: Zeroizing::new([0; KEY_BYTES]) };
        getrandom::fill(&mut seal.id).map_err(io::Error::other)?;
        getrandom::fill(&mut seal.key[..]).map_err(io::Error::other)?;
        Ok(seal)
    }

    /// Parses the content of an entry; none if it is not what [`Self::encode`] returns.
    pub(super) fn decode(entry: &[u8]) -> Option<Self> {
        let text = str::from_utf8(entry.strip_prefix(HEADER)?).ok()?;
        let (id, key) = text.split_once('\n')?;
        let id: [u8; ID_BYTES] = HEXLOWER.decode(id.as_bytes()).ok()?.try_into().ok()?;
        let decoded = Zeroizing::new(HEXLOWER.decode(key.as_bytes()).ok()?);
        let mut key = Zeroizing::new([0_u8; KEY_BYTES]);
        if decoded.len() != KEY_BYTES {
            return None;
        }
        key.copy_from_slice(&decoded);
        Some(Self { id, key })
    }

    /// Returns the content of the entry.
    pub(super) fn encode(&self) -> Zeroizing<Vec<u8>> {
        let key = Zeroizing::new(HEXLOWER.encode(&self.key[..]));
        let id = self.file_id();
        Zeroizing::new([HEADER, id.as_bytes(), b"\n".as_slice(), key.as_bytes()].concat())
    }

    /// Returns the id of the file. Not a secret.
    pub(super) fn file_id(&self) -> String {
        HEXLOWER.encode(&self.id)
    }

    /// Returns the bytes of the file.
    ///
    /// # Errors
    /// `TooLong` if they would not be read again; `File` if the system gives no random bytes.
    pub(super) fn close(&self, name: &str, secret: &SecretString) -> Result<Vec<u8>, VaultError> {
        let too_long = VaultError::TooLong { length_max: SECRET_BYTES_MAX };
        let plain = secret.expose_secret().as_bytes();
        if plain.len() > SECRET_BYTES_MAX as usize {
            return Err(too_long);
        }
        let mut nonce = [0_u8; NONCE_BYTES];
        getrandom::fill(&mut nonce).map_err(io::Error::other)?;
        let payload = Payload { msg: plain, aad: &self.associated(name) };
        let text = self.cipher()?.encrypt((&nonce).into(), payload).map_err(|_| too_long)?;
        Ok([nonce.as_slice(), text.as_slice()].concat())
    }

    /// Returns the secret in the bytes of a file.
    ///
    /// # Errors
    /// `FileLost` if they are not what was written under this key for the entry of this name.
    pub(super) fn open(&self, name: &str, file: &[u8]) -> Result<SecretString, VaultError> {
        let (nonce, text) = file.split_first_chunk::<NONCE_BYTES>().ok_or(VaultError::FileLost)?;
        let payload = Payload { msg: text, aad: &self.associated(name) };
        let plain = self.cipher()?.decrypt(nonce.into(), payload).map_err(|_| VaultError::FileLost)?;
        let plain = Zeroizing::new(plain);
        let text = str::from_utf8(&plain).map_err(|_| VaultError::FileLost)?;
        Ok(SecretString::from(text))
    }

    /// The id has a fixed length, so that no two pairs of id and name have the same associated data.
    fn associated(&self, name: &str) -> Vec<u8> {
        [LABEL, self.id.as_slice(), name.as_bytes()].concat()
    }

    fn cipher(&self) -> Result<XChaCha20Poly1305, VaultError> {
        XChaCha20Poly1305::new_from_slice(&self.key[..]).map_err(|_| VaultError::Unsupported)
    }
}
