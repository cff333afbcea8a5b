//! A secret as the keychain stores it, together with the service it was given for. The ledger's file, which somebody
//! may have edited, cannot redirect it to another service.
//!
//! # Access token and wallet lock are sent only to the service they were typed for
//!
//! `desk::state::session::bound_secret`: the keychain entry stores the service's address and authority with the secret.
//! `Desk::unlocked` compares them with the profile at every use, so an edited ledger cannot send them elsewhere.
//! Another address or authority in Settings deletes them.

use secrecy::{ExposeSecret, SecretString};
use zeroize::Zeroizing;

use super::binding::Binding;

/// The first line of an entry. What has none was not written by Paysheet, and the secret must be typed again.
const HEADER: &str = "paysheet-bound-1";
/// Lines before the secret: the header, origin, authority, account.
const LINES: usize = 5;

/// A secret and the service it is for.
#[derive(Clone, Debug)]
pub struct BoundSecret {
    pub secret: SecretString,
    pub binding: Binding,
    /// The token's account, if the desk itself obtained the token in place of an earlier one; empty otherwise.
    pub account: String,
}

impl BoundSecret {
    /// Creates a secret that the user typed for a service.
    #[must_use]
    pub const fn new(secret: SecretString, binding: Binding) -> Self {
        Self { secret, binding, account: String::new() }
    }

    /// Returns the entry's text. No part contains a line end: secrets with control characters are refused when they
    /// are typed.
    #[must_use]
    pub fn encode(&self) -> SecretString {
        let Self { secret, binding: Binding { origin, authority }, account } = self;
        let parts = [HEADER, origin, authority, account, secret.expose_secret()];
        let mut text = Zeroizing::new(String::with_capacity(parts.iter().map(|part| part.len() + 1).sum()));
        for (index, part) in parts.into_iter().enumerate() {
            if index > 0 {
                text.push('\n');
            }
            text.push_str(part);
        }
        SecretString::from(text.as_str())
    }

    /// Parses an entry. None if it was not written by Paysheet.
    #[must_use]
    pub fn decode(entry: &SecretString) -> Option<Self> {
        let parts: Vec<&str> = entry.expose_secret().splitn(LINES, '\n').collect();
        let [HEADER, origin, authority, account, secret] = parts.as_slice() else { return None };
        Some(Self {
            secret: SecretString::from(*secret),
            binding: Binding { origin: (*origin).to_owned(), authority: (*authority).to_owned() },
            account: (*account).to_owned(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bound() -> BoundSecret {
        BoundSecret {
            secret: SecretString::from("the secret"),
            binding: Binding { origin: "https://pay.example.com".to_owned(), authority: "ab".to_owned() },
            account: "cd".to_owned(),
        }
    }

    #[test]
    fn an_entry_gives_back_what_was_put() {
        let read = BoundSecret::decode(&bound().encode()).expect("an entry");
        assert_eq!(read.secret.expose_secret(), "the secret");
        assert_eq!((read.binding, read.account), (bound().binding, bound().account));
    }

    #[test]
    fn an_entry_of_an_older_version_is_none() {
        for entry in ["the secret", "", "paysheet-bound-1\nhttps://pay.example.com", "x\na\nb\nc\nd"] {
            assert!(BoundSecret::decode(&SecretString::from(entry)).is_none(), "{entry}");
        }
    }

    #[test]
    fn it_does_not_print() {
        assert!(!format!("{:?}", bound()).contains("the secret"));
    }
}
