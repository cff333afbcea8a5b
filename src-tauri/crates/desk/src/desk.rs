//! The desk of one profile: its ledger, its service, its secrets while unlocked, its open drafts. Practice and live
//! profiles are different desks with different ledgers.

use std::{
    collections::HashMap,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard, atomic::AtomicBool},
};

use jiff::Timestamp;
use paysheet_domain::{Bank, BankKind, Country};
use paysheet_ledger::{Ledger, Recovery};
use paysheet_service::{Connection, Endpoint, ExtraRoot, Service, Timeouts};
use paysheet_vault::{SecretKind, backup::KeyBackup};
use secrecy::SecretString;
use tokio::sync::{broadcast, watch};

use crate::{
    check::account_names::NameChecks,
    clock::Clock,
    draft::DraftStore,
    error::{DeskError, Setting},
    event::DeskEvent,
    import::mapping::EarlierReadings,
    mutex::lock,
    pay::callbacks::Listener,
    pay::destination::{Binding, BoundService},
    pay::send_queue::SendQueue,
    recovery::anchor::AnchorStore,
    recovery::backups::Backups,
    session::auto_lock::AutoLock,
    session::bound_secret::BoundSecret,
    session::profile::{KeyHome, Profile, SecretsHome, Unlocked},
    session::profile_key::{self, FoundKey},
    session::settings,
    session::token::TokenRenewal,
    view::ProfileSettings,
};

/// Events that a slow window may fall behind before it must request all data again.
const EVENTS_WAITING_MAX: usize = 1_024;
/// The ledger's setting that contains the profile.
const PROFILE_SETTING: &str = "profile";

/// The configuration that a desk is opened with.
pub struct DeskConfig {
    pub ledger: PathBuf,
    /// Used if the ledger contains no profile yet.
    pub profile: Profile,
    pub secrets: SecretsHome,
    pub key: KeyHome,
    pub clock: Arc<dyn Clock>,
    /// Replaces the profile's timeouts, for callers that cannot wait as long.
    pub timeouts: Option<Timeouts>,
}

/// A handle to an open desk; cheap to clone.
#[derive(Clone)]
pub struct Desk {
    pub(crate) inner: Arc<Inner>,
}

pub(crate) struct Inner {
    pub ledger: Ledger,
    pub ledger_path: PathBuf,
    pub clock: Arc<dyn Clock>,
    pub key: Mutex<Arc<FoundKey>>,
    pub key_home: KeyHome,
    pub anchor: AnchorStore,
    pub backups: Backups,
    /// The key backup that was sealed last. It stays in memory so that the user can save it more than once.
    pub key_backup: Mutex<Option<KeyBackup>>,
    pub secrets: SecretsHome,
    timeouts: Option<Timeouts>,
    profile: Mutex<Profile>,
    pub(crate) service: Mutex<BoundService>,
    unlocked: Mutex<Option<Unlocked>>,
    pub drafts: DraftStore,
    pub earlier_readings: EarlierReadings,
    pub banks: Mutex<HashMap<Country, Vec<Bank>>>,
    pub send_queue: SendQueue,
    pub token_renewal: TokenRenewal,
    pub auto_lock: AutoLock,
    /// Becomes true once, and stays true.
    pub closing: watch::Sender<bool>,
    pub name_checks: NameChecks,
    pub funding: crate::top_up::Work,
    pub(crate) listener: tokio::sync::Mutex<Option<Listener>>,
    /// A timer is running that applies stored callbacks.
    pub applies_later: AtomicBool,
    events: broadcast::Sender<DeskEvent>,
}

