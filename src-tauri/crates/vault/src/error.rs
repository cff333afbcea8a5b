//! Errors between Paysheet and the keychain, by what the user can do about them. No variant contains data from the
//! keychain or from the file of a secret: some of the library's errors do, and are dropped when they become one of
//! these (`native`).

use std::io;

use keyring_core::error::PlatformError;

#[derive(Debug, thiserror::Error)]
pub enum VaultError {
    /// No place to store secrets: no keychain runs in this session, or it has no collection set up.
    #[error("this session has no keychain")]
    NoKeychain,
    /// The user has to unlock the keychain, or closed the prompt that asked for it.
    #[error("the keychain is locked")]
    Locked,
    /// The store is not the system's own, or does not outlive the program.
    #[error("{vendor} is not this system's keychain")]
    NotNative { vendor: String },
    /// Paysheet's entry contains data that are not text.
    #[error("the keychain's entry is not text")]
    NotText,
    /// Several entries match Paysheet's name; the user has to remove the wrong ones.
    #[error("the keychain has several entries of the same name")]
    Ambiguous,
    /// The keychain returns another value than the one that was stored.
    #[error("the keychain did not store the secret")]
    NotStored,
    /// The secret or its name is longer than this keychain accepts.
    #[error("the keychain takes at most {length_max} characters here")]
    TooLong { length_max: u32 },
    /// The keychain does not accept a name, or does not support the operation at all.
    #[error("the keychain does not support this")]
    Unsupported,
    /// The keychain failed for a reason of its own.
    #[error("the keychain failed")]
    Refused(#[source] PlatformError),
    /// The file of a long secret is missing or damaged, or is that of another secret: it has to be entered again.
    #[error("the file of a long secret is missing or damaged")]
    FileLost,
    /// The file of a long secret is there and cannot be read, or cannot be written.
    #[error("the file of a long secret cannot be used: {0}")]
    File(#[from] io::Error),
}
