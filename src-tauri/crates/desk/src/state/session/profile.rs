//! A profile: the service, the name on statements, and the size of batches. Its secrets are stored elsewhere: token
//! and lock in the keychain (in memory for practice), the profile key in the keychain or in a file that only its owner
//! can read.

use std::{
    collections::HashMap,
    fs, io,
    path::{Path, PathBuf},
    sync::{Arc, Mutex},
};

use data_encoding::HEXLOWER;
use jiff::Timestamp;
use paysheet_domain::{Currency, ProfileKey};
use paysheet_ledger::{Anchor, StoredAnchor, when_released};
use paysheet_service::token;
use paysheet_vault::{SecretKind, Vault, VaultError};
use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use strum::IntoEnumIterator;

use super::{
    binding::{Binding, account_of, origin_of},
    bound_secret::BoundSecret,
    settings,
};
use crate::{
    app_error::{AppError, Setting},
    error::DeskError,
    mutex::lock,
    view::ProfileSettings,
};

/// Extension of the anchor's file. It replaces the extension of the key file.
const ANCHOR_EXTENSION: &str = "anchor";

/// A profile. The ledger stores it as `stored_profile` says, under the setting `profile`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Profile {
    /// The keychain stores the secrets under this name. It never changes.
    pub id: String,
    #[serde(flatten)]
    pub settings: ProfileSettings,
    /// Certificates (PEM) trusted in addition to the system's own. They are public, and are not typed in a form.
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

    /// Returns the profile with the name of the person who approves.
    #[must_use]
    pub fn approved_by(mut self, approver: &str) -> Self {
        approver.trim().clone_into(&mut self.settings.approver);
        self
    }
}

/// The storage of token and lock.
#[derive(Clone, Debug)]
pub enum SecretsHome {
    /// Generated for practice at each start; lost when the process ends.
    Memory(Arc<Mutex<HashMap<SecretKind, SecretString>>>),
    Keychain(Vault),
}

/// Token and lock while the desk is unlocked.
#[derive(Clone, Debug)]
pub struct Unlocked {
    pub token: SecretString,
    /// The password of the profile's own wallet.
    pub lock: SecretString,
    /// The passwords of wallets that pay a single currency.
    pub locks: HashMap<Currency, SecretString>,
    /// Set if the token states it.
    pub token_expires_at: Option<Timestamp>,
    /// The service that both were given for.
    pub binding: Binding,
    /// A keyed fingerprint of the token's account, if the desk itself obtained the token in place of an earlier one;
    /// empty if the token names its account.
    pub account: String,
}

impl Unlocked {
    /// Returns the same secrets with another token of the same account.
    #[must_use]
    pub(crate) fn renewed(&self, token: SecretString, key: &ProfileKey) -> Self {
        Self {
            token_expires_at: token::expiry(&token),
            account: self.account_with(key),
            token,
            ..self.clone()
        }
    }

    /// Returns a fingerprint of the token's account by the key in use now: another key may have been imported since
    /// the desk was unlocked.
    pub(crate) fn account_with(&self, key: &ProfileKey) -> String {
        if self.account.is_empty() { account_of(key, &self.token) } else { self.account.clone() }
    }

    /// Refuses to use the secrets for another service.
    ///
    /// # Errors
    /// `SecretsElsewhere` if the secrets were given for another service.
    pub(crate) fn require_for(&self, binding: &Binding) -> Result<(), DeskError> {
        if self.binding == *binding {
            return Ok(());
        }
        Err(AppError::SecretsElsewhere { given_for: self.binding.host(), now: binding.host() }.into())
    }
}

impl SecretsHome {
    /// Generates the storage of practice, where one password opens every wallet.
    #[must_use]
    pub fn in_memory(token: SecretString, lock: SecretString) -> Self {
        let of_wallets = Currency::iter().map(|currency| (SecretKind::LockOf(currency), lock.clone()));
        let mut secrets: HashMap<_, _> = of_wallets.collect();
        secrets.extend([(SecretKind::Token, token), (SecretKind::Lock, lock)]);
        Self::Memory(Arc::new(Mutex::new(secrets)))
    }

