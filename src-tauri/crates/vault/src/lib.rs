//! Stores token, lock and profile key in the operating system's keychain, and nowhere else: no file, no environment, no
//! memory-only substitute. Without a keychain, every call returns an error and nothing is stored.
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

use std::{borrow::Cow, collections::HashMap, sync::Arc, thread};

use keyring::{Entry, Error as KeyringError};
use keyring_core::api::CredentialStore;
use paysheet_domain::Currency;
use secrecy::{ExposeSecret, SecretString};
use zeroize::Zeroizing;

pub use error::VaultError;

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
}

impl Vault {
    /// Opens the keychain of this system.
    ///
    /// # Errors
    /// `NoKeychain` if none runs, `NotNative` if the store is not this system's own durable one.
    pub fn open() -> Result<Self, VaultError> {
        Self::with(native::connect)
    }

    fn with(connect: fn() -> Result<Arc<CredentialStore>, VaultError>) -> Result<Self, VaultError> {
        let vault = Self { connect };
        apart_from_any_runtime(|| vault.store().map(drop))?;
        Ok(vault)
    }

    /// Stores a secret, replaces an earlier one, and reads it back to be sure that it is there.
    ///
    /// # Errors
    /// `NotStored` if the keychain accepted it but returns something else; otherwise see [`VaultError`].
    pub fn put(&self, profile: &str, kind: SecretKind, secret: &SecretString) -> Result<(), VaultError> {
        apart_from_any_runtime(|| {
            let entry = self.entry(profile, kind)?;
            entry.set_secret(secret.expose_secret().as_bytes()).map_err(VaultError::from_keyring)?;
            match read(&entry)? {
                Some(stored) if stored.expose_secret() == secret.expose_secret() => Ok(()),
                Some(_) | None => Err(VaultError::NotStored),
            }
        })?;
        tracing::info!(profile, kind = &*kind.name(), "secret stored in the keychain");
        Ok(())
    }

    /// Reads a secret; none if it was never stored or has been removed.
    ///
    /// # Errors
    /// See [`VaultError`]; `NotText` if another program stored something else under Paysheet's name.
    pub fn get(&self, profile: &str, kind: SecretKind) -> Result<Option<SecretString>, VaultError> {
        apart_from_any_runtime(|| read(&self.entry(profile, kind)?))
    }

    /// Removes a secret. A missing secret is no error.
    ///
    /// # Errors
    /// See [`VaultError`].
    pub fn forget(&self, profile: &str, kind: SecretKind) -> Result<(), VaultError> {
        apart_from_any_runtime(|| match self.entry(profile, kind)?.delete_credential() {
            Ok(()) | Err(KeyringError::NoEntry) => Ok(()),
            Err(error) => Err(VaultError::from_keyring(error)),
        })?;
        tracing::info!(profile, kind = &*kind.name(), "secret removed from the keychain");
        Ok(())
    }

    /// Returns whether a secret is stored; it is read and wiped, since not all keychains can check without reading.
    ///
    /// # Errors
    /// As [`Vault::get`].
    pub fn is_set(&self, profile: &str, kind: SecretKind) -> Result<bool, VaultError> {
        self.get(profile, kind).map(|secret| secret.is_some())
    }

    fn store(&self) -> Result<Arc<CredentialStore>, VaultError> {
        let store = (self.connect)()?;
        native::require_native(store.as_ref())?;
        Ok(store)
    }

    /// Returns an entry of a new connection. `Entry::new` is not used: it connects once for the whole process, and
    /// without our modifiers.
    fn entry(&self, profile: &str, kind: SecretKind) -> Result<Entry, VaultError> {
        let user = format!("{profile}/{}", kind.name());
        let modifiers = HashMap::from(native::MODIFIERS);
        let built = self.store()?.build(SERVICE_NAME, &user, Some(&modifiers));
        built.map(|inner| Entry { inner }).map_err(VaultError::from_keyring)
    }
}

fn read(entry: &Entry) -> Result<Option<SecretString>, VaultError> {
    let bytes = match entry.get_secret() {
        Ok(bytes) => Zeroizing::new(bytes),
        Err(KeyringError::NoEntry) => return Ok(None),
        Err(error) => return Err(VaultError::from_keyring(error)),
    };
    let text = str::from_utf8(&bytes).map_err(|_| VaultError::NotText)?;
    Ok(Some(SecretString::from(text)))
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
    use super::*;

    #[test]
    fn a_store_that_forgets_is_refused() {
        let mock = || Ok(keyring_core::mock::Store::new().expect("a mock") as Arc<CredentialStore>);
        assert!(matches!(Vault::with(mock), Err(VaultError::NotNative { .. })));
    }

    #[test]
    fn nothing_in_a_vault_can_print_a_secret() {
        let vault = Vault { connect: || Err(VaultError::NoKeychain) };
        assert!(format!("{vault:?}").starts_with("Vault { connect: "));
        let foreign = KeyringError::BadEncoding(b"canary".to_vec());
        let error = VaultError::from_keyring(foreign);
        assert!(matches!(error, VaultError::NotText));
        assert!(!format!("{error:?} {error}").contains("canary"));
    }
}
