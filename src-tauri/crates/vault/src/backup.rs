//! A backup of the profile key, sealed under a passphrase: a small text file, and the same bytes as seven lines of
//! letters and digits that can be typed from a printed sheet.
//!
//! Deliberately not here: where the key is stored, which ledger it belongs to, and reading or writing files.

mod error;
mod file;
mod layout;
mod lines;
mod passphrase;
mod sealed_key;
#[cfg(test)]
mod tests;

pub use error::BackupError;
pub use file::{FILE_BYTES_MAX, KeyBackup};
pub use layout::{LINES, SEALED_BYTES};
pub use passphrase::{
    PASSPHRASE_BYTES_MAX, PASSPHRASE_CHARS_MIN, PASSPHRASE_DISTINCT_CHARS_MIN, Passphrase, PassphraseError,
};
pub use sealed_key::{Effort, SealedKey, fingerprint, short_fingerprint};
