//! Stores token, lock and profile key in the operating system's keychain, and nowhere else: no environment, no
//! memory-only substitute, and no file that could be read without the keychain. Without a keychain, every call returns
//! an error and nothing is stored.
//!
//! A secret that is longer than an entry of the keychain is in a file, sealed under a key that is in the entry: see
//! `storage`.
//!
//! [`backup`] seals the profile key, and only that, under a passphrase of the user.
//!
//! Deliberately not here: when a secret may be used (the desk decides that), and any way to list or export the others.
//!
//! Calls block, and a keychain may ask the user for a password meanwhile: call from `spawn_blocking`.
//!
//! # Secrets stay where they are
//!
//! `vault` refuses a store that is not the system's own. The window sends a secret in, and no command returns one.
//! Practice generates its token and wallet lock at each start and keeps them in memory.

pub mod backup;
mod error;
mod native;
mod storage;

use std::{borrow::Cow, collections::HashMap, path::Path, sync::Arc, thread};

use keyring::Entry;
use keyring_core::api::CredentialStore;
use paysheet_domain::Currency;
use secrecy::SecretString;

pub use error::VaultError;
use storage::Storage;

/// The name of the entries in the keychain, the same on all systems.
pub const SERVICE_NAME: &str = "app.paysheet.desk";

/// The kinds of entries of a profile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SecretKind {
    /// The authorization token of the payout service.
    Token,
    /// The wallet's password.
    Lock,
    /// The password of the wallet that pays a single currency.
    LockOf(Currency),
    /// The key from which references are derived.
    ProfileKey,
    /// A credential for requesting a new token, if the service issues tokens in this way.
    RenewalKey,
    RenewalSecret,
    /// The last event of the event chain in the profile's ledger. It is not secret: it is stored here to be out of
    /// reach of whoever can write the ledger's file.
    LedgerAnchor,
}

impl SecretKind {
    fn name(self) -> Cow<'static, str> {
        let name = match self {
            Self::Token => "token",
            Self::Lock => "lock",
            Self::LockOf(currency) => return format!("lock-{currency}").into(),
            Self::ProfileKey => "profile-key",
            Self::RenewalKey => "renewal-key",
            Self::RenewalSecret => "renewal-secret",
            Self::LedgerAnchor => "ledger-anchor",
        };
        name.into()
    }
}

/// Access to the keychain. It contains no secret and no connection: each call connects anew, so that a keychain that
/// was restarted or locked meanwhile is seen in its current state.
#[derive(Clone, Debug)]
pub struct Vault {
    connect: fn() -> Result<Arc<CredentialStore>, VaultError>,
    storage: Storage,
}

impl Vault {
    /// Opens the keychain of this system. Secrets that are longer than its entries are stored in the folder, sealed; it
    /// is created with the first of them, and must be used for nothing else.
    ///
    /// # Errors
    /// `NoKeychain` if none runs, `NotNative` if the store is not this system's own durable one.
    pub fn open(folder: &Path) -> Result<Self, VaultError> {
        Self::open_with_entries(folder, native::ENTRY_BYTES_MAX)
    }

    /// Opens the keychain of this system, and puts at most this many bytes into an entry; none for no limit. Tests look
    /// with this at what another system does.
    ///
    /// # Errors
    /// As [`Vault::open`].
    pub fn open_with_entries(folder: &Path, entry_bytes_max: Option<usize>) -> Result<Self, VaultError> {
        Self::with(native::connect, Storage::new(folder.to_owned(), entry_bytes_max))
    }

    fn with(
        connect: fn() -> Result<Arc<CredentialStore>, VaultError>,
        storage: Storage,
    ) -> Result<Self, VaultError> {
        let vault = Self { connect, storage };
        apart_from_any_runtime(|| vault.store().map(drop))?;
        Ok(vault)
    }

    /// Stores a secret, replaces an earlier one, and reads it back to be sure that it is there. A crash leaves the
    /// earlier secret or this one.
    ///
    /// # Errors
    /// `NotStored` if the keychain accepted it but returns something else; `TooLong`, and `File` if it needs a file that
    /// cannot be written; otherwise see [`VaultError`].
    pub fn put(&self, profile: &str, kind: SecretKind, secret: &SecretString) -> Result<(), VaultError> {
        self.with_entry(profile, kind, |entry, name| self.storage.put(entry, name, secret))?;
        tracing::info!(profile, kind = &*kind.name(), "secret stored in the keychain");
        Ok(())
    }