impl Desk {
    /// Opens the ledger, recovers what a crash left behind, and applies stored callbacks. Sends nothing.
    ///
    /// # Errors
    /// `Ledger` (`InUse` if another program has it open), `Address`, and the errors of the profile key's home.
    pub async fn open(config: DeskConfig) -> Result<(Self, Recovery), DeskError> {
        let now = config.clock.now();
        config.secrets.bind_memory(&Binding::of(&config.profile));
        let ledger = Ledger::open_unrecovered(&config.ledger, now).await?;
        let profile = match ledger.setting(PROFILE_SETTING).await? {
            Some(text) => Profile::kept(&text, &config.profile)?,
            None => config.profile,
        };
        let service = bound_service(&profile, config.timeouts)?;
        let found = profile_key::find(config.key.clone(), &profile.id, &ledger, now).await?;
        let anchor = AnchorStore::open(&config.key, &profile.id, (&ledger, &found), now).await?;
        // With the key attached, the events of the recovery are sealed like all others.
        let recovery = ledger.recover(now).await?;
        let desk = Self {
            inner: Arc::new(Inner {
                ledger,
                ledger_path: config.ledger,
                clock: config.clock,
                key: Mutex::new(Arc::new(found)),
                key_home: config.key,
                anchor,
                backups: Backups::default(),
                key_backup: Mutex::default(),
                secrets: config.secrets,
                timeouts: config.timeouts,
                profile: Mutex::new(profile),
                service: Mutex::new(service),
                unlocked: Mutex::new(None),
                drafts: DraftStore::new(),
                earlier_readings: EarlierReadings::default(),
                banks: Mutex::default(),
                send_queue: SendQueue::default(),
                token_renewal: TokenRenewal::default(),
                auto_lock: AutoLock::new(now),
                closing: watch::Sender::new(false),
                name_checks: NameChecks::default(),
                funding: crate::top_up::Work::default(),
                listener: tokio::sync::Mutex::default(),
                applies_later: AtomicBool::new(false),
                events: broadcast::channel(EVENTS_WAITING_MAX).0,
            }),
        };
        desk.keep_profile().await?;
        if let Err(error) = desk.apply_waiting_callbacks().await {
            tracing::error!(%error, "stored callbacks cannot be applied yet");
            desk.apply_callbacks_later();
        }
        desk.watch_for_overdue();
        desk.verify_history_beside();
        Ok((desk, recovery))
    }

    /// Subscribes to all events from now on.
    #[must_use]
    pub fn events(&self) -> broadcast::Receiver<DeskEvent> {
        self.inner.events.subscribe()
    }

    pub(crate) fn tell(&self, event: DeskEvent) {
        // Without a listener the event is dropped: the window requests all data when it opens.
        let _ = self.inner.events.send(event);
    }

    /// Reports a change of a draft that is made and stored.
    pub(crate) fn tell_draft_changed(&self, id: u32) {
        let revision = self.inner.drafts.next_revision();
        self.tell(DeskEvent::DraftChanged { id, revision });
    }

    /// Returns the revision of the last reported change. Every view that is built after this call contains that
    /// change.
    pub(crate) fn draft_revision(&self) -> u32 {
        self.inner.drafts.revision()
    }

    pub(crate) fn now(&self) -> Timestamp {
        self.inner.clock.now()
    }

    #[must_use]
    pub fn ledger_path(&self) -> &Path {
        &self.inner.ledger_path
    }

    #[must_use]
    pub fn profile(&self) -> Profile {
        lock(&self.inner.profile).clone()
    }

    /// Changes the profile's settings. An approved payroll keeps the settings that it was approved with.
    ///
    /// # Errors
    /// `ValueInvalid`, `Address`, `ListenerUnavailable`, `Ledger`.
    pub async fn save_profile(&self, settings: ProfileSettings) -> Result<(), DeskError> {
        settings::validate(&settings)?;
        let profile = Profile { settings, ..self.profile() };
        let service = bound_service(&profile, self.inner.timeouts)?;
        let settings = profile.settings;
        if settings.callback_listen != self.profile().settings.callback_listen {
            self.listen(&settings.callback_listen).await?;
        }
        self.leave_for(&service.binding).await?;
        self.point_at(service);
        lock(&self.inner.profile).settings = settings;
        lock(&self.inner.banks).clear();
        self.keep_profile().await?;
        self.tell(DeskEvent::SessionChanged);
        Ok(())
    }

