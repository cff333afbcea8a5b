//! A backup of the profile key, sealed under a passphrase: a small text file, and the same bytes as seven lines of
//! letters and digits that can be typed from a printed sheet.
//!
//! Deliberately not here: where the key is stored, which ledger it belongs to, and reading or writing files.
//!
//! # A backup of the key reveals nothing without its passphrase
//!
//! `vault::backup`: Argon2id and XChaCha20-Poly1305, with the parameters in the file and bounded when read. Every byte
//! is covered by the seal or a checksum. A damaged file is distinguished from a wrong passphrase before the passphrase
//! is tried. The sheet has the same bytes as lines that can be typed, each with its own check.

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