    /// Reads a secret; none if it was never stored or has been removed.
    ///
    /// # Errors
    /// See [`VaultError`]; `NotText` if another program stored something else under Paysheet's name, `FileLost` if the
    /// file of a long secret is missing or damaged.
    pub fn get(&self, profile: &str, kind: SecretKind) -> Result<Option<SecretString>, VaultError> {
        self.with_entry(profile, kind, |entry, name| self.storage.get(entry, name))
    }

    /// Removes a secret. A missing secret is no error.
    ///
    /// # Errors
    /// See [`VaultError`].
    pub fn forget(&self, profile: &str, kind: SecretKind) -> Result<(), VaultError> {
        self.with_entry(profile, kind, |entry, name| self.storage.forget(entry, name))?;
        tracing::info!(profile, kind = &*kind.name(), "secret removed from the keychain");
        Ok(())
    }

    /// Returns whether a secret is stored; it is read and wiped, since not all keychains can check without reading. One
    /// whose file is lost has to be entered again, so it counts as not stored.
    ///
    /// # Errors
    /// As [`Vault::get`], but for `FileLost` and `File`.
    pub fn is_set(&self, profile: &str, kind: SecretKind) -> Result<bool, VaultError> {
        match self.get(profile, kind) {
            Ok(secret) => Ok(secret.is_some()),
            Err(VaultError::FileLost) => Ok(false),
            // It is there, and its own error says why it cannot be read now.
            Err(VaultError::File(_)) => Ok(true),
            Err(error) => Err(error),
        }
    }

    fn store(&self) -> Result<Arc<CredentialStore>, VaultError> {
        let store = (self.connect)()?;
        native::require_native(store.as_ref())?;
        Ok(store)
    }

    /// Calls with an entry of a new connection, and with its name in the keychain: the file of a long secret opens for
    /// this name only.
    fn with_entry<T: Send>(
        &self,
        profile: &str,
        kind: SecretKind,
        call: impl FnOnce(&Entry, &str) -> Result<T, VaultError> + Send,
    ) -> Result<T, VaultError> {
        apart_from_any_runtime(|| {
            let user = format!("{profile}/{}", kind.name());
            call(&self.entry(&user)?, &format!("{SERVICE_NAME}/{user}"))
        })
    }

    /// Returns an entry of a new connection. `Entry::new` is not used: it connects once for the whole process, and
    /// without our modifiers.
    fn entry(&self, user: &str) -> Result<Entry, VaultError> {
        let modifiers = HashMap::from(native::MODIFIERS);
        let built = self.store()?.build(SERVICE_NAME, user, Some(&modifiers));
        built.map(|inner| Entry { inner }).map_err(VaultError::from_keyring)
    }
}

/// Runs a keychain call on a thread of its own: the D-Bus library drives its own runtime, also to close its connection,
/// and would panic on a thread that already drives one. A panic in the call reaches the caller as a panic.
fn apart_from_any_runtime<T: Send>(call: impl FnOnce() -> T + Send) -> T {
    thread::scope(|scope| match scope.spawn(call).join() {
        Ok(answer) => answer,
        Err(panic) => std::panic::resume_unwind(panic),
    })
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use keyring::Error as KeyringError;

    use super::*;

    fn nowhere() -> Storage {
        Storage::new(PathBuf::from("nowhere"), None)
    }

    #[test]
    fn a_store_that_forgets_is_refused() {
        let mock = || Ok(keyring_core::mock::Store::new().expect("a mock") as Arc<CredentialStore>);
        assert!(matches!(Vault::with(mock, nowhere()), Err(VaultError::NotNative { .. })));
    }

    #[test]
    fn nothing_in_a_vault_can_print_a_secret() {
        let vault = Vault { connect: || Err(VaultError::NoKeychain), storage: nowhere() };
        assert!(format!("{vault:?}").starts_with("Vault { connect: "));
        let foreign = KeyringError::BadEncoding(b"canary".to_vec());
        let error = VaultError::from_keyring(foreign);
        assert!(matches!(error, VaultError::NotText));
        assert!(!format!("{error:?} {error}").contains("canary"));
    }
}