    /// Adds an API key and its secret, for which new tokens are requested. In a keychain they are stored otherwise.
    #[must_use]
    pub fn with_keys(self, key: SecretString, secret: SecretString) -> Self {
        if let Self::Memory(secrets) = &self {
            let keys = [(SecretKind::RenewalKey, key), (SecretKind::RenewalSecret, secret)];
            lock(secrets).extend(keys);
        }
        self
    }

    /// Reads token and lock, and the locks of these currencies' wallets that are there. Blocks on the keychain.
    ///
    /// # Errors
    /// `Vault` if the keychain refuses, `SecretMissing` if one was never set or its file is lost, `SecretsElsewhere` if
    /// one was given for another service.
    pub(crate) fn unlock(
        &self,
        profile: &str,
        to: &Binding,
        currencies: impl IntoIterator<Item = Currency>,
    ) -> Result<Unlocked, DeskError> {
        let token = self.require(profile, (SecretKind::Token, Setting::Token), to)?;
        let lock = self.require(profile, (SecretKind::Lock, Setting::Lock), to)?;
        let mut locks = HashMap::new();
        for currency in currencies {
            let entry = self.entry(profile, SecretKind::LockOf(currency))?;
            let bound = entry.as_ref().and_then(BoundSecret::decode).filter(|bound| bound.binding == *to);
            locks.extend(bound.map(|bound| (currency, bound.secret)));
        }
        Ok(Unlocked {
            token_expires_at: token::expiry(&token.secret),
            account: token.account,
            token: token.secret,
            lock: lock.secret,
            locks,
            binding: to.clone(),
        })
    }

    /// Reads one secret. Blocks on the keychain.
    ///
    /// # Errors
    /// As [`SecretsHome::unlock`], with the setting if it was never set.
    pub(crate) fn require(
        &self,
        profile: &str,
        (kind, setting): (SecretKind, Setting),
        to: &Binding,
    ) -> Result<BoundSecret, DeskError> {
        let missing = || AppError::SecretMissing { field: setting };
        let entry = self.entry(profile, kind)?.ok_or_else(missing)?;
        // What Paysheet did not write does not name its service.
        let bound = BoundSecret::decode(&entry).ok_or_else(missing)?;
        if bound.binding == *to {
            return Ok(bound);
        }
        Err(AppError::SecretsElsewhere { given_for: bound.binding.host(), now: to.host() }.into())
    }

    /// Returns the entry as it is stored.
    fn entry(&self, profile: &str, kind: SecretKind) -> Result<Option<SecretString>, DeskError> {
        match self {
            Self::Memory(secrets) => Ok(lock(secrets).get(&kind).cloned()),
            Self::Keychain(vault) => Ok(unreadable_if_lost(vault.get(profile, kind))?),
        }
    }

    /// Stores a secret in place of the previous one. Blocks on the keychain.
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

    /// Deletes every secret that was given for another service than this one. Blocks on the keychain.
    ///
    /// # Errors
    /// `Vault`.
    pub(crate) fn forget_all_but(&self, profile: &str, to: &Binding) -> Result<(), DeskError> {
        let kinds = [SecretKind::Token, SecretKind::Lock, SecretKind::RenewalKey, SecretKind::RenewalSecret];
        for kind in kinds.into_iter().chain(Currency::iter().map(SecretKind::LockOf)) {
            let Some(entry) = self.entry(profile, kind)? else { continue };
            if BoundSecret::decode(&entry).is_some_and(|bound| bound.binding == *to) {
                continue;
            }
            self.forget(profile, kind)?;
        }
        Ok(())
    }

    /// Deletes a secret, whether it is there or not. Blocks on the keychain.
    ///
    /// # Errors
    /// `Vault`.
    pub(crate) fn forget(&self, profile: &str, kind: SecretKind) -> Result<(), DeskError> {
        match self {
            Self::Memory(secrets) => drop(lock(secrets).remove(&kind)),
            Self::Keychain(vault) => vault.forget(profile, kind)?,
        }
        Ok(())
    }

