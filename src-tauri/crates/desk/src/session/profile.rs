//! A profile: which service, who is named on statements, how batches are cut. Its secrets are elsewhere: token
//! and lock in the keychain (in memory for practice), the profile key in the keychain or in a file that only
//! its owner can read.

use std::{
    collections::HashMap,
    fs, io,
    path::{Path, PathBuf},
    sync::{Arc, Mutex},
};

use jiff::Timestamp;
use paysheet_domain::ProfileKey;
use paysheet_ledger::{Anchor, StoredAnchor};
use paysheet_service::token;
use paysheet_vault::{SecretKind, Vault, VaultError};
use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serialize};

use serde_json::{Map, Value};

use crate::{
    error::{DeskError, Setting},
    mutex::lock,
    pay::destination::{Binding, account_of},
    session::bound_secret::BoundSecret,
    session::settings,
    view::ProfileSettings,
};

/// Longest name of a profile, sender, payroll or approver, in characters.
pub const NAME_CHARS_MAX: usize = 80;
/// Extension of the file that holds the anchor, in place of the key file's.
const ANCHOR_EXTENSION: &str = "anchor";

/// A profile as the ledger keeps it, under the setting `profile`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Profile {
    /// Under this name the keychain holds the secrets; never changes.
    pub id: String,
    #[serde(flatten)]
    pub settings: ProfileSettings,
    /// Certificates (PEM) trusted beside the system's own. Public, and not a matter of typing.
    pub extra_root: Option<String>,
}

impl Profile {
    #[must_use]
    pub fn new(id: &str, name: &str, base_url: &str, sender_name: &str) -> Self {
        Self {
            id: id.to_owned(),
            settings: settings::at_first(name, base_url, sender_name),
            extra_root: None,
        }
    }

    /// A profile as the ledger kept it; settings that its version did not have yet are as in `otherwise`.
    ///
    /// # Errors
    /// Where the text is no profile.
    pub fn kept(text: &str, otherwise: &Self) -> Result<Self, serde_json::Error> {
        let mut all: Map<String, Value> = serde_json::from_value(serde_json::to_value(otherwise)?)?;
        all.extend(serde_json::from_str::<Map<String, Value>>(text)?);
        serde_json::from_value(Value::Object(all))
    }
}

/// A name: something, and not too much of it.
///
/// # Errors
/// `ValueInvalid` with `setting`.
pub fn name(text: &str, setting: Setting) -> Result<(), DeskError> {
    let chars = text.trim().chars().count();
    let fits = (1..=NAME_CHARS_MAX).contains(&chars) && !text.chars().any(char::is_control);
    if fits { Ok(()) } else { Err(DeskError::ValueInvalid(setting)) }
}

/// Where token and lock live.
#[derive(Clone, Debug)]
pub enum SecretsHome {
    /// Made up for practice at each start, gone with the process.
    Memory(Arc<Mutex<HashMap<SecretKind, SecretString>>>),
    Keychain(Vault),
}

/// Token and lock while the desk is unlocked.
#[derive(Clone, Debug)]
pub struct Unlocked {
    pub token: SecretString,
    pub lock: SecretString,
    /// Where the token tells.
    pub token_expires_at: Option<Timestamp>,
    /// The service that both were given for.
    pub binding: Binding,
    /// A keyed fingerprint of the token's account, where the desk got the token itself in place of an earlier one;
    /// empty where the token says whose it is.
    pub account: String,
}

impl Unlocked {
    /// Another token of the same account.
    #[must_use]
    pub(crate) fn renewed(&self, token: SecretString, key: &ProfileKey) -> Self {
        Self {
            token_expires_at: token::expiry(&token),
            account: self.account_with(key),
            token,
            ..self.clone()
        }
    }

    /// A fingerprint of the token's account by the key in use now: another one may have been imported since the desk
    /// was unlocked.
    pub(crate) fn account_with(&self, key: &ProfileKey) -> String {
        if self.account.is_empty() { account_of(key, &self.token) } else { self.account.clone() }
    }

    /// # Errors
    /// `SecretsElsewhere` where the secrets were given for another service.
    pub(crate) fn require_for(&self, binding: &Binding) -> Result<(), DeskError> {
        if self.binding == *binding {
            return Ok(());
        }
        Err(DeskError::SecretsElsewhere { given_for: self.binding.host(), now: binding.host() })
    }
}

impl SecretsHome {
    #[must_use]
    pub fn in_memory(token: SecretString, lock: SecretString) -> Self {
        let secrets = HashMap::from([(SecretKind::Token, token), (SecretKind::Lock, lock)]);
        Self::Memory(Arc::new(Mutex::new(secrets)))
    }

