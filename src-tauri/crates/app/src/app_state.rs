//! Which desk is open: practice with its embedded service, the live desk, or none yet. The two never share a ledger and
//! never run at the same time.

mod bank;
mod card;
mod opening;
mod restoring;
mod sealed;
#[cfg(test)]
mod tests;

use std::{
    path::PathBuf,
    sync::{Arc, Mutex, PoisonError},
};

use paysheet_desk::{
    AppError, BoundSecret, Desk, DeskError, DeskEvent, ErrorCode, Setting,
    binding::Binding,
    profile, secret_fits, settings,
    view::{Appearance, ConnectInput, KeychainState, Mode, SecretName, SessionView, SettingsView},
};
use paysheet_practice::Practice;
use paysheet_vault::{SecretKind, Vault, VaultError};
use secrecy::SecretString;
use tokio::sync::{MutexGuard, broadcast};

pub use self::{
    card::{CardStart, CardStep, TopUpPrefill},
    sealed::Unsealed,
};
use crate::desktop::Desktop;
use crate::error::{CommandResult, app_error, unexpected};
use crate::{app_paths::AppPaths, preferences::Preferences};

const EVENTS_WAITING_MAX: usize = 1_024;

/// An open desk and, in practice, its practice service.
struct Open {
    mode: Mode,
    desk: Desk,
    practice: Option<Practice>,
}

/// The state that the shell keeps between commands. No other code stores which desk is open.
pub struct AppState {
    paths: AppPaths,
    desktop: Box<dyn Desktop>,
    preferences: Mutex<Preferences>,
    open: tokio::sync::Mutex<Option<Open>>,
    events: broadcast::Sender<DeskEvent>,
    card: Mutex<card::CardSession>,
}

impl AppState {
    pub fn new(paths: AppPaths, desktop: Box<dyn Desktop>) -> Arc<Self> {
        let preferences = Mutex::new(Preferences::load(&paths.preferences()));
        let events = broadcast::channel(EVENTS_WAITING_MAX).0;
        let (open, card) = (tokio::sync::Mutex::default(), Mutex::default());
        Arc::new(Self { paths, desktop, preferences, open, events, card })
    }

    /// Subscribes to the events of every desk from now on.
    pub fn events(&self) -> broadcast::Receiver<DeskEvent> {
        self.events.subscribe()
    }

    pub fn desktop(&self) -> &dyn Desktop {
        self.desktop.as_ref()
    }

    pub fn documents(&self) -> PathBuf {
        self.paths.documents.clone()
    }

    fn preferences(&self) -> Preferences {
        self.preferences.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn remember(&self, change: impl FnOnce(&mut Preferences)) -> CommandResult<()> {
        let mut preferences = self.preferences.lock().unwrap_or_else(PoisonError::into_inner);
        change(&mut preferences);
        preferences.keep(&self.paths.preferences()).map_err(|error| app_error(error.into()))
    }

    pub fn appearance(&self) -> Appearance {
        self.preferences().appearance
    }

    pub fn save_appearance(&self, appearance: Appearance) -> CommandResult<()> {
        self.remember(|preferences| preferences.appearance = appearance)
    }

    /// Closes the open desk. A request in progress is waited for.
    pub async fn close(&self) {
        close(self.open.lock().await.take()).await;
    }

    /// Returns the open desk. At the first call after a start, it opens the desk that was open last.
    async fn opened(&self) -> CommandResult<MutexGuard<'_, Option<Open>>> {
        let mut open = self.open.lock().await;
        if open.is_none() {
            *open = match self.preferences().mode {
                Mode::Welcome => None,
                Mode::Practice => Some(self.open_practice().await?),
                Mode::Live => Some(self.open_live(None).await?),
            };
        }
        Ok(open)
    }

    /// Returns the open desk.
    ///
    /// # Errors
    /// `wrong_state` on the welcome screen, and the errors of opening the last desk.
    pub async fn desk(&self) -> CommandResult<Desk> {
        let open = self.opened().await?;
        open.as_ref().map(|open| open.desk.clone()).ok_or_else(|| AppError::new(ErrorCode::WrongState))
    }

