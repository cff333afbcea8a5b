//! What can go wrong between Paysheet and the keychain, told apart by what the user can do about it. No variant
//! carries what the keychain held: some of the library's errors do, and are dropped here.

use keyring_core::{Error as KeyringError, error::PlatformError};

use crate::native;

#[derive(Debug, thiserror::Error)]
pub enum VaultError {
    /// Nothing to keep secrets in: no keychain runs in this session, or it has no place set up.
    #[error("this session has no keychain")]
    NoKeychain,
    /// The user has to unlock the keychain, or closed the prompt that asked for it.
    #[error("the keychain is locked")]
    Locked,
    /// The store is not the system's own, or does not outlive the program.
    #[error("{vendor} is not this system's keychain")]
    NotNative { vendor: String },
    /// Our entry holds something that is not text.
    #[error("the keychain's entry is not text")]
    NotText,
    /// Several entries answer to our name; the user has to remove the wrong ones.
    #[error("the keychain has several entries of the same name")]
    Ambiguous,
    /// What was put is not what the keychain gives back.
    #[error("the keychain did not keep the secret")]
    NotKept,
    /// The secret or its name is longer than this keychain takes.
    #[error("the keychain takes at most {length_max} characters here")]
    TooLong { length_max: u32 },
    /// The keychain does not take a name, or does not do what was asked at all.
    #[error("the keychain does not support this")]
    Unsupported,
    /// The keychain failed for its own reasons.
    #[error("the keychain failed")]
    Refused(#[source] PlatformError),
}

impl VaultError {
    pub(crate) fn from_keyring(error: KeyringError) -> Self {
        match error {
            KeyringError::PlatformFailure(source) => native::sort(source, Self::Refused),
            KeyringError::NoStorageAccess(source) => native::sort(source, |_| Self::Locked),
            KeyringError::NoEntry => Self::NotKept,
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