    /// Deletes the secrets that were given for another service; the user types them again for the new one. This
    /// happens before the profile names the new service, so that the old secrets and the new service are never present
    /// together.
    async fn leave_for(&self, binding: &Binding) -> Result<(), DeskError> {
        let now = lock(&self.inner.service).binding.clone();
        if now == *binding || now == Binding::embedded() {
            return Ok(());
        }
        self.lock();
        let (secrets, id, to) = (self.inner.secrets.clone(), self.profile().id, binding.clone());
        blocking(move || secrets.forget_all_but(&id, &to)).await
    }

    /// Sets the service to call. The practice service keeps its identity, whatever its address is today.
    fn point_at(&self, service: BoundService) {
        let mut now = lock(&self.inner.service);
        let is_embedded = now.binding == Binding::embedded();
        *now = service;
        if is_embedded {
            now.binding = Binding::embedded();
        }
    }

    /// Stores a secret that the user typed, for the service that the profile names now.
    ///
    /// # Errors
    /// `Vault`.
    pub async fn put_secret(&self, kind: SecretKind, secret: SecretString) -> Result<(), DeskError> {
        let binding = lock(&self.inner.service).binding.clone();
        let bound = BoundSecret { secret, binding, account: String::new() };
        let (secrets, id) = (self.inner.secrets.clone(), self.profile().id);
        blocking(move || secrets.put(&id, kind, &bound)).await
    }

    /// Sets the address of the practice service within this program. It has a new port at each start and is still the
    /// same service.
    ///
    /// # Errors
    /// `Address`, `Ledger`.
    pub async fn practise_on(&self, base_url: &str) -> Result<(), DeskError> {
        let mut profile = self.profile();
        base_url.clone_into(&mut profile.settings.base_url);
        let embedded = Binding::embedded();
        self.inner.secrets.bind_memory(&embedded);
        lock(&self.inner.service).binding = embedded;
        self.take_profile(profile).await
    }

    /// Replaces this profile with another one.
    pub(crate) async fn take_profile(&self, profile: Profile) -> Result<(), DeskError> {
        let service = bound_service(&profile, self.inner.timeouts)?;
        self.leave_for(&service.binding).await?;
        self.point_at(service);
        *lock(&self.inner.profile) = profile;
        self.keep_profile().await
    }

    /// Stores the profile if it changed. An unchanged profile writes nothing: the user is asked about an approved
    /// payroll again only after a change.
    async fn keep_profile(&self) -> Result<(), DeskError> {
        let text = serde_json::to_string(&self.profile())?;
        if self.inner.ledger.setting(PROFILE_SETTING).await?.as_deref() == Some(&text) {
            return Ok(());
        }
        self.inner.ledger.set_setting(PROFILE_SETTING, &text, self.now()).await?;
        Ok(())
    }

    /// Reads token and lock into memory. From here on the desk may use the network.
    ///
    /// # Errors
    /// `Vault`, `SecretMissing`.
    pub async fn unlock(&self) -> Result<(), DeskError> {
        let (desk, id) = (self.clone(), self.profile().id);
        let binding = lock(&self.inner.service).binding.clone();
        let unlocked = blocking(move || desk.inner.secrets.unlock(&id, &binding)).await?;
        *lock(&self.inner.unlocked) = Some(unlocked);
        // An error of another token, or of another key, does not apply to these secrets.
        self.inner.token_renewal.forget();
        self.user_is_here();
        self.renew_token_beside();
        self.watch_open_top_ups_beside();
        self.tell(DeskEvent::SessionChanged);
        Ok(())
    }

    /// Removes token and lock from memory. A batch that is being sent is completed first; the next one waits for the
    /// user.
    pub fn lock(&self) {
        *lock(&self.inner.unlocked) = None;
        self.tell(DeskEvent::SessionChanged);
    }

    #[must_use]
    pub fn is_unlocked(&self) -> bool {
        lock(&self.inner.unlocked).is_some()
    }