    pub async fn session(&self) -> CommandResult<SessionView> {
        let (mode, desk) = {
            let open = self.opened().await?;
            (
                open.as_ref().map_or(Mode::Welcome, |open| open.mode),
                open.as_ref().map(|open| open.desk.clone()),
            )
        };
        let mut view = SessionView {
            mode,
            unlocked: false,
            profile_name: String::new(),
            unresolved: 0,
            blocked: None,
            keychain: KeychainState::Ready,
            appearance: self.preferences().appearance,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            callback_address: None,
            token_expires_at: None,
            renews_token: false,
            renewal_failed: None,
            submission_s_max: settings::SUBMIT_TIMEOUT_S_DEFAULT,
        };
        if let Some(desk) = desk {
            view.unlocked = desk.is_unlocked();
            let profile = desk.profile().settings;
            view.renews_token = profile.renewal.is_some();
            view.profile_name = profile.name;
            view.blocked = desk.block();
            view.unresolved = desk.unresolved_count().await.map_err(app_error)?;
            view.callback_address = desk.callback_address().await;
            view.token_expires_at = desk.token_expires_at().map(|at| at.to_string());
            view.renewal_failed = desk.renewal_failed();
            view.submission_s_max = desk.submission_s_max();
        }
        Ok(view)
    }

    pub async fn start_practice(&self) -> CommandResult<SessionView> {
        {
            let mut open = self.open.lock().await;
            if open.as_ref().is_none_or(|open| open.mode != Mode::Practice) {
                let new = self.open_practice().await?;
                close(open.replace(new)).await;
            }
            self.remember(|preferences| preferences.mode = Mode::Practice)?;
        }
        self.session().await
    }

    /// Returns to the live desk if there is one, otherwise to the welcome screen. Practice data stay. If the live desk
    /// does not open, practice stays open.
    pub async fn leave_practice(&self) -> CommandResult<SessionView> {
        {
            let mut open = self.open.lock().await;
            close(open.take()).await;
            let mode = if self.paths.live_ledger().exists() { Mode::Live } else { Mode::Welcome };
            if mode == Mode::Live {
                match self.open_live(None).await {
                    Ok(live) => *open = Some(live),
                    Err(error) => {
                        *open = Some(self.open_practice().await?);
                        return Err(error);
                    }
                }
            }
            self.remember(|preferences| preferences.mode = mode)?;
        }
        self.session().await
    }

    /// Connects a service: asks the service to verify the token, stores both secrets in the keychain, and opens the
    /// live desk. If any step fails, nothing is stored.
    pub async fn connect(&self, input: ConnectInput) -> CommandResult<SessionView> {
        let ConnectInput { profile_name, base_url, sender_name, token, lock } = input;
        let (token, lock) = (SecretString::from(token), SecretString::from(lock));
        settings::name(&profile_name, Setting::Name).map_err(app_error)?;
        settings::name(&sender_name, Setting::SenderName).map_err(app_error)?;
        fits(&token, Setting::Token)?;
        fits(&lock, Setting::Lock)?;
        let vault = blocking_vault(Vault::open).await?;
        paysheet_desk::probe(base_url.trim(), "", &token).await.map_err(app_error)?;
        {
            let mut open = self.open.lock().await;
            close(open.take()).await;
            let kept = vault.clone();
            let profile =
                profile::Profile::new(opening::LIVE_PROFILE, &profile_name, &base_url, &sender_name);
            let bound =
                |secret: &SecretString| BoundSecret::new(secret.clone(), Binding::of(&profile)).encode();
            let entries = (bound(&token), bound(&lock));
            blocking_vault(move || {
                kept.put(opening::LIVE_PROFILE, SecretKind::Token, &entries.0)?;
                kept.put(opening::LIVE_PROFILE, SecretKind::Lock, &entries.1)
            })
            .await?;
            let live = self.open_live(Some((vault, profile))).await?;
            // An earlier profile of this ledger may trust its own certificate authority.
            live.desk.put_secret(SecretKind::Token, token).await.map_err(app_error)?;
            live.desk.put_secret(SecretKind::Lock, lock).await.map_err(app_error)?;
            *open = Some(live);
            self.remember(|preferences| preferences.mode = Mode::Live)?;
        }
        self.desk().await?.unlock().await.map_err(app_error)?;
        self.session().await
    }

    pub async fn settings(&self) -> CommandResult<SettingsView> {
        let (mode, desk) = {
            let open = self.opened().await?;
            let open = open.as_ref().ok_or_else(|| AppError::new(ErrorCode::WrongState))?;
            (open.mode, open.desk.clone())
        };
        let (keychain, set) = match mode {
            Mode::Live => secrets_set().await,
            Mode::Practice | Mode::Welcome => (KeychainState::Ready, SecretsSet::PRACTICE),
        };
        Ok(SettingsView {
            profile: desk.profile().settings,
            mode,
            token_set: set.token,
            lock_set: set.lock,
            renewal_key_set: set.renewal_key,
            renewal_secret_set: set.renewal_secret,
            keychain,
            appearance: self.preferences().appearance,
            limits: settings::limits(),
            extra_roots: desk.trusted().map_err(app_error)?,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            ledger_path: desk.ledger_path().display().to_string(),
        })
    }

