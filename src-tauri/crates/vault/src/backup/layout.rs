//! Where each part of a sealed key is, and how many lines its bytes are on paper.
//!
//! The sealed bytes (version 1, [`SEALED_BYTES`] of them, numbers big-endian):
//!
//! | bytes | what |
//! |---|---|
//! | 0 | version |
//! | 1–2 | memory of Argon2id, MiB |
//! | 3 | passes of Argon2id |
//! | 4 | lanes of Argon2id |
//! | 5–20 | salt |
//! | 21–28 | first bytes of the key's fingerprint |
//! | 29–36 | first bytes of the SHA-256 of the profile's name |
//! | 37–84 | the key, sealed by XChaCha20-Poly1305, and its tag |

use paysheet_domain::reference::PROFILE_KEY_BYTES;

const SALT_BYTES: usize = 16;
pub(super) const FINGERPRINT_BYTES: usize = 8;
pub(super) const NAME_DIGEST_BYTES: usize = 8;
const TAG_BYTES: usize = 16;
pub(super) const FINGERPRINT_AT: usize = 5 + SALT_BYTES;
pub(super) const NAME_AT: usize = FINGERPRINT_AT + FINGERPRINT_BYTES;
pub(super) const HEAD_BYTES: usize = NAME_AT + NAME_DIGEST_BYTES;
/// Length of a sealed key in bytes.
pub const SEALED_BYTES: usize = HEAD_BYTES + PROFILE_KEY_BYTES + TAG_BYTES;

/// Number of lines of a backup.
pub const LINES: usize = SYMBOLS.div_ceil(LINE_SYMBOLS);
/// Number of symbols; each has five bits.
pub(super) const SYMBOLS: usize = SEALED_BYTES * 8 / 5;
/// Symbols of a line, without its check.
pub(super) const LINE_SYMBOLS: usize = 20;
