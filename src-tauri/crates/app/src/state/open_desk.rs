//! An open desk, and how each kind of desk is opened and closed.

use std::sync::Arc;

use data_encoding::HEXLOWER;
use paysheet_desk::{
    Desk, DeskConfig, DeskEvent,
    challenge::Local,
    clock::SystemClock,
    profile::{KeyHome, Profile, SecretsHome},
    view::{Mode, ProviderSettings, WalletSettings},
};
use paysheet_domain::Currency;
use paysheet_practice::{Practice, PracticeConfig};
use paysheet_vault::{SecretKind, Vault};
use secrecy::SecretString;
use strum::IntoEnumIterator;
use tokio::sync::broadcast::{self, error::RecvError};
use url::Url;

use crate::state::{
    app_paths::AppPaths,
    error::{CommandResult, app_error, unexpected},
    keychain::{LIVE_PROFILE, open_vault},
};

const PRACTICE_PROFILE: &str = "practice";
/// The practice service's call for the status of a payout.
const PRACTICE_STATUS_PATH: &str = "v1/disburse/status";
/// The recipient whose balance is topped up in practice. In a live profile the user enters the recipient.
const PRACTICE_RECIPIENT: &str = "PRACTICE";
/// The currency of the practice wallet.
const PRACTICE_CURRENCY: Currency = Currency::NGN;
/// The name that is recorded with approvals in practice, unless the user enters one.
const PRACTICE_APPROVER: &str = "You (practice)";
/// The seed of the practice service's random numbers.
const PRACTICE_SEED: u64 = 1;
/// Length of the random callback path, which cannot be guessed.
const CALLBACK_PATH_BYTES: usize = 16;

/// An open desk and, in practice, its practice service.
pub struct OpenDesk {
    pub mode: Mode,
    pub desk: Desk,
    practice: Option<Practice>,
}

impl OpenDesk {
    /// Starts the practice service and opens the practice desk that uses it. Its secrets exist in memory only.
    ///
    /// # Errors
    /// If the practice service does not start, or the desk does not open.
    pub async fn practice(paths: &AppPaths, events: &broadcast::Sender<DeskEvent>) -> CommandResult<Self> {
        let mut config = PracticeConfig::made_up(PRACTICE_SEED).map_err(|error| unexpected(&error))?;
        config.state = Some(paths.practice_service());
        let practice = Practice::start(config).await.map_err(|error| unexpected(&error))?;
        let secrets = SecretsHome::in_memory(practice.token().clone(), practice.lock().clone());
        let base_url = practice.base_url();
        let (desk, _) = Desk::open(DeskConfig {
            ledger: paths.practice_ledger(),
            profile: practice_profile(&base_url),
            secrets,
            key: KeyHome::File(paths.practice_key()),
            clock: Arc::new(SystemClock),
            timeouts: None,
        })
        .await
        .map_err(app_error)?;
        desk.practise_on(&base_url).await.map_err(app_error)?;
        complete_practice_profile(&desk).await?;
        desk.unlock().await.map_err(app_error)?;
        let address = format!("http://127.0.0.1:0/{}", unguessable()?);
        practice.set_callback_url(desk.listen(&address).await.map_err(app_error)?);
        pass_on(&desk, events.clone());
        Ok(Self { mode: Mode::Practice, desk, practice: Some(practice) })
    }

    /// Opens the live desk of the last connected profile, locked.
    ///
    /// # Errors
    /// If the keychain is locked or absent, or the ledger cannot be opened.
    pub async fn live(paths: &AppPaths, events: &broadcast::Sender<DeskEvent>) -> CommandResult<Self> {
        let vault = open_vault(paths).await?;
        // A live ledger contains its profile since the profile was connected.
        let profile = Profile::new(LIVE_PROFILE, "", "https://localhost", "");
        let desk = open_live(paths, vault, profile).await?;
        Ok(Self::watched(desk, events).await)
    }

    /// Opens the live desk, locked, and connects it with what was entered.
    ///
    /// # Errors
    /// If the ledger cannot be opened or written, the profile's address has another form than a service's, or the
    /// keychain refuses.
    pub async fn connected(
        paths: &AppPaths,
        events: &broadcast::Sender<DeskEvent>,
        vault: Vault,
        profile: Profile,
        (provider, secrets): (ProviderSettings, Vec<(SecretKind, SecretString)>),
    ) -> CommandResult<Self> {
        let entered = profile.settings.clone();
        let desk = open_live(paths, vault, profile).await?;
        desk.connect(entered, provider, secrets).await.map_err(app_error)?;
        Ok(Self::watched(desk, events).await)
    }

