//! References. A reference is created once, is the same for the same payroll wherever it is imported again, and
//! cannot be guessed.
//!
//! `base32(HMAC-SHA-256(profile key, run id, row identity, occurrence))`, truncated to 26 characters (130 bits).
//!
//! # References are made once
//!
//! `domain::payouts::reference`: HMAC of the profile key over run (name and period), account and occurrence. A row's
//! amount and position are not part of it, so a corrected or sorted copy of a payroll cannot pay the same person twice
//! under the same name. Rows of one account are counted from the largest amount. The ledger refuses to freeze a
//! reference that another payroll has. `desk::state::session::profile_key` refuses to make, approve or send references
//! with another key than the ledger's: every path to a submission in `desk::pay` calls it first.

use std::fmt;

use data_encoding::{BASE32_NOPAD, HEXLOWER};
use hmac::{Hmac, KeyInit, Mac};
use secrecy::{ExposeSecret, SecretBox};
use serde::{Deserialize, Serialize};
use sha2::Sha256;
use subtle::ConstantTimeEq as _;
use zeroize::Zeroizing;

use crate::{payouts::chain_key::ChainKey, texts::names::folded_name};

/// Length of a profile key in bytes.
pub const PROFILE_KEY_BYTES: usize = 32;
/// Length of a reference in characters.
pub const REFERENCE_CHARS: usize = 26;

#[derive(Debug, thiserror::Error)]
pub enum KeyError {
    #[error("the profile key must be {} hexadecimal digits", PROFILE_KEY_BYTES * 2)]
    Malformed,
    #[error("the system gave no random bytes")]
    NoRandomness,
}

/// The key from which all references of a profile are derived. It is not a credential and cannot be used to pay. But
/// with it references could be guessed, so it is stored like a credential.
pub struct ProfileKey(SecretBox<[u8; PROFILE_KEY_BYTES]>);

impl ProfileKey {
    /// # Errors
    /// If the system provides no random bytes.
    pub fn random() -> Result<Self, KeyError> {
        let mut bytes = Zeroizing::new([0; PROFILE_KEY_BYTES]);
        getrandom::fill(bytes.as_mut()).map_err(|_| KeyError::NoRandomness)?;
        Ok(Self(SecretBox::new(Box::new(*bytes))))
    }

    /// # Errors
    /// If the text is not 64 hexadecimal digits.
    pub fn from_hex(text: &str) -> Result<Self, KeyError> {
        let bytes = Zeroizing::new(HEXLOWER.decode(text.trim().as_bytes()).map_err(|_| KeyError::Malformed)?);
        let bytes: [u8; PROFILE_KEY_BYTES] = bytes.as_slice().try_into().map_err(|_| KeyError::Malformed)?;
        Ok(Self(SecretBox::new(Box::new(bytes))))
    }

    /// Returns the key as text. It must be stored where only its owner can read it.
    #[must_use]
    pub fn to_hex(&self) -> Zeroizing<String> {
        Zeroizing::new(HEXLOWER.encode(self.0.expose_secret()))
    }

    /// Returns a keyed fingerprint in 64 hexadecimal digits. It shows whether two texts differ, and reveals nothing
    /// about either of them without the key. `label` separates fingerprints of different things.
    #[must_use]
    pub fn fingerprint(&self, label: &str, text: &[u8]) -> String {
        let mut mac = self.hmac();
        mac.update(b"fingerprint\0");
        mac.update(&(label.len() as u64).to_be_bytes());
        mac.update(label.as_bytes());
        mac.update(text);
        HEXLOWER.encode(&mac.finalize().into_bytes())
    }

    /// Returns the key of the ledger's event chain: HMAC-SHA-256 of a fixed label under the profile key.
    #[must_use]
    pub fn chain_key(&self) -> ChainKey {
        let mut mac = self.hmac();
        mac.update(b"event chain\0");
        let bytes = Zeroizing::new(<[u8; 32]>::from(mac.finalize().into_bytes()));
        ChainKey::new(&bytes)
    }

    fn hmac(&self) -> Hmac<Sha256> {
        let Ok(mac) = Hmac::<Sha256>::new_from_slice(self.0.expose_secret()) else {
            unreachable!("HMAC takes keys of any length");
        };
        mac
    }

    fn derived(&self, kind: &str, parts: &[&str]) -> String {
        let mut mac = self.hmac();
        for part in [kind].iter().chain(parts) {
            // The length comes first, so that two different lists of parts never give the same bytes.
            mac.update(&(part.len() as u64).to_be_bytes());
            mac.update(part.as_bytes());
        }
        let digest = mac.finalize().into_bytes();
        let mut text = BASE32_NOPAD.encode(&digest);
        text.truncate(REFERENCE_CHARS);
        text
    }

    /// Returns the reference of batch `number` (from 1) of a run.
    #[must_use]
    pub fn batch_reference(&self, run: &RunId, currency: &str, number: u32) -> Reference {
        Reference(self.derived("batch", &[run.as_str(), currency, &number.to_string()]))
    }

    /// Returns the reference of one payout. `identity` is the account that the row pays. `occurrence` counts the rows
    /// of the payroll that pay the same account, from 0.
    #[must_use]
    pub fn payout_reference(&self, run: &RunId, identity: &RowIdentity, occurrence: u32) -> Reference {
        Reference(self.derived("payout", &[run.as_str(), &identity.0, &occurrence.to_string()]))
    }