    /// Binds secrets in memory to a service. The program that opens the desk provides them, for the service that it
    /// names.
    pub(crate) fn bind_memory(&self, to: &Binding) {
        let Self::Memory(secrets) = self else { return };
        for entry in lock(secrets).values_mut() {
            let secret = BoundSecret::decode(entry).map_or_else(|| entry.clone(), |bound| bound.secret);
            *entry = BoundSecret { secret, binding: to.clone(), account: String::new() }.encode();
        }
    }
}

/// Returns a text that is no entry of Paysheet for a secret whose file is lost: its user is asked for it again, and it
/// can be replaced and deleted like any other.
fn unreadable_if_lost(
    read: Result<Option<SecretString>, VaultError>,
) -> Result<Option<SecretString>, VaultError> {
    match read {
        Err(VaultError::FileLost) => Ok(Some(SecretString::from(""))),
        Ok(_) | Err(_) => read,
    }
}

/// The storage of the profile key.
#[derive(Clone, Debug)]
pub enum KeyHome {
    /// A file that only its owner can read, beside the ledger.
    File(PathBuf),
    Keychain(Vault),
}

impl KeyHome {
    /// Returns the profile's key, if one was made. Blocks.
    ///
    /// # Errors
    /// `Io` or `Vault` if it cannot be read, `Key` if the stored text is no key.
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

    /// Makes a key and stores it. Blocks.
    ///
    /// # Errors
    /// `Io` or `Vault` if it cannot be stored.
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

    /// Returns the anchor that is stored with the key. Blocks.
    ///
    /// # Errors
    /// `Io` or `Vault` if it cannot be read.
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
                Err(VaultError::NotText | VaultError::FileLost) => String::new(),
                Err(error) => return Err(error.into()),
            },
        };
        Ok(serde_json::from_str(&text).map_or(StoredAnchor::Unreadable, StoredAnchor::Found))
    }

    /// Stores an anchor in place of the previous one. It is durable when this function returns. Blocks.
    ///
    /// # Errors
    /// `Io` or `Vault` if it cannot be stored.
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

    /// Stores a key in place of the previous one. Blocks.
    ///
    /// # Errors
    /// `Io` or `Vault` if it cannot be stored.
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

/// Returns the path of the anchor's file, next to the key's.
fn anchor_path(key: &Path) -> PathBuf {
    key.with_extension(ANCHOR_EXTENSION)
}

/// Writes a new file next to the old one, then renames it: a crash leaves the old file or the new one.
fn replace_owner_only(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let beside = path.with_added_extension("new");
    match when_released(|| fs::remove_file(&beside)) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        Ok(()) | Err(_) => write_owner_only(&beside, bytes)?,
    }
    when_released(|| fs::rename(&beside, path))?;
    sync_folder(path.parent().unwrap_or(path))
}

/// Makes a file's name durable by syncing its folder. Windows has no such call, and needs none.
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

impl Binding {
    /// Returns the service that a profile names.
    #[must_use]
    pub fn of(profile: &Profile) -> Self {
        let authority =
            profile.extra_root.as_deref().map(|pem| HEXLOWER.encode(&Sha256::digest(pem.trim().as_bytes())));
        Self { origin: origin_of(&profile.settings.base_url), authority: authority.unwrap_or_default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_in_memory_are_not_printed() {
        let home = SecretsHome::in_memory(SecretString::from("canary"), SecretString::from("canary"));
        let to = Binding::embedded();
        home.bind_memory(&to);
        let unlocked = home.unlock("x", &to, []).expect("both are there");
        assert!(!format!("{home:?} {unlocked:?}").contains("canary"));
    }

    #[test]
    fn a_secret_whose_file_is_lost_is_asked_for_again() {
        let entry = unreadable_if_lost(Err(VaultError::FileLost)).expect("no failure");
        assert!(BoundSecret::decode(&entry.expect("it can be deleted")).is_none());
        let locked = unreadable_if_lost(Err(VaultError::Locked));
        assert!(matches!(locked, Err(VaultError::Locked)), "any other failure is told");
    }
}