    /// Starts what runs while a live desk is open.
    async fn watched(desk: Desk, events: &broadcast::Sender<DeskEvent>) -> Self {
        let address = desk.profile().settings.callback_listen;
        if let Err(error) = desk.listen(&address).await {
            // Paying works without callbacks; the Settings screen shows that the listener is not running.
            tracing::warn!(%error, "callbacks are not listened for");
        }
        desk.watch_for_absence();
        desk.watch_backups();
        desk.watch_token();
        pass_on(&desk, events.clone());
        Self { mode: Mode::Live, desk, practice: None }
    }

    /// Returns where on this computer a bank's page may be.
    ///
    /// # Errors
    /// `unexpected` if the practice service has no address.
    pub fn local(&self) -> CommandResult<Local> {
        let Some(practice) = &self.practice else { return Ok(Local::Nothing) };
        let bank = Url::parse(practice.bank_url()).map_err(|error| unexpected(&error))?;
        Ok(Local::PracticeBank(bank.origin()))
    }
}

/// Closes a desk, if one is open, and then its practice service. A request in progress is waited for.
pub async fn close(open: Option<OpenDesk>) {
    if let Some(open) = open {
        open.desk.close().await;
        if let Some(practice) = open.practice {
            practice.stop().await;
        }
    }
}

/// Opens the ledger of the live desk. The profile is used if the ledger contains none yet.
async fn open_live(paths: &AppPaths, vault: Vault, profile: Profile) -> CommandResult<Desk> {
    let config = DeskConfig {
        ledger: paths.live_ledger(),
        profile,
        secrets: SecretsHome::Keychain(vault.clone()),
        key: KeyHome::Keychain(vault),
        clock: Arc::new(SystemClock),
        timeouts: None,
    };
    let (desk, _) = Desk::open(config).await.map_err(app_error)?;
    Ok(desk)
}

/// Forwards the events of a desk until it is closed.
fn pass_on(desk: &Desk, to: broadcast::Sender<DeskEvent>) {
    let mut events = desk.events();
    tokio::spawn(async move {
        loop {
            match events.recv().await {
                Ok(event) => {
                    let _ = to.send(event);
                }
                Err(RecvError::Lagged(_)) => {
                    let _ = to.send(DeskEvent::SessionChanged);
                }
                Err(RecvError::Closed) => return,
            }
        }
    });
}

/// Returns the profile of a new practice desk, with the calls that the practice service offers beyond the interface. A
/// ledger from before they existed takes them from here.
fn practice_profile(base_url: &str) -> Profile {
    let mut profile = Profile::new(PRACTICE_PROFILE, "Practice", base_url, "KOLA FOODS LTD");
    PRACTICE_STATUS_PATH.clone_into(&mut profile.settings.payout_status_path);
    profile.settings.send_callback_code = true;
    profile
}

/// Sets what a live profile asks its user for, so that a payroll can be approved and a card be charged at once, also on
/// a ledger from before they existed.
async fn complete_practice_profile(desk: &Desk) -> CommandResult<()> {
    let mut settings = desk.profile().settings;
    for (setting, value) in
        [(&mut settings.charge_recipient_id, PRACTICE_RECIPIENT), (&mut settings.approver, PRACTICE_APPROVER)]
    {
        if setting.trim().is_empty() {
            value.clone_into(setting);
        }
    }
    // Practice asks for a branch, as services do that take one.
    settings.recipient_extras = true;
    let main = *settings.wallet_currency.get_or_insert(PRACTICE_CURRENCY);
    settings.wallets = Currency::iter().filter(|currency| *currency != main).map(practice_wallet).collect();
    if settings == desk.profile().settings {
        return Ok(());
    }
    desk.save_profile(settings).await.map_err(app_error)
}

fn practice_wallet(currency: Currency) -> WalletSettings {
    WalletSettings { currency, reference: paysheet_practice::wallet_reference(currency) }
}

fn unguessable() -> CommandResult<String> {
    let mut bytes = [0_u8; CALLBACK_PATH_BYTES];
    getrandom::fill(&mut bytes).map_err(|error| unexpected(&error))?;
    Ok(HEXLOWER.encode(&bytes))
}
