//! A profile key, sealed under a passphrase.
//!
//! Bytes 0 to 36 after `LABEL` are the associated data. Encryption key (32 bytes) and nonce (24) are one output of
//! Argon2id: the salt is drawn anew for each backup, so that no pair is ever used twice, and 24 bytes less have to be
//! typed.

use argon2::{Algorithm, Argon2, Block, Params, Version};
use chacha20poly1305::{
    KeyInit, XChaCha20Poly1305,
    aead::{Aead, Payload},
};
use data_encoding::HEXLOWER;
use paysheet_domain::ProfileKey;
use sha2::{Digest, Sha256};
use zeroize::Zeroizing;

use super::{
    error::BackupError,
    layout::{FINGERPRINT_AT, FINGERPRINT_BYTES, HEAD_BYTES, NAME_AT, NAME_DIGEST_BYTES, SEALED_BYTES},
    passphrase::Passphrase,
};

/// The version of the sealed bytes that is written.
const VERSION: u8 = 1;
const NONCE_BYTES: usize = 24;
const CIPHER_KEY_BYTES: usize = 32;
/// Separates the associated data from that of any other use.
const LABEL: &[u8] = b"paysheet profile key backup\0";
/// Separates the fingerprint from any other digest of the key.
const FINGERPRINT_LABEL: &[u8] = b"paysheet profile key\0";
const NAME_LABEL: &[u8] = b"paysheet profile name\0";

/// The work of trying a passphrase. Stored with each backup, so that later versions may require more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    pub memory_mib: u16,
    pub passes: u8,
    pub lanes: u8,
}

impl Effort {
    /// The effort of new backups: the second recommendation of RFC 9106 (64 MiB, 3 passes, 4 lanes).
    pub const STANDARD: Self = Self { memory_mib: 64, passes: 3, lanes: 4 };
    /// The highest effort that a backup may require, so that a hostile file can consume neither all memory nor an hour
    /// of time.
    pub const MOST: Self = Self { memory_mib: 512, passes: 10, lanes: 16 };

    pub(super) fn is_allowed(self) -> bool {
        (1..=Self::MOST.memory_mib).contains(&self.memory_mib)
            && (1..=Self::MOST.passes).contains(&self.passes)
            && (1..=Self::MOST.lanes).contains(&self.lanes)
    }
}

/// A key in the form of the file and the sheet. Not a secret by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SealedKey(pub(super) [u8; SEALED_BYTES]);

impl SealedKey {
    /// Seals a key under a passphrase. Needs time and memory, by design.
    ///
    /// # Errors
    /// `NoRandomness`, `NoMemory`; `TooDemanding` if a backup with this effort would not be read again.
    pub fn seal(
        key: &ProfileKey,
        profile: &str,
        passphrase: &Passphrase,
        effort: Effort,
    ) -> Result<Self, BackupError> {
        let mut bytes = [0; SEALED_BYTES];
        bytes[0] = VERSION;
        bytes[1..3].copy_from_slice(&effort.memory_mib.to_be_bytes());
        (bytes[3], bytes[4]) = (effort.passes, effort.lanes);
        getrandom::fill(&mut bytes[5..FINGERPRINT_AT]).map_err(|_| BackupError::NoRandomness)?;
        bytes[FINGERPRINT_AT..NAME_AT].copy_from_slice(&fingerprint_bytes(key)[..FINGERPRINT_BYTES]);
        bytes[NAME_AT..HEAD_BYTES].copy_from_slice(&name_digest(profile));
        let mut sealed = Self(bytes);
        let plain =
            Zeroizing::new(HEXLOWER.decode(key.to_hex().as_bytes()).map_err(|_| BackupError::Damaged)?);
        let (cipher, nonce) = sealed.cipher(passphrase)?;
        let associated = sealed.associated();
        let payload = Payload { msg: &plain, aad: &associated };
        let text = cipher.encrypt((&nonce).into(), payload).map_err(|_| BackupError::Damaged)?;
        sealed.0[HEAD_BYTES..].copy_from_slice(&text);
        Ok(sealed)
    }

    /// Opens the backup.
    ///
    /// # Errors
    /// `NotOpened` for another passphrase, or if the bytes are not those that were sealed; `TooDemanding` before any
    /// work is done; `NoMemory`.
    pub fn open(&self, passphrase: &Passphrase) -> Result<ProfileKey, BackupError> {
        let (cipher, nonce) = self.cipher(passphrase)?;
        let payload = Payload { msg: &self.0[HEAD_BYTES..], aad: &self.associated() };
        let plain = cipher.decrypt((&nonce).into(), payload).map_err(|_| BackupError::NotOpened)?;
        let plain = Zeroizing::new(plain);
        let text = Zeroizing::new(HEXLOWER.encode(&plain));
        let key = ProfileKey::from_hex(&text).map_err(|_| BackupError::Damaged)?;
        let own = &fingerprint_bytes(&key)[..FINGERPRINT_BYTES];
        if own == self.fingerprint_bytes() { Ok(key) } else { Err(BackupError::Damaged) }
    }

