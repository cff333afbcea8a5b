//! The passphrase of a backup: what it must be, and how it becomes bytes. It is wiped when dropped, and never printed.

use std::{collections::HashSet, fmt};

use secrecy::{ExposeSecret, SecretString};
use unicode_normalization::UnicodeNormalization;
use zeroize::Zeroizing;

/// Fewest characters of a passphrase that a backup is made with.
pub const PASSPHRASE_CHARS_MIN: usize = 12;
/// Fewest different characters in it, so that one key held down is none.
pub const PASSPHRASE_DISTINCT_CHARS_MIN: usize = 6;
/// Longest passphrase in bytes.
pub const PASSPHRASE_BYTES_MAX: usize = 1_024;

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PassphraseError {
    #[error("the passphrase has fewer than {PASSPHRASE_CHARS_MIN} characters")]
    TooShort,
    #[error("the passphrase has more than {PASSPHRASE_BYTES_MAX} bytes")]
    TooLong,
    #[error("the passphrase has fewer than {PASSPHRASE_DISTINCT_CHARS_MIN} different characters")]
    TooSimple,
    #[error("the two passphrases differ")]
    Differs,
    #[error("no passphrase was typed")]
    Missing,
}

/// Composed (NFC), since another computer's keyboard may send the same letters in pieces.
pub struct Passphrase(Zeroizing<String>);

impl Passphrase {
    /// A passphrase for a new backup, typed twice.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn chosen(typed: &SecretString, repeated: &SecretString) -> Result<Self, PassphraseError> {
        let (chosen, repeated) = (Self::typed(typed)?, Self::composed(repeated));
        let characters = chosen.0.chars().count();
        if characters < PASSPHRASE_CHARS_MIN {
            return Err(PassphraseError::TooShort);
        }
        if chosen.0.chars().collect::<HashSet<_>>().len() < PASSPHRASE_DISTINCT_CHARS_MIN {
            return Err(PassphraseError::TooSimple);
        }
        if chosen.0 == repeated.0 { Ok(chosen) } else { Err(PassphraseError::Differs) }
    }

    /// A passphrase to open a backup with: whatever was chosen once.
    ///
    /// # Errors
    /// `Missing`, `TooLong`.
    pub fn typed(typed: &SecretString) -> Result<Self, PassphraseError> {
        let length = typed.expose_secret().len();
        if length > PASSPHRASE_BYTES_MAX {
            return Err(PassphraseError::TooLong);
        }
        if length == 0 { Err(PassphraseError::Missing) } else { Ok(Self::composed(typed)) }
    }

    fn composed(typed: &SecretString) -> Self {
        let text = typed.expose_secret();
        // Room enough from the start: a text that moves leaves a copy behind.
        const COMPOSED_GROWTH_MAX: usize = 3;
        let mut composed = Zeroizing::new(String::with_capacity(text.len() * COMPOSED_GROWTH_MAX));
        composed.extend(text.nfc());
        Self(composed)
    }

    pub(super) fn as_bytes(&self) -> &[u8] {
        self.0.as_bytes()
    }
}

impl fmt::Debug for Passphrase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Passphrase(…)")
    }
}
