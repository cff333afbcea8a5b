//! The Settings screen: the profile, its secrets and its certificate authority. A secret is replaced or forgotten, and
//! never shown.

use std::path::PathBuf;

use paysheet_desk::{
    AppError, Desk, Setting, settings,
    view::{
        BackgroundSettings, KeychainState, Mode, ProfileSettings, SecretName, SettingsView, Toggle,
        WalletSettings,
    },
    without_callback_path,
};
use paysheet_domain::Currency;
use paysheet_vault::SecretKind;
use secrecy::SecretString;
use serde::{Deserialize, Serialize};

use crate::state::{
    app_state::AppState,
    chosen_files::FileHandle,
    desktop::FileToOpen,
    error::{CommandResult, app_error},
    keychain::{LIVE_PROFILE, SecretsSet, blocking_vault, fits, open_vault, secrets_set},
};

/// A change of the settings that carries neither a secret nor a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum SettingsChange {
    /// Changes the profile.
    Profile { profile: Box<ProfileSettings> },
    /// Changes what the program does beside its window.
    Background { background: BackgroundSettings },
    /// Removes the wallet of a currency, with its password.
    RemoveWallet { currency: Currency },
    /// Deletes a secret from the keychain.
    ForgetSecret { name: SecretName },
    /// Trusts only the system's certificates again.
    TrustNoCertificate,
}

impl AppState {
    /// Makes a change of the settings.
    ///
    /// # Errors
    /// Those of the method that makes the change.
    pub async fn change_settings(&self, change: SettingsChange) -> CommandResult<SettingsView> {
        match change {
            SettingsChange::Profile { profile } => self.save_profile(*profile).await,
            SettingsChange::Background { background } => self.save_background(background).await,
            SettingsChange::RemoveWallet { currency } => self.remove_wallet(currency).await,
            SettingsChange::ForgetSecret { name } => self.forget_secret(name).await,
            SettingsChange::TrustNoCertificate => self.trust_no_certificate().await,
        }
    }

    /// Returns the settings of the open desk, and which secrets are set.
    ///
    /// # Errors
    /// Those of [`Self::desk`], and if the profile's certificate authority cannot be read.
    pub async fn settings(&self) -> CommandResult<SettingsView> {
        let (mode, desk) = self.of_open(|open| (open.mode, open.desk.clone())).await?;
        let profile = without_path(desk.profile().settings);
        let currencies: Vec<_> = profile.wallets.iter().map(|wallet| wallet.currency).collect();
        let (keychain, set) = match mode {
            Mode::Live => secrets_set(&self.paths, &currencies).await,
            Mode::Practice | Mode::Welcome => (KeychainState::Ready, SecretsSet::practice(currencies)),
        };
        Ok(SettingsView {
            profile,
            mode,
            token_set: set.token,
            lock_set: set.lock,
            wallets_set: set.wallets,
            renewal_key_set: set.renewal_key,
            renewal_secret_set: set.renewal_secret,
            keychain,
            appearance: self.appearance(),
            background: self.background_settings(),
            limits: settings::limits(),
            extra_roots: desk.trusted().map_err(app_error)?,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            has_third_party_notices: self.desktop.third_party_notices().is_some(),
            ledger_path: desk.ledger_path().display().to_string(),
        })
    }

    /// Returns what the program does beside its window.
    fn background_settings(&self) -> BackgroundSettings {
        BackgroundSettings {
            notifications: Toggle::of(self.preferences().notifications),
            start_at_login: self.desktop.starts_at_login(),
        }
    }

    /// Changes what the program does beside its window.
    ///
    /// # Errors
    /// If the preferences or the system's list of programs to start cannot be written.
    pub async fn save_background(&self, background: BackgroundSettings) -> CommandResult<SettingsView> {
        if background.start_at_login != self.desktop.starts_at_login() {
            self.desktop.start_at_login(background.start_at_login)?;
        }
        self.remember(|preferences| preferences.notifications = background.notifications == Toggle::On)?;
        self.settings().await
    }

    /// Changes the profile's settings.
    ///
    /// # Errors
    /// Those of `Desk::save_profile`.
    pub async fn save_profile(&self, profile: ProfileSettings) -> CommandResult<SettingsView> {
        let desk = self.desk().await?;
        // The window does not have the path of callbacks, which `new_callback_path` makes. Wallets are changed with their
        // passwords, by `save_wallet`.
        let ProfileSettings { callback_listen, wallets, .. } = desk.profile().settings;
        let profile = ProfileSettings { callback_listen, wallets, ..profile };
        desk.save_profile(profile).await.map_err(app_error)?;
        self.settings().await
    }