    /// Fetches both secrets. Blocks on the keychain.
    ///
    /// # Errors
    /// `Vault` where the keychain refuses, `SecretMissing` where one was never set, `SecretsElsewhere` where one was
    /// given for another service.
    pub(crate) fn unlock(&self, profile: &str, to: &Binding) -> Result<Unlocked, DeskError> {
        let token = self.require(profile, (SecretKind::Token, Setting::Token), to)?;
        let lock = self.require(profile, (SecretKind::Lock, Setting::Lock), to)?;
        Ok(Unlocked {
            token_expires_at: token::expiry(&token.secret),
            account: token.account,
            token: token.secret,
            lock: lock.secret,
            binding: to.clone(),
        })
    }

    /// Fetches one secret. Blocks on the keychain.
    ///
    /// # Errors
    /// As [`SecretsHome::unlock`], with the setting where it was never set.
    pub(crate) fn require(
        &self,
        profile: &str,
        (kind, setting): (SecretKind, Setting),
        to: &Binding,
    ) -> Result<BoundSecret, DeskError> {
        let entry = self.entry(profile, kind)?.ok_or(DeskError::SecretMissing(setting))?;
        // An entry of an older version does not say what it is for.
        let bound = BoundSecret::decode(&entry).ok_or(DeskError::SecretMissing(setting))?;
        if bound.binding == *to {
            return Ok(bound);
        }
        Err(DeskError::SecretsElsewhere { given_for: bound.binding.host(), now: to.host() })
    }

    /// The entry as it is kept.
    fn entry(&self, profile: &str, kind: SecretKind) -> Result<Option<SecretString>, DeskError> {
        match self {
            Self::Memory(secrets) => Ok(lock(secrets).get(&kind).cloned()),
            Self::Keychain(vault) => Ok(vault.get(profile, kind)?),
        }
    }

    /// Keeps a secret in place of the one before. Blocks on the keychain.
    ///
    /// # Errors
    /// `Vault`.
    pub fn put(&self, profile: &str, kind: SecretKind, secret: &BoundSecret) -> Result<(), DeskError> {
        let entry = secret.encode();
        match self {
            Self::Memory(secrets) => drop(lock(secrets).insert(kind, entry)),
            Self::Keychain(vault) => vault.put(profile, kind, &entry)?,
        }
        Ok(())
    }

    /// Forgets every secret that was given for another service than this one. Blocks on the keychain.
    ///
    /// # Errors
    /// `Vault`.
    pub(crate) fn forget_all_but(&self, profile: &str, to: &Binding) -> Result<(), DeskError> {
        for kind in [SecretKind::Token, SecretKind::Lock, SecretKind::RenewalKey, SecretKind::RenewalSecret] {
            let Some(entry) = self.entry(profile, kind)? else { continue };
            if BoundSecret::decode(&entry).is_some_and(|bound| bound.binding == *to) {
                continue;
            }
            match self {
                Self::Memory(secrets) => drop(lock(secrets).remove(&kind)),
                Self::Keychain(vault) => vault.forget(profile, kind)?,
            }
        }
        Ok(())
    }

    /// Secrets in memory are given by the program that opens the desk, for the service that it names.
    pub(crate) fn bind_memory(&self, to: &Binding) {
        let Self::Memory(secrets) = self else { return };
        for entry in lock(secrets).values_mut() {
            let secret = BoundSecret::decode(entry).map_or_else(|| entry.clone(), |bound| bound.secret);
            *entry = BoundSecret { secret, binding: to.clone(), account: String::new() }.encode();
        }
    }
}

/// Where the profile key lives.
#[derive(Clone, Debug)]
pub enum KeyHome {
    /// A file that only its owner can read, beside the ledger.
    File(PathBuf),
    Keychain(Vault),
}

impl KeyHome {
    /// The profile's key, where one was made. Blocks.
    ///
    /// # Errors
    /// `Io` or `Vault` where it cannot be read, `Key` where what is kept is no key.
    pub fn load(&self, profile: &str) -> Result<Option<ProfileKey>, DeskError> {
        match self {
            Self::File(path) => match fs::read_to_string(path) {
                Ok(text) => Ok(Some(ProfileKey::from_hex(&text)?)),
                Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
                Err(error) => Err(error.into()),
            },
            Self::Keychain(vault) => match vault.get(profile, SecretKind::ProfileKey)? {
                Some(text) => Ok(Some(ProfileKey::from_hex(text.expose_secret())?)),
                None => Ok(None),
            },
        }
    }

