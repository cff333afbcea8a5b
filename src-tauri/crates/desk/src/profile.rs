//! A profile: which service, who is named on statements, how batches are cut. Its secrets are elsewhere: token
//! and lock in the keychain (in memory for practice), the profile key in the keychain or in a file that only
//! its owner can read.

use std::{fs, io, path::PathBuf};

use paysheet_domain::ProfileKey;
use paysheet_vault::{SecretKind, Vault};
use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serialize};

use crate::{
    error::{DeskError, Setting},
    view::ProfileSettings,
};

/// Recipients in one batch unless the profile says otherwise.
pub const BATCH_SIZE_DEFAULT: u32 = 500;
/// Most recipients in one batch.
pub const BATCH_SIZE_MAX: u32 = 10_000;
/// Longest name of a profile, sender, payroll or approver, in characters.
pub const NAME_CHARS_MAX: usize = 80;

/// A profile as the ledger keeps it, under the setting `profile`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Profile {
    /// Under this name the keychain holds the secrets; never changes.
    pub id: String,
    #[serde(flatten)]
    pub settings: ProfileSettings,
}

impl Profile {
    #[must_use]
    pub fn new(id: &str, name: &str, base_url: &str, sender_name: &str) -> Self {
        Self {
            id: id.to_owned(),
            settings: ProfileSettings {
                name: name.trim().to_owned(),
                base_url: base_url.trim().to_owned(),
                token_prefix: String::new(),
                sender_name: sender_name.trim().to_owned(),
                batch_size: BATCH_SIZE_DEFAULT,
                callback_listen: String::new(),
                approver: String::new(),
            },
        }
    }
}

/// Refuses settings that cannot be used.
///
/// # Errors
/// `ValueInvalid` with the setting.
pub fn validate(settings: &ProfileSettings) -> Result<(), DeskError> {
    name(&settings.name, Setting::Name)?;
    name(&settings.sender_name, Setting::SenderName)?;
    if !(1..=BATCH_SIZE_MAX).contains(&settings.batch_size) {
        return Err(DeskError::ValueInvalid(Setting::BatchSize));
    }
    Ok(())
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
    Memory {
        token: SecretString,
        lock: SecretString,
    },
    Keychain(Vault),
}

/// Token and lock while the desk is unlocked.
#[derive(Clone, Debug)]
pub struct Unlocked {
    pub token: SecretString,
    pub lock: SecretString,
}

impl SecretsHome {
    /// Fetches both secrets. Blocks on the keychain.
    ///
    /// # Errors
    /// `Vault` where the keychain refuses, `SecretMissing` where one was never set.
    pub fn unlock(&self, profile: &str) -> Result<Unlocked, DeskError> {
        match self {
            Self::Memory { token, lock } => Ok(Unlocked { token: token.clone(), lock: lock.clone() }),
            Self::Keychain(vault) => {
                let get = |kind, setting| vault.get(profile, kind)?.ok_or(DeskError::SecretMissing(setting));
                Ok(Unlocked {
                    token: get(SecretKind::Token, Setting::Token)?,
                    lock: get(SecretKind::Lock, Setting::Lock)?,
                })
            }
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
    /// The profile's key; made at the first call. Blocks.
    ///
    /// # Errors
    /// `Io` or `Vault` where it cannot be kept, `Key` where what is kept is no key.
    pub fn load(&self, profile: &str) -> Result<ProfileKey, DeskError> {
        match self {
            Self::File(path) => match fs::read_to_string(path) {
                Ok(text) => Ok(ProfileKey::from_hex(&text)?),
                Err(error) if error.kind() == io::ErrorKind::NotFound => {
                    let key = ProfileKey::random()?;
                    write_owner_only(path, key.to_hex().as_bytes())?;
                    Ok(key)
                }
                Err(error) => Err(error.into()),
            },
            Self::Keychain(vault) => match vault.get(profile, SecretKind::ProfileKey)? {
                Some(text) => Ok(ProfileKey::from_hex(text.expose_secret())?),
                None => {
                    let key = ProfileKey::random()?;
                    let text = SecretString::from(key.to_hex().as_str().to_owned());
                    vault.put(profile, SecretKind::ProfileKey, &text)?;
                    Ok(key)
                }
            },
        }
    }
}

fn write_owner_only(path: &std::path::Path, bytes: &[u8]) -> io::Result<()> {
    use io::Write;
    let mut options = fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}
