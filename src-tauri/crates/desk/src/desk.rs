//! The desk of one profile: its ledger, its service, its secrets while unlocked, its open drafts. Practice and live
//! profiles are different desks with different ledgers.

use std::{
    collections::HashMap,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard, atomic::AtomicBool},
};

use jiff::Timestamp;
use paysheet_domain::{Bank, Country};
use paysheet_ledger::Ledger;
use paysheet_service::{Service, Timeouts};
use paysheet_vault::backup::KeyBackup;
use tokio::sync::{broadcast, watch};

use crate::{
    check::name_checks::NameChecks,
    clock::Clock,
    draft::DraftStore,
    error::DeskError,
    event::DeskEvent,
    import::mapping::earlier_readings::EarlierReadings,
    mutex::lock,
    pay::callbacks::server::Listener,
    pay::send_queue::SendQueue,
    recovery::anchor_store::AnchorStore,
    recovery::backup_status::BackupStatus,
    session::binding::BoundService,
    session::last_activity::LastActivity,
    session::profile::{KeyHome, Profile, SecretsHome, Unlocked},
    session::profile_key::FoundKey,
    session::settings,
    session::token_renewal::TokenRenewal,
    top_up::work::Work,
};

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
    pub backups: BackupStatus,
    /// The key backup that was sealed last. It stays in memory so that the user can save it more than once.
    pub key_backup: Mutex<Option<KeyBackup>>,
    pub secrets: SecretsHome,
    pub timeouts: Option<Timeouts>,
    pub profile: Mutex<Profile>,
    pub service: Mutex<BoundService>,
    pub unlocked: Mutex<Option<Unlocked>>,
    pub drafts: DraftStore,
    pub earlier_readings: EarlierReadings,
    pub banks: Mutex<HashMap<Country, Vec<Bank>>>,
    pub send_queue: SendQueue,
    pub token_renewal: TokenRenewal,
    pub last_activity: LastActivity,
    /// Becomes true once, and stays true.
    pub closing: watch::Sender<bool>,
    pub name_checks: NameChecks,
    pub funding: Work,
    pub listener: tokio::sync::Mutex<Option<Listener>>,
    /// A timer is running that applies stored callbacks.
    pub applies_later: AtomicBool,
    pub events: broadcast::Sender<DeskEvent>,
}

impl Desk {
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

    /// Removes a draft from memory, together with its states before its file was read by other columns.
    pub(crate) fn close_draft(&self, id: u32) {
        self.inner.drafts.close(id);
        self.inner.earlier_readings.forget(id);
    }

    /// Returns the key in use. It is exchanged only when a backup is imported, while nothing is frozen.
    pub(crate) fn key(&self) -> Arc<FoundKey> {
        Arc::clone(&lock(&self.inner.key))
    }

    pub(crate) fn exchange_key(&self, found: FoundKey) {
        *lock(&self.inner.key) = Arc::new(found);
    }

    /// Refuses to make, approve or send references with a key that is not the ledger's.
    ///
    /// # Errors
    /// `ProfileKeyChanged`.
    pub(crate) fn require_own_key(&self) -> Result<(), DeskError> {
        if self.key().is_foreign { Err(DeskError::ProfileKeyChanged) } else { Ok(()) }
    }

    /// Returns the host that the profile names now; empty in practice.
    #[must_use]
    pub fn host(&self) -> String {
        lock(&self.inner.service).binding.host()
    }
}