    /// Replaces a secret with a new one. An unlocked desk continues with the new secret.
    pub async fn replace_secret(&self, name: SecretName, value: SecretString) -> CommandResult<()> {
        let (kind, setting) = kind_of(name);
        fits(&value, setting)?;
        let desk = self.live_desk().await?;
        desk.put_secret(kind, value).await.map_err(app_error)?;
        if desk.is_unlocked() {
            desk.unlock().await.map_err(app_error)?;
        }
        Ok(())
    }

    pub async fn forget_secret(&self, name: SecretName) -> CommandResult<()> {
        let (kind, _) = kind_of(name);
        let desk = self.live_desk().await?;
        blocking_vault(move || Vault::open()?.forget(opening::LIVE_PROFILE, kind)).await?;
        match name {
            SecretName::Token | SecretName::Lock => desk.lock(),
            // These are used only when a new token is requested.
            SecretName::RenewalKey | SecretName::RenewalSecret => {}
        }
        Ok(())
    }

    /// Returns the live desk. Practice generates its secrets at each start, so it has none to replace.
    async fn live_desk(&self) -> CommandResult<Desk> {
        let open = self.opened().await?;
        let live = open.as_ref().filter(|open| open.mode == Mode::Live);
        live.map(|open| open.desk.clone()).ok_or_else(|| AppError::new(ErrorCode::WrongState))
    }

    /// Writes the sample payroll again and returns its path.
    pub async fn sample(&self) -> CommandResult<PathBuf> {
        let path = self.paths.sample();
        let written = path.clone();
        let done = tokio::task::spawn_blocking(move || paysheet_practice::sample::write(&written)).await;
        done.map_err(|error| unexpected(&error))?.map_err(|error| unexpected(&error))?;
        Ok(path)
    }
}

async fn close(open: Option<Open>) {
    if let Some(open) = open {
        open.desk.close().await;
        if let Some(practice) = open.practice {
            practice.stop().await;
        }
    }
}

const fn kind_of(name: SecretName) -> (SecretKind, Setting) {
    match name {
        SecretName::Token => (SecretKind::Token, Setting::Token),
        SecretName::Lock => (SecretKind::Lock, Setting::Lock),
        SecretName::RenewalKey => (SecretKind::RenewalKey, Setting::RenewalKey),
        SecretName::RenewalSecret => (SecretKind::RenewalSecret, Setting::RenewalSecret),
    }
}

fn fits(secret: &SecretString, setting: Setting) -> CommandResult<()> {
    use secrecy::ExposeSecret;
    secret_fits(secret.expose_secret(), setting).map_err(app_error)
}

/// Which secrets are stored in the keychain.
#[derive(Clone, Copy, Default)]
struct SecretsSet {
    token: bool,
    lock: bool,
    renewal_key: bool,
    renewal_secret: bool,
}

impl SecretsSet {
    /// Practice generates the secrets that it needs.
    const PRACTICE: Self = Self { token: true, lock: true, renewal_key: false, renewal_secret: false };
}

async fn secrets_set() -> (KeychainState, SecretsSet) {
    let set = blocking_vault(|| {
        let vault = Vault::open()?;
        let is_set = |kind| vault.is_set(opening::LIVE_PROFILE, kind);
        Ok(SecretsSet {
            token: is_set(SecretKind::Token)?,
            lock: is_set(SecretKind::Lock)?,
            renewal_key: is_set(SecretKind::RenewalKey)?,
            renewal_secret: is_set(SecretKind::RenewalSecret)?,
        })
    });
    match set.await {
        Ok(set) => (KeychainState::Ready, set),
        Err(error) if error.code == ErrorCode::KeychainLocked => {
            (KeychainState::Locked, SecretsSet::default())
        }
        Err(_) => (KeychainState::Absent, SecretsSet::default()),
    }
}

/// Calls the keychain outside the async runtime: the keychain may ask the user for a password meanwhile.
async fn blocking_vault<T: Send + 'static>(
    call: impl FnOnce() -> Result<T, VaultError> + Send + 'static,
) -> CommandResult<T> {
    let done = tokio::task::spawn_blocking(call).await.map_err(|error| unexpected(&error))?;
    done.map_err(|error| app_error(DeskError::Vault(error)))
}