    /// Checks the version and the effort before any other use.
    pub(super) fn parse(bytes: [u8; SEALED_BYTES]) -> Result<Self, BackupError> {
        if bytes[0] != VERSION {
            return Err(BackupError::NewerVersion { version: u32::from(bytes[0]) });
        }
        let sealed = Self(bytes);
        if sealed.effort().is_allowed() { Ok(sealed) } else { Err(BackupError::TooDemanding) }
    }

    #[must_use]
    pub fn effort(&self) -> Effort {
        let memory_mib = u16::from_be_bytes([self.0[1], self.0[2]]);
        Effort { memory_mib, passes: self.0[3], lanes: self.0[4] }
    }

    /// Returns the first part of the fingerprint as four groups of hexadecimal digits, to be read aloud. If
    /// [`fingerprint`] of a key begins with it, that key was sealed.
    #[must_use]
    pub fn fingerprint(&self) -> String {
        grouped(&HEXLOWER.encode(self.fingerprint_bytes()))
    }

    /// Returns whether a fingerprint from [`fingerprint`] is that of the sealed key.
    #[must_use]
    pub fn is_of(&self, fingerprint: &str) -> bool {
        fingerprint.starts_with(&HEXLOWER.encode(self.fingerprint_bytes()))
    }

    pub(super) fn is_of_profile(&self, name: &str) -> bool {
        self.0[NAME_AT..HEAD_BYTES] == name_digest(name)
    }

    fn fingerprint_bytes(&self) -> &[u8] {
        &self.0[FINGERPRINT_AT..NAME_AT]
    }

    fn associated(&self) -> Vec<u8> {
        [LABEL, &self.0[..HEAD_BYTES]].concat()
    }

    fn cipher(&self, passphrase: &Passphrase) -> Result<(XChaCha20Poly1305, [u8; NONCE_BYTES]), BackupError> {
        let effort = self.effort();
        if !effort.is_allowed() {
            return Err(BackupError::TooDemanding);
        }
        let salt = &self.0[5..FINGERPRINT_AT];
        let mut derived = Zeroizing::new([0; CIPHER_KEY_BYTES + NONCE_BYTES]);
        derive(passphrase, salt, effort, derived.as_mut())?;
        let (key, rest) = derived.split_at(CIPHER_KEY_BYTES);
        let mut nonce = [0; NONCE_BYTES];
        nonce.copy_from_slice(rest);
        let cipher = XChaCha20Poly1305::new_from_slice(key).map_err(|_| BackupError::Damaged)?;
        Ok((cipher, nonce))
    }
}

/// Returns the full fingerprint of a key. It identifies the key without revealing it, since 256 random bits cannot be
/// found from their digest.
#[must_use]
pub fn fingerprint(key: &ProfileKey) -> String {
    HEXLOWER.encode(&fingerprint_bytes(key))
}

/// Returns the first characters of a full fingerprint, as they are shown and printed.
#[must_use]
pub fn short_fingerprint(fingerprint: &str) -> String {
    grouped(fingerprint.get(..FINGERPRINT_BYTES * 2).unwrap_or(fingerprint))
}

fn fingerprint_bytes(key: &ProfileKey) -> [u8; 32] {
    Sha256::new().chain_update(FINGERPRINT_LABEL).chain_update(key.to_hex().as_bytes()).finalize().into()
}

pub(super) fn name_digest(name: &str) -> [u8; NAME_DIGEST_BYTES] {
    let digest = Sha256::new().chain_update(NAME_LABEL).chain_update(name.as_bytes()).finalize();
    let mut first = [0; NAME_DIGEST_BYTES];
    first.copy_from_slice(&digest[..NAME_DIGEST_BYTES]);
    first
}

fn grouped(text: &str) -> String {
    let characters: Vec<char> = text.chars().collect();
    characters.chunks(4).map(|group| group.iter().collect::<String>()).collect::<Vec<_>>().join(" ")
}

/// Runs Argon2id on the passphrase. Its memory is wiped afterwards.
fn derive(passphrase: &Passphrase, salt: &[u8], effort: Effort, out: &mut [u8]) -> Result<(), BackupError> {
    const KIB_PER_MIB: u32 = 1_024;
    let memory_kib = u32::from(effort.memory_mib) * KIB_PER_MIB;
    let params = Params::new(memory_kib, u32::from(effort.passes), u32::from(effort.lanes), Some(out.len()))
        .map_err(|_| BackupError::TooDemanding)?;
    let mut memory = Zeroizing::new(Vec::new());
    memory.try_reserve_exact(params.block_count()).map_err(|_| BackupError::NoMemory)?;
    memory.resize(params.block_count(), Block::new());
    Argon2::new(Algorithm::Argon2id, Version::V0x13, params)
        .hash_password_into_with_memory(passphrase.as_bytes(), salt, out, memory.as_mut_slice())
        .map_err(|_| BackupError::Damaged)
}
