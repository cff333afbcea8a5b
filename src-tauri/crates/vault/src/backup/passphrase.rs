//! The passphrase of a backup: its rules, and its conversion to bytes. It is wiped when dropped, and never printed.

use std::{collections::HashSet, fmt};

use secrecy::{ExposeSecret, SecretString};
use unicode_normalization::UnicodeNormalization;
use zeroize::Zeroizing;

/// Fewest characters of a passphrase that a backup is made with.
pub const PASSPHRASE_CHARS_MIN: usize = 12;
/// Fewest different characters in it, so that one key held down is not accepted.
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

/// A passphrase in composed form (NFC), since another computer's keyboard may send the same letters decomposed.
pub struct Passphrase(Zeroizing<String>);

impl Passphrase {
    /// Checks a passphrase for a new backup, typed twice.
    ///
    /// # Errors
    /// The violated rule.
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

    /// Takes a passphrase that opens a backup: any passphrase that was chosen once.
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
        // The buffer has enough room from the start: a text that moves leaves a copy behind.
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
