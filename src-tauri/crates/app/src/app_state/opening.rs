//! Opens each kind of desk.

use std::sync::Arc;

use data_encoding::HEXLOWER;
use paysheet_desk::{
    Desk, DeskConfig,
    clock::SystemClock,
    profile::{KeyHome, Profile, SecretsHome},
    view::Mode,
};
use paysheet_practice::{Practice, PracticeConfig};
use paysheet_vault::Vault;
use tokio::sync::broadcast::error::RecvError;

use super::{AppState, Open, blocking_vault};
use crate::error::{CommandResult, app_error, unexpected};

const PRACTICE_PROFILE: &str = "practice";
/// The recipient whose balance is topped up in practice. In a live profile the user enters the recipient.
const PRACTICE_RECIPIENT: &str = "PRACTICE";
/// The name under which the keychain stores the live profile's secrets.
pub const LIVE_PROFILE: &str = "live";
/// The seed of the practice service's random numbers.
const PRACTICE_SEED: u64 = 1;
/// Length of the random callback path, which cannot be guessed.
const CALLBACK_PATH_BYTES: usize = 16;

impl AppState {
    /// Starts the practice service and opens the practice desk that uses it. Its secrets exist in memory only.
    pub(super) async fn open_practice(&self) -> CommandResult<Open> {
        let mut config = PracticeConfig::made_up(PRACTICE_SEED).map_err(|error| unexpected(&error))?;
        config.state = Some(self.paths.practice_service());
        let practice = Practice::start(config).await.map_err(|error| unexpected(&error))?;
        let secrets = SecretsHome::in_memory(practice.token().clone(), practice.lock().clone());
        let base_url = practice.base_url();
        let (desk, _) = Desk::open(DeskConfig {
            ledger: self.paths.practice_ledger(),
            profile: Profile::new(PRACTICE_PROFILE, "Practice", &base_url, "KOLA FOODS LTD"),
            secrets,
            key: KeyHome::File(self.paths.practice_key()),
            clock: Arc::new(SystemClock),
            timeouts: None,
        })
        .await
        .map_err(app_error)?;
        desk.practise_on(&base_url).await.map_err(app_error)?;
        settle_recipient(&desk).await?;
        desk.unlock().await.map_err(app_error)?;
        let address = format!("http://127.0.0.1:0/{}", unguessable()?);
        practice.set_callback_url(desk.listen(&address).await.map_err(app_error)?);
        self.pass_on(&desk);
        Ok(Open { mode: Mode::Practice, desk, practice: Some(practice) })
    }

    /// Opens the live desk, locked. A new profile is passed when one is being connected.
    pub(super) async fn open_live(&self, new: Option<(Vault, Profile)>) -> CommandResult<Open> {
        let (vault, connected) = match new {
            Some((vault, profile)) => (vault, Some(profile)),
            None => (blocking_vault(Vault::open).await?, None),
        };
        let profile = connected.clone();
        let (desk, _) = Desk::open(DeskConfig {
            ledger: self.paths.live_ledger(),
            // A live ledger contains its profile since the profile was connected.
            profile: profile.unwrap_or_else(|| Profile::new(LIVE_PROFILE, "", "https://localhost", "")),
            secrets: SecretsHome::Keychain(vault.clone()),
            key: KeyHome::Keychain(vault),
            clock: Arc::new(SystemClock),
            timeouts: None,
        })
        .await
        .map_err(app_error)?;
        if let Some(profile) = connected {
            let kept = desk.profile().settings;
            let settings = paysheet_desk::view::ProfileSettings {
                name: profile.settings.name,
                base_url: profile.settings.base_url,
                sender_name: profile.settings.sender_name,
                ..kept
            };
            desk.save_profile(settings).await.map_err(app_error)?;
        }
        let address = desk.profile().settings.callback_listen;
        if let Err(error) = desk.listen(&address).await {
            // Paying works without callbacks; the Settings screen shows that the listener is not running.
            tracing::warn!(%error, "callbacks are not listened for");
        }
        desk.watch_for_absence();
        desk.watch_backups();
        desk.watch_token();
        self.pass_on(&desk);
        Ok(Open { mode: Mode::Live, desk, practice: None })
    }

    /// Forwards the events of a desk until it is closed.
    fn pass_on(&self, desk: &Desk) {
        let (mut events, app_state) = (desk.events(), self.events.clone());
        tokio::spawn(async move {
            loop {
                match events.recv().await {
                    Ok(event) => {
                        let _ = app_state.send(event);
                    }
                    Err(RecvError::Lagged(_)) => {
                        let _ = app_state.send(paysheet_desk::DeskEvent::SessionChanged);
                    }
                    Err(RecvError::Closed) => return,
                }
            }
        });
    }
}

/// Sets the practice recipient, so that a card can be charged at once, also on a ledger from before card charges
/// existed.
async fn settle_recipient(desk: &Desk) -> CommandResult<()> {
    let settings = desk.profile().settings;
    if !settings.charge_recipient_id.trim().is_empty() {
        return Ok(());
    }
    let charge_recipient_id = PRACTICE_RECIPIENT.to_owned();
    desk.save_profile(paysheet_desk::view::ProfileSettings { charge_recipient_id, ..settings })
        .await
        .map_err(app_error)
}

fn unguessable() -> CommandResult<String> {
    let mut bytes = [0_u8; CALLBACK_PATH_BYTES];
    getrandom::fill(&mut bytes).map_err(|error| unexpected(&error))?;
    Ok(HEXLOWER.encode(&bytes))
}