    /// Returns the code that the service sends back with each result of a run. Derived and not random, so that planning
    /// a payroll again gives the same bodies. The references of the run reveal nothing of it.
    #[must_use]
    pub fn callback_code(&self, run: &RunId) -> CallbackCode {
        CallbackCode(self.derived("callback code", &[run.as_str()]))
    }
}

impl fmt::Debug for ProfileKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ProfileKey(…)")
    }
}

/// Identity of a payroll: its name and period as the user confirmed them. Names that look alike are the same, see
/// [`folded_name`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunId(String);

impl RunId {
    #[must_use]
    pub fn new(name: &str, period: &str) -> Self {
        Self(format!("{}\u{1f}{}", folded_name(name), folded_name(period)))
    }

    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Identity of a row: the account that it pays. Its place in the file and its amount do not count. So a sorted or
/// corrected copy of the same payroll gives the same references, and nobody is paid a second time because an amount
/// was changed in between.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RowIdentity(String);

impl RowIdentity {
    #[must_use]
    pub fn new(bank_code: &str, account_number: &str) -> Self {
        Self(format!("{bank_code}\u{1f}{account_number}"))
    }
}

/// A reference of ours: 26 characters of A–Z and 2–7.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, specta::Type)]
#[serde(transparent)]
pub struct Reference(String);

impl Reference {
    /// Parses a text that has the form of a reference.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let shaped = text.len() == REFERENCE_CHARS
            && text.bytes().all(|b| b.is_ascii_uppercase() || (b'2'..=b'7').contains(&b));
        shaped.then(|| Self(text.to_owned()))
    }

    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Reference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A code that goes along with each batch of a payroll and comes back with its results: whoever does not know it cannot
/// report on the payroll. It is a secret: it is never shown, and compared in constant time.
#[derive(Clone)]
pub struct CallbackCode(String);

impl CallbackCode {
    /// Takes a code as it was received: in any case and with spaces around it. Returns none if it is empty. A NUL, which
    /// no database column takes, makes it another code and not an absent one.
    #[must_use]
    pub fn received(text: &str) -> Option<Self> {
        let text = text.trim();
        (!text.is_empty()).then(|| Self(text.to_ascii_uppercase().replace('\0', "\u{fffd}")))
    }

    /// Returns the code to send or to store. It must not be shown.
    #[must_use]
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl PartialEq for CallbackCode {
    fn eq(&self, other: &Self) -> bool {
        self.0.as_bytes().ct_eq(other.0.as_bytes()).into()
    }
}

impl Eq for CallbackCode {}

impl fmt::Debug for CallbackCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("CallbackCode(…)")
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    fn key(byte: u8) -> ProfileKey {
        ProfileKey::from_hex(&format!("{byte:02x}").repeat(PROFILE_KEY_BYTES)).unwrap()
    }

    fn identity(account: &str) -> RowIdentity {
        RowIdentity::new("058", account)
    }

    #[test]
    fn the_same_payroll_gives_the_same_references_on_another_machine() {
        let run = RunId::new("November  2026 salaries ", "2026-11");
        let again = RunId::new("november 2026 Salaries", "2026-11");
        assert_eq!(
            key(7).payout_reference(&run, &identity("0123456789"), 0),
            key(7).payout_reference(&again, &identity("0123456789"), 0)
        );
    }

    #[test]
    fn anything_else_gives_another_reference() {
        let run = RunId::new("November", "2026-11");
        let all = [
            key(7).payout_reference(&run, &identity("0123456789"), 0),
            key(8).payout_reference(&run, &identity("0123456789"), 0),
            key(7).payout_reference(&run, &identity("0123456780"), 0),
            key(7).payout_reference(&run, &identity("0123456789"), 1),
            key(7).payout_reference(&RunId::new("November", "2026-12"), &identity("0123456789"), 0),
            key(7).batch_reference(&run, "NGN", 1),
            key(7).batch_reference(&run, "NGN", 2),
        ];
        assert_eq!(all.iter().collect::<HashSet<_>>().len(), all.len());
        for reference in &all {
            assert_eq!(Reference::parse(reference.as_str()).as_ref(), Some(reference));
        }
    }

    #[test]
    fn the_callback_code_is_of_the_run_and_no_reference() {
        let run = RunId::new("November", "2026-11");
        let code = key(7).callback_code(&run);
        assert_eq!(code.expose().len(), REFERENCE_CHARS, "130 bits");
        assert_eq!(code, key(7).callback_code(&RunId::new(" november", "2026-11")));
        for other in [key(8).callback_code(&run), key(7).callback_code(&RunId::new("November", "2026-12"))] {
            assert_ne!(code, other);
        }
        assert_ne!(code.expose(), key(7).batch_reference(&run, "NGN", 1).as_str());
        assert_eq!(format!("{code:?}"), "CallbackCode(…)");
    }

    #[test]
    fn a_received_code_is_compared_in_any_spelling_and_as_a_whole() {
        let code = key(7).callback_code(&RunId::new("November", "2026-11"));
        let text = code.expose();
        for (received, is_same) in [
            (text.to_owned(), true),
            (format!(" {}\n", text.to_lowercase()), true),
            (text[..REFERENCE_CHARS - 1].to_owned(), false),
            (format!("{text}A"), false),
            ("0".to_owned(), false),
            ("\0".to_owned(), false),
            (format!("\0{text}"), false),
        ] {
            assert_eq!(CallbackCode::received(&received).map(|other| other == code), Some(is_same));
        }
        assert_eq!(CallbackCode::received(" "), None);
    }

    #[test]
    fn a_key_does_not_print() {
        assert_eq!(format!("{:?}", key(9)), "ProfileKey(…)");
    }
}
