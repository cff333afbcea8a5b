//! The keychain of each system: how to open it, the vendor name that it must have, how much an entry takes, and the
//! meaning of its errors. Only this module depends on the system.

use keyring::Error as KeyringError;
use keyring_core::api::{CredentialPersistence, CredentialStore};

pub(crate) use system::{ENTRY_BYTES_MAX, MODIFIERS, connect};

use self::system::sort;
use crate::error::VaultError;

/// Refuses any store but the system's own durable one: a substitute would lose the secrets, or show them.
pub(crate) fn require_native(store: &CredentialStore) -> Result<(), VaultError> {
    let vendor = store.vendor();
    let durable = matches!(store.persistence(), CredentialPersistence::UntilDelete);
    if durable && vendor.starts_with(system::VENDOR) {
        return Ok(());
    }
    tracing::error!(vendor, "refused a store that is not the system's keychain");
    Err(VaultError::NotNative { vendor })
}

impl VaultError {
    pub(crate) fn from_keyring(error: KeyringError) -> Self {
        match error {
            KeyringError::PlatformFailure(source) => sort(source, Self::Refused),
            KeyringError::NoStorageAccess(source) => sort(source, |_| Self::Locked),
            KeyringError::NoEntry => Self::NotStored,
            KeyringError::BadEncoding(_) | KeyringError::BadDataFormat(..) => Self::NotText,
            KeyringError::TooLong(_, length_max) => Self::TooLong { length_max },
            KeyringError::Ambiguous(_) => Self::Ambiguous,
            KeyringError::NoDefaultStore => Self::NoKeychain,
            KeyringError::BadStoreFormat(_)
            | KeyringError::Invalid(..)
            | KeyringError::NotSupportedByStore(_)
            | _ => Self::Unsupported,
        }
    }
}

#[cfg(target_os = "linux")]
mod system {
    use std::sync::Arc;

    use keyring_core::{api::CredentialStore, error::PlatformError};
    use secret_service::Error as ServiceError;

    use crate::error::VaultError;

    pub(crate) const VENDOR: &str = "Secret Service store,";
    pub(crate) const MODIFIERS: [(&str, &str); 1] = [("label", "Paysheet")];
    /// Most bytes of an entry: this keychain names no limit, and takes what the desk accepts.
    pub(crate) const ENTRY_BYTES_MAX: Option<usize> = None;

    pub(crate) fn connect() -> Result<Arc<CredentialStore>, VaultError> {
        let store = zbus_secret_service_keyring_store::Store::new().map_err(|error| {
            tracing::warn!(%error, "no secret service in this session");
            VaultError::NoKeychain
        })?;
        Ok(store)
    }

    /// Classifies an error. The Secret Service API distinguishes a locked collection and a dismissed prompt from a
    /// missing one; `otherwise` takes the errors that it does not distinguish.
    pub(crate) fn sort(source: PlatformError, otherwise: fn(PlatformError) -> VaultError) -> VaultError {
        match source.downcast_ref::<ServiceError>() {
            Some(ServiceError::Locked | ServiceError::Prompt) => VaultError::Locked,
            Some(ServiceError::NoResult | ServiceError::Unavailable | ServiceError::PromptDisconnected) => {
                VaultError::NoKeychain
            }
            Some(
                ServiceError::Crypto(_)
                | ServiceError::Zbus(_)
                | ServiceError::ZbusFdo(_)
                | ServiceError::Zvariant(_)
                | _,
            )
            | None => otherwise(source),
        }
    }
}

#[cfg(target_os = "macos")]
mod system {
    use std::sync::Arc;

    use keyring_core::{api::CredentialStore, error::PlatformError};

    use crate::error::VaultError;

    pub(crate) const VENDOR: &str = "macOS Keychain Store,";
    pub(crate) const MODIFIERS: [(&str, &str); 0] = [];
    /// Most bytes of an entry: this keychain names no limit, and takes what the desk accepts.
    pub(crate) const ENTRY_BYTES_MAX: Option<usize> = None;

    pub(crate) fn connect() -> Result<Arc<CredentialStore>, VaultError> {
        let store = apple_native_keyring_store::keychain::Store::new().map_err(VaultError::from_keyring)?;
        Ok(store)
    }

    /// Classifies an error. The login keychain asks the user by itself; all other errors go to `otherwise`.
    pub(crate) fn sort(source: PlatformError, otherwise: fn(PlatformError) -> VaultError) -> VaultError {
        otherwise(source)
    }
}

#[cfg(target_os = "windows")]
mod system {
    use std::sync::Arc;

    use keyring_core::{api::CredentialStore, error::PlatformError};

    use crate::error::VaultError;

    pub(crate) const VENDOR: &str = "Windows Credential Manager,";
    /// Local: the secrets must not roam to other machines with the user's profile.
    pub(crate) const MODIFIERS: [(&str, &str); 1] = [("persistence", "Local")];
    /// Most bytes of an entry: `CRED_MAX_CREDENTIAL_BLOB_SIZE`. They are the secret's own, since `set_secret` stores
    /// bytes as they are; `set_password` would store two for each character.
    pub(crate) const ENTRY_BYTES_MAX: Option<usize> = Some(2_560);

    pub(crate) fn connect() -> Result<Arc<CredentialStore>, VaultError> {
        let store = windows_native_keyring_store::Store::new().map_err(VaultError::from_keyring)?;
        Ok(store)
    }

    /// Classifies an error. The credential manager is unlocked with the session; all other errors go to `otherwise`.
    pub(crate) fn sort(source: PlatformError, otherwise: fn(PlatformError) -> VaultError) -> VaultError {
        otherwise(source)
    }
}
