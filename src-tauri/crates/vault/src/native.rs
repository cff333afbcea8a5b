//! The keychain of each system: how to reach it, what it must call itself, and what its own errors mean. The only
//! place that knows which system this is.

use std::sync::Arc;

use keyring_core::{
    api::{CredentialPersistence, CredentialStore},
    error::PlatformError,
};

use crate::VaultError;

pub(crate) use system::{MODIFIERS, connect, sort};

/// Refuses any store but the system's own durable one: a stand-in would lose the secrets, or show them.
pub(crate) fn require_native(store: &CredentialStore) -> Result<(), VaultError> {
    let vendor = store.vendor();
    let durable = matches!(store.persistence(), CredentialPersistence::UntilDelete);
    if durable && vendor.starts_with(system::VENDOR) {
        return Ok(());
    }
    tracing::error!(vendor, "refused a store that is not the system's keychain");
    Err(VaultError::NotNative { vendor })
}

#[cfg(target_os = "linux")]
mod system {
    use secret_service::Error as ServiceError;

    use super::{Arc, CredentialStore, PlatformError, VaultError};

    pub(crate) const VENDOR: &str = "Secret Service store,";
    pub(crate) const MODIFIERS: [(&str, &str); 1] = [("label", "Paysheet")];

    pub(crate) fn connect() -> Result<Arc<CredentialStore>, VaultError> {
        let store = zbus_secret_service_keyring_store::Store::new().map_err(|error| {
            tracing::warn!(%error, "no secret service in this session");
            VaultError::NoKeychain
        })?;
        Ok(store)
    }

    /// The Secret Service API tells a locked collection and a dismissed prompt from a missing one; `otherwise`
    /// takes what it does not tell.
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
    use super::{Arc, CredentialStore, PlatformError, VaultError};

    pub(crate) const VENDOR: &str = "macOS Keychain Store,";
    pub(crate) const MODIFIERS: [(&str, &str); 0] = [];

    pub(crate) fn connect() -> Result<Arc<CredentialStore>, VaultError> {
        let store = apple_native_keyring_store::keychain::Store::new().map_err(VaultError::from_keyring)?;
        Ok(store)
    }

    /// The login keychain asks by itself; what is left over is `otherwise`.
    pub(crate) fn sort(source: PlatformError, otherwise: fn(PlatformError) -> VaultError) -> VaultError {
        otherwise(source)
    }
}

#[cfg(target_os = "windows")]
mod system {
    use super::{Arc, CredentialStore, PlatformError, VaultError};

    pub(crate) const VENDOR: &str = "Windows Credential Manager,";
    /// Local: the secrets must not roam to other machines with the user's profile.
    pub(crate) const MODIFIERS: [(&str, &str); 1] = [("persistence", "Local")];

    pub(crate) fn connect() -> Result<Arc<CredentialStore>, VaultError> {
        let store = windows_native_keyring_store::Store::new().map_err(VaultError::from_keyring)?;
        Ok(store)
    }

    /// The credential manager is unlocked with the session; what is left over is `otherwise`.
    pub(crate) fn sort(source: PlatformError, otherwise: fn(PlatformError) -> VaultError) -> VaultError {
        otherwise(source)
    }
}