    pub(crate) fn unlocked_guard(&self) -> MutexGuard<'_, Option<Unlocked>> {
        lock(&self.inner.unlocked)
    }

    /// Returns token and lock if they were given for the service that the profile names now.
    pub(crate) fn unlocked(&self) -> Result<Unlocked, DeskError> {
        let unlocked = lock(&self.inner.unlocked).clone().ok_or(DeskError::Locked)?;
        unlocked.require_for(&lock(&self.inner.service).binding)?;
        Ok(unlocked)
    }

    /// Returns the time limits for calls to the service.
    pub(crate) fn timeouts(&self) -> Timeouts {
        self.inner.timeouts.unwrap_or_else(|| settings::timeouts(&self.profile().settings))
    }

    pub(crate) fn service(&self) -> Service {
        self.bound_service().service
    }

    pub(crate) fn bound_service(&self) -> BoundService {
        lock(&self.inner.service).clone()
    }

    /// Closes the desk. It locks the desk, waits for the answer to anything under way (at most as long as a submission
    /// may take), stops the listener and closes the ledger. If the program ends before that answer arrives, the batch
    /// is Unknown at the next start.
    pub async fn close(&self) {
        let mut events = self.events();
        self.lock();
        self.inner.closing.send_replace(true);
        self.inner.funding.stop_watching_all();
        while !self.inner.send_queue.is_empty() || self.inner.funding.is_charging() {
            // The end of each sending is an event. An error (the receiver fell behind) counts as one, too.
            let _ = events.recv().await;
        }
        let listener = self.inner.listener.lock().await.take();
        if let Some(listener) = listener {
            listener.stop().await;
        }
        self.anchor_or_log().await;
        self.inner.ledger.close().await;
    }

    /// Removes a draft from memory, together with its states before its file was read by other columns.
    pub(crate) fn close_draft(&self, id: u32) {
        self.inner.drafts.close(id);
        self.inner.earlier_readings.forget(id);
    }
}

fn bound_service(profile: &Profile, timeouts: Option<Timeouts>) -> Result<BoundService, DeskError> {
    Ok(BoundService { service: service(profile, timeouts)?, binding: Binding::of(profile) })
}

fn service(profile: &Profile, timeouts: Option<Timeouts>) -> Result<Service, DeskError> {
    let settings = &profile.settings;
    let endpoint = Endpoint::parse(&settings.base_url, &settings.token_prefix)?;
    let connection = Connection {
        timeouts: timeouts.unwrap_or_else(|| settings::timeouts(settings)),
        extra_root: profile.extra_root.as_deref().map(ExtraRoot::from_pem).transpose()?,
        ..Connection::default()
    };
    Ok(Service::new(endpoint, &connection)?)
}

/// Checks that a service is reachable and accepts the token, by listing the banks of a country.
///
/// # Errors
/// `Address`, `Call`.
pub async fn probe(base_url: &str, token_prefix: &str, token: &SecretString) -> Result<(), DeskError> {
    let service = Service::new(Endpoint::parse(base_url, token_prefix)?, &Connection::default())?;
    service.banks(token, Country::NG, BankKind::Bank).await?;
    Ok(())
}

/// Runs blocking work (files, the keychain) outside the asynchronous runtime.
pub(crate) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, DeskError> + Send + 'static,
) -> Result<T, DeskError> {
    tokio::task::spawn_blocking(work).await.map_err(|_| DeskError::TaskEnded)?
}

/// Refuses texts that cannot be a secret.
///
/// # Errors
/// `ValueInvalid` with the secret's name if the text is empty, too long or has control characters.
pub fn secret_fits(text: &str, setting: Setting) -> Result<(), DeskError> {
    let fits =
        !text.trim().is_empty() && text.len() <= SECRET_BYTES_MAX && !text.chars().any(char::is_control);
    if fits { Ok(()) } else { Err(DeskError::ValueInvalid(setting)) }
}

/// Longest token or lock, in bytes. Most servers accept no longer header line.
pub const SECRET_BYTES_MAX: usize = 8_000;
