//! Access to the system's keychain before a desk is open, and without one.

use paysheet_desk::{AppError, DeskError, Setting, secret_fits, view::KeychainState};
use paysheet_domain::Currency;
use paysheet_vault::{SecretKind, Vault, VaultError};
use secrecy::{ExposeSecret, SecretString};

use crate::state::{
    app_paths::AppPaths,
    error::{CommandResult, app_error, unexpected},
};

/// The name under which the keychain stores the live profile's secrets.
pub const LIVE_PROFILE: &str = if cfg!(feature = "dev") { "live-dev" } else { "live" };

/// Which secrets are stored in the keychain.
#[derive(Clone, Default)]
pub struct SecretsSet {
    pub token: bool,
    pub lock: bool,
    pub renewal_key: bool,
    pub renewal_secret: bool,
    /// The currencies whose own wallet has a password.
    pub wallets: Vec<Currency>,
}

impl SecretsSet {
    /// Practice generates the secrets that it needs.
    pub fn practice(wallets: Vec<Currency>) -> Self {
        Self { token: true, lock: true, wallets, ..Self::default() }
    }
}

/// Returns whether the keychain can be used, and which secrets of the live profile it has, with those of the wallets of
/// these currencies.
pub async fn secrets_set(paths: &AppPaths, currencies: &[Currency]) -> (KeychainState, SecretsSet) {
    let (folder, currencies) = (paths.live_secrets(), currencies.to_vec());
    let set = blocking_vault(move || {
        let vault = Vault::open(&folder)?;
        let is_set = |kind| vault.is_set(LIVE_PROFILE, kind);
        let mut wallets = Vec::new();
        for currency in currencies {
            if is_set(SecretKind::LockOf(currency))? {
                wallets.push(currency);
            }
        }
        Ok(SecretsSet {
            wallets,
            token: is_set(SecretKind::Token)?,
            lock: is_set(SecretKind::Lock)?,
            renewal_key: is_set(SecretKind::RenewalKey)?,
            renewal_secret: is_set(SecretKind::RenewalSecret)?,
        })
    });
    match set.await {
        Ok(set) => (KeychainState::Ready, set),
        Err(AppError::KeychainLocked) => (KeychainState::Locked, SecretsSet::default()),
        Err(_) => (KeychainState::Absent, SecretsSet::default()),
    }
}

/// Checks that a secret can be stored.
///
/// # Errors
/// `value_invalid`.
pub fn fits(secret: &SecretString, setting: Setting) -> CommandResult<()> {
    secret_fits(secret.expose_secret(), setting).map_err(app_error)
}

/// Opens the keychain of the live profile.
///
/// # Errors
/// If it is locked or absent.
pub async fn open_vault(paths: &AppPaths) -> CommandResult<Vault> {
    let folder = paths.live_secrets();
    blocking_vault(move || Vault::open(&folder)).await
}

/// Calls the keychain outside the async runtime: the keychain may ask the user for a password meanwhile.
///
/// # Errors
/// Those of the keychain.
pub async fn blocking_vault<T: Send + 'static>(
    call: impl FnOnce() -> Result<T, VaultError> + Send + 'static,
) -> CommandResult<T> {
    let done = tokio::task::spawn_blocking(call).await.map_err(|error| unexpected(&error))?;
    done.map_err(|error| app_error(DeskError::Vault(error)))
}