    /// Trusts the certificate authority in a file, beside the system's.
    ///
    /// # Errors
    /// `file_not_chosen` if the user did not choose the file; those of `Desk::trust`.
    pub async fn trust_certificate(&self, file: &FileHandle) -> CommandResult<SettingsView> {
        let trust = |desk: Desk, path: PathBuf| async move { desk.trust(&path).await };
        self.finish_with(file, FileToOpen::Certificate, trust).await?;
        self.settings().await
    }

    /// Trusts only the system's certificates again.
    ///
    /// # Errors
    /// Those of `Desk::trust_no_more`.
    pub async fn trust_no_certificate(&self) -> CommandResult<SettingsView> {
        self.desk().await?.trust_no_more().await.map_err(app_error)?;
        self.settings().await
    }

    /// Replaces a secret of the live profile with a new one. An unlocked desk continues with the new secret.
    ///
    /// # Errors
    /// If the secret has no valid value, the keychain is locked or absent, or no live desk is open.
    pub async fn replace_secret(&self, name: SecretName, value: SecretString) -> CommandResult<SettingsView> {
        let (kind, setting) = kind_of(name);
        fits(&value, setting)?;
        let desk = self.live_desk().await?;
        desk.put_secret(kind, value).await.map_err(app_error)?;
        if desk.is_unlocked() {
            desk.unlock().await.map_err(app_error)?;
        }
        self.settings().await
    }

    /// Deletes a secret of the live profile from the keychain. Without token or wallet lock the desk is locked.
    ///
    /// # Errors
    /// If the keychain is locked or absent, or no live desk is open.
    pub async fn forget_secret(&self, name: SecretName) -> CommandResult<SettingsView> {
        let (kind, _) = kind_of(name);
        let desk = self.live_desk().await?;
        let vault = open_vault(&self.paths).await?;
        blocking_vault(move || vault.forget(LIVE_PROFILE, kind)).await?;
        match name {
            SecretName::Token => {
                desk.lock();
                desk.forget_token_end();
            }
            SecretName::Lock => desk.lock(),
            // These are used only when a new token is requested.
            SecretName::RenewalKey | SecretName::RenewalSecret => {}
        }
        self.settings().await
    }

    /// Adds the wallet of a currency to the live profile, or changes it. Without a password, the one that is stored stays,
    /// as long as the reference does.
    ///
    /// # Errors
    /// If the wallet or its password has no valid value, the keychain is locked or absent, or no live desk is open.
    pub async fn save_wallet(
        &self,
        wallet: WalletSettings,
        password: Option<SecretString>,
    ) -> CommandResult<SettingsView> {
        self.live_desk().await?.save_wallet(wallet, password).await.map_err(app_error)?;
        self.settings().await
    }

    /// Removes the wallet of a currency from the live profile, with its password.
    ///
    /// # Errors
    /// If the keychain is locked or absent, or no live desk is open.
    pub async fn remove_wallet(&self, currency: Currency) -> CommandResult<SettingsView> {
        self.live_desk().await?.remove_wallet(currency).await.map_err(app_error)?;
        self.settings().await
    }

    /// Returns the live desk. Practice generates its secrets at each start, so it has none to replace.
    pub(crate) async fn live_desk(&self) -> CommandResult<Desk> {
        let live = self.of_open(|open| (open.mode == Mode::Live).then(|| open.desk.clone())).await?;
        live.ok_or(AppError::MOVED_ON)
    }
}

/// Settings for the window: the path of callbacks is shown once, when it is made.
fn without_path(settings: ProfileSettings) -> ProfileSettings {
    let callback_listen = without_callback_path(&settings.callback_listen);
    ProfileSettings { callback_listen, ..settings }
}

const fn kind_of(name: SecretName) -> (SecretKind, Setting) {
    match name {
        SecretName::Token => (SecretKind::Token, Setting::Token),
        SecretName::Lock => (SecretKind::Lock, Setting::Lock),
        SecretName::RenewalKey => (SecretKind::RenewalKey, Setting::RenewalKey),
        SecretName::RenewalSecret => (SecretKind::RenewalSecret, Setting::RenewalSecret),
    }
}