    /// Makes a key and keeps it. Blocks.
    ///
    /// # Errors
    /// `Io` or `Vault` where it cannot be kept.
    pub fn make(&self, profile: &str) -> Result<ProfileKey, DeskError> {
        let key = ProfileKey::random()?;
        match self {
            Self::File(path) => write_owner_only(path, key.to_hex().as_bytes())?,
            Self::Keychain(vault) => {
                let text = SecretString::from(key.to_hex().as_str().to_owned());
                vault.put(profile, SecretKind::ProfileKey, &text)?;
            }
        }
        Ok(key)
    }

    /// The anchor that is stored beside the key. Blocks.
    ///
    /// # Errors
    /// `Io` or `Vault` where it cannot be read.
    pub(crate) fn load_anchor(&self, profile: &str) -> Result<StoredAnchor, DeskError> {
        let text = match self {
            Self::File(path) => match fs::read_to_string(anchor_path(path)) {
                Ok(text) => text,
                Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(StoredAnchor::Absent),
                Err(error) if error.kind() == io::ErrorKind::InvalidData => String::new(),
                Err(error) => return Err(error.into()),
            },
            Self::Keychain(vault) => match vault.get(profile, SecretKind::LedgerAnchor) {
                Ok(Some(text)) => text.expose_secret().to_owned(),
                Ok(None) => return Ok(StoredAnchor::Absent),
                Err(VaultError::NotText) => String::new(),
                Err(error) => return Err(error.into()),
            },
        };
        Ok(serde_json::from_str(&text).map_or(StoredAnchor::Unreadable, StoredAnchor::Found))
    }

    /// Stores an anchor, in place of the one before. Durable when it returns. Blocks.
    ///
    /// # Errors
    /// `Io` or `Vault` where it cannot be stored.
    pub(crate) fn put_anchor(&self, profile: &str, anchor: &Anchor) -> Result<(), DeskError> {
        let text = serde_json::to_string(anchor)?;
        match self {
            Self::File(path) => replace_owner_only(&anchor_path(path), text.as_bytes())?,
            Self::Keychain(vault) => {
                vault.put(profile, SecretKind::LedgerAnchor, &SecretString::from(text))?
            }
        }
        Ok(())
    }

    /// Stores a key, in place of the one before. Blocks.
    ///
    /// # Errors
    /// `Io` or `Vault` where it cannot be stored.
    pub fn put(&self, profile: &str, key: &ProfileKey) -> Result<(), DeskError> {
        let text = key.to_hex();
        match self {
            Self::File(path) => replace_owner_only(path, text.as_bytes())?,
            Self::Keychain(vault) => {
                vault.put(profile, SecretKind::ProfileKey, &SecretString::from(text.as_str().to_owned()))?;
            }
        }
        Ok(())
    }
}

/// The anchor's file, beside the key's.
fn anchor_path(key: &Path) -> PathBuf {
    key.with_extension(ANCHOR_EXTENSION)
}

/// Writes beside, then renames: a crash leaves the old file or the new one.
fn replace_owner_only(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let beside = path.with_added_extension("new");
    match fs::remove_file(&beside) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        Ok(()) | Err(_) => write_owner_only(&beside, bytes)?,
    }
    fs::rename(beside, path)?;
    sync_folder(path.parent().unwrap_or(path))
}

/// A name is durable once its folder is. Windows has no such call, and needs none.
fn sync_folder(folder: &Path) -> io::Result<()> {
    if cfg!(unix) { fs::File::open(folder)?.sync_all() } else { Ok(()) }
}

fn write_owner_only(path: &Path, bytes: &[u8]) -> io::Result<()> {
    use io::Write;
    let mut options = fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_profile_of_an_older_version_opens_with_what_is_new_as_at_first() {
        let kept = r#"{"id":"live","name":"Kola","baseUrl":"https://pay.example.com","tokenPrefix":"Bearer",
            "senderName":"KOLA","batchSize":120,"callbackListen":"","approver":"Ada"}"#;
        let otherwise = Profile::new("live", "", "https://localhost", "");
        let profile = Profile::kept(kept, &otherwise).expect("a profile");
        let mut expected = Profile::new("live", "Kola", "https://pay.example.com", "KOLA");
        expected.settings.token_prefix = "Bearer".to_owned();
        expected.settings.batch_size = 120;
        expected.settings.approver = "Ada".to_owned();
        assert_eq!(profile, expected);
        let again = serde_json::to_string(&profile).expect("JSON");
        assert_eq!(Profile::kept(&again, &otherwise).expect("a profile"), profile);
    }

    #[test]
    fn secrets_in_memory_are_not_printed() {
        let home = SecretsHome::in_memory(SecretString::from("canary"), SecretString::from("canary"));
        let to = Binding::embedded();
        home.bind_memory(&to);
        let unlocked = home.unlock("x", &to).expect("both are there");
        assert!(!format!("{home:?} {unlocked:?}").contains("canary"));
    }
}
