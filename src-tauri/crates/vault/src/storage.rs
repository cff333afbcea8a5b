//! Stores one secret under one name: in the keychain's entry or, if the entry is too small, in a file under a key that
//! the entry contains.
//!
//! Deliberately not here: which keychain it is, and where the folder of the files lies.
//!
//! # A secret that is longer than an entry is in a file that only the entry opens
//!
//! `vault::storage`: the keychain of Windows takes 2,560 bytes, tokens have up to 8,000. Each writing of a long secret
//! draws a new key and a new file name. The file contains the secret, sealed with XChaCha20-Poly1305 under the key and
//! the entry's name; the entry contains key and file name. The file alone reveals only the length of the secret, and
//! the file of another entry or of an earlier writing does not open.
//!
//! # A crash leaves the old secret or the new one
//!
//! The entry is the only place that says which secret is valid, and the keychain replaces it as a whole:
//!
//! 1. The new file is written, durable with its name, and opened again. It has a name of its own, so the old file stays
//!    as it is. A crash here leaves the old secret, and a file whose key is nowhere.
//! 2. The entry is written: from here on the new secret is valid. A crash here leaves the old file, whose key is
//!    nowhere any more.
//! 3. The secret is read back through entry and file. If it is not the one that was stored, no file is removed.
//! 4. Every other file of this entry is removed: the old one, and what a crash left. A file that cannot be removed
//!    stays for the next writing; nobody has its key.
//!
//! A secret that fits takes the same way without step 1. Deleting removes the entry first, and then all its files:
//! after a crash in between the secret is absent, not unreadable.
//!
//! A file that is missing or damaged is `FileLost`, which differs from a secret that was never stored: the profile key
//! must not be made anew because of it.

mod files;
mod seal;
#[cfg(test)]
mod tests;

use std::{
    path::PathBuf,
    sync::{Mutex, MutexGuard, PoisonError},
};

use keyring::{Entry, Error as KeyringError};
use secrecy::{ExposeSecret, SecretString};
use zeroize::Zeroizing;

use self::{files::Files, seal::Seal};
use crate::error::VaultError;

/// Lets nobody write an entry between the steps of another writing, whose new file would be removed as a former one. One
/// process at a time has the ledger of a profile open, and changes its secrets.
static WRITING: Mutex<()> = Mutex::new(());

/// Where secrets go: into entries of at most some bytes, and into a folder.
#[derive(Clone, Debug)]
pub(crate) struct Storage {
    files: Files,
    /// Most bytes of an entry; none if the keychain has no limit of its own.
    entry_bytes_max: Option<usize>,
}

impl Storage {
    pub(crate) const fn new(folder: PathBuf, entry_bytes_max: Option<usize>) -> Self {
        Self { files: Files::new(folder), entry_bytes_max }
    }

    /// Stores a secret in place of an earlier one.
    ///
    /// # Errors
    /// `NotStored` if another secret is read back, `TooLong`, `File`; otherwise see [`VaultError`].
    pub(crate) fn put(&self, entry: &Entry, name: &str, secret: &SecretString) -> Result<(), VaultError> {
        let _writing = self.writing();
        let seal = if self.fits(secret) { None } else { Some(self.write_file(name, secret)?) };
        write_entry(entry, seal.as_ref(), secret)?;
        match self.read(entry, name)? {
            Some(stored) if stored.expose_secret() == secret.expose_secret() => {}
            Some(_) | None => return Err(VaultError::NotStored),
        }
        self.files.remove_all_but(name, seal.as_ref().map(Seal::file_id).as_deref());
        Ok(())
    }

    /// Reads a secret; none if there is no entry.
    ///
    /// # Errors
    /// `FileLost`, `File`, `NotText`; otherwise see [`VaultError`].
    pub(crate) fn get(&self, entry: &Entry, name: &str) -> Result<Option<SecretString>, VaultError> {
        match self.read(entry, name) {
            // The secret may have been replaced between reading its entry and its file.
            Err(VaultError::FileLost) => self.read(entry, name),
            read => read,
        }
    }

    /// Deletes a secret, whether it is there or not.
    ///
    /// # Errors
    /// See [`VaultError`].
    pub(crate) fn forget(&self, entry: &Entry, name: &str) -> Result<(), VaultError> {
        let _writing = self.writing();
        match entry.delete_credential() {
            Ok(()) | Err(KeyringError::NoEntry) => {}
            Err(error) => return Err(VaultError::from_keyring(error)),
        }
        self.files.remove_all_but(name, None);
        Ok(())
    }

    /// Where every secret fits, writings need not wait for each other, nor for a keychain that asks its user.
    fn writing(&self) -> Option<MutexGuard<'static, ()>> {
        self.entry_bytes_max.map(|_| WRITING.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Whether a secret is stored in the entry itself. A text that would be taken for a seal is not.
    fn fits(&self, secret: &SecretString) -> bool {
        let secret = secret.expose_secret().as_bytes();
        let is_short = self.entry_bytes_max.is_none_or(|bytes_max| secret.len() <= bytes_max);
        is_short && !seal::is_sealed(secret)
    }

    /// Writes a secret to a new file, and returns what the entry has to say about it. The file is opened again while the
    /// entry still has the earlier secret: a scanner may have taken it away.
    fn write_file(&self, name: &str, secret: &SecretString) -> Result<Seal, VaultError> {
        let seal = Seal::random()?;
        self.files.write(name, &seal.file_id(), &seal.close(name, secret)?)?;
        match self.open_file(name, &seal) {
            Ok(stored) if stored.expose_secret() == secret.expose_secret() => Ok(seal),
            Ok(_) | Err(VaultError::FileLost) => Err(VaultError::NotStored),
            Err(error) => Err(error),
        }
    }

    fn read(&self, entry: &Entry, name: &str) -> Result<Option<SecretString>, VaultError> {
        let bytes = match entry.get_secret() {
            Ok(bytes) => Zeroizing::new(bytes),
            Err(KeyringError::NoEntry) => return Ok(None),
            Err(error) => return Err(VaultError::from_keyring(error)),
        };
        if seal::is_sealed(&bytes) {
            let seal = Seal::decode(&bytes).ok_or(VaultError::FileLost)?;
            return self.open_file(name, &seal).map(Some);
        }
        let text = str::from_utf8(&bytes).map_err(|_| VaultError::NotText)?;
        Ok(Some(SecretString::from(text)))
    }

    fn open_file(&self, name: &str, seal: &Seal) -> Result<SecretString, VaultError> {
        let file = self.files.read(name, &seal.file_id(), seal::FILE_BYTES_MAX)?;
        seal.open(name, &file.ok_or(VaultError::FileLost)?)
    }
}

fn write_entry(entry: &Entry, seal: Option<&Seal>, secret: &SecretString) -> Result<(), VaultError> {
    let written = match seal {
        Some(seal) => entry.set_secret(&seal.encode()),
        None => entry.set_secret(secret.expose_secret().as_bytes()),
    };
    written.map_err(VaultError::from_keyring)
}
