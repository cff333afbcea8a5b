//! The desk of one profile: its ledger, its service, its secrets while unlocked, its open drafts. Practice and live
//! profiles are different desks with different ledgers. The use cases are its methods, each in its own folder.

use std::{
    ops::Deref,
    path::{Path, PathBuf},
    sync::{Arc, Weak, atomic::AtomicBool},
};

use jiff::Timestamp;
use paysheet_ledger::{GuardRule, Ledger};
use paysheet_service::{Service, Timeouts};
use tokio::sync::{broadcast, watch};

use crate::{
    app_error::AppError,
    clock::Clock,
    error::DeskError,
    event::DeskEvent,
    state::draft_store::DraftStore,
    state::{
        anchor_store::AnchorStore,
        backup_status::BackupStatus,
        earlier_readings::EarlierReadings,
        reported_balance::ReportedBalances,
        session::{
            last_activity::LastActivity,
            profile::{KeyHome, Profile, SecretsHome, Unlocked},
            profile_key::LoadedKey,
            renewal_state::TokenRenewal,
            session_state::SessionState,
            settings,
        },
        shown_outcomes::ShownOutcomes,
        stored_lists::StoredLists,
        work::{
            asking_progress::Asking, callback_server::RunningListener,
            documents_in_progress::DocumentsInProgress, funding::Work, name_checks::NameChecks,
            self_tests::SelfTests, send_gate::SendGate, send_queue::SendQueue,
        },
    },
    view::ProfileSettings,
};

/// A handle to an open desk; cheap to clone. Work in the background holds one only while it works, so that
/// a desk that is dropped ends.
#[derive(Clone)]
pub struct Desk(Arc<Parts>);

/// The parts of an open desk. Each owns its mutexes. Where two parts are locked at once, the change guard of
/// [`DraftStore`] is locked first; no mutex of the standard library is locked across an `await`.
pub struct Parts {
    pub(crate) ledger: Ledger,
    pub(crate) ledger_path: PathBuf,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) session: SessionState,
    pub(crate) key_home: KeyHome,
    pub(crate) anchor: AnchorStore,
    pub(crate) backups: BackupStatus,
    pub(crate) secrets: SecretsHome,
    pub(crate) timeouts: Option<Timeouts>,
    pub(crate) drafts: DraftStore,
    pub(crate) earlier_readings: EarlierReadings,
    pub(crate) lists: StoredLists,
    pub(crate) send_queue: SendQueue,
    pub(crate) send_gate: SendGate,
    pub(crate) asking: Asking,
    pub(crate) documents: DocumentsInProgress,
    pub(crate) shown_outcomes: ShownOutcomes,
    pub(crate) token_renewal: TokenRenewal,
    pub(crate) last_activity: LastActivity,
    /// Becomes true once, and stays true.
    pub(crate) closing: watch::Sender<bool>,
    pub(crate) name_checks: NameChecks,
    pub(crate) funding: Work,
    pub(crate) reported_balances: ReportedBalances,
    pub(crate) listener: RunningListener,
    pub(crate) self_tests: SelfTests,
    /// A timer is running that applies stored callbacks.
    pub(crate) applies_later: AtomicBool,
    pub(crate) events: broadcast::Sender<DeskEvent>,
}

/// A handle that does not keep the desk open.
pub(crate) struct WeakDesk(Weak<Parts>);

impl WeakDesk {
    /// Returns the desk, unless it is gone.
    pub fn upgrade(&self) -> Option<Desk> {
        self.0.upgrade().map(Desk)
    }
}

impl Deref for Desk {
    type Target = Parts;

    fn deref(&self) -> &Parts {
        &self.0
    }
}

impl Desk {
    pub(crate) fn new(parts: Parts) -> Self {
        Self(Arc::new(parts))
    }

    pub(crate) fn downgrade(&self) -> WeakDesk {
        WeakDesk(Arc::downgrade(&self.0))
    }

    /// Subscribes to all events from now on.
    #[must_use]
    pub fn events(&self) -> broadcast::Receiver<DeskEvent> {
        self.events.subscribe()
    }

    /// Sends an event to every subscriber.
    pub(crate) fn emit(&self, event: DeskEvent) {
        // A view that is fetched because of it must not contain the balance from before the money arrived.
        if matches!(event, DeskEvent::TopUpChanged { .. }) {
            self.reported_balances.forget();
        }
        // Without a listener the event is dropped: the window requests all data when it opens.
        let _ = self.events.send(event);
    }

    /// Reports a change of a draft that is made and stored.
    pub(crate) fn emit_draft_changed(&self, id: u32) {
        let revision = self.drafts.next_revision();
        self.emit(DeskEvent::DraftChanged { id, revision });
    }

    /// Returns the revision of the last reported change. Every view that is built after this call contains that
    /// change.
    pub(crate) fn draft_revision(&self) -> u32 {
        self.drafts.revision()
    }

    pub(crate) fn now(&self) -> Timestamp {
        self.clock.now()
    }

    #[must_use]
    pub fn ledger_path(&self) -> &Path {
        &self.ledger_path
    }

    #[must_use]
    pub fn profile(&self) -> Profile {
        self.session.profile()
    }

    /// Removes token and lock from memory. A batch that is being sent is completed first; the next one waits for the
    /// user.
    pub fn lock(&self) {
        let removed = self.session.unlocked_guard().take();
        if let Some(unlocked) = removed {
            self.token_renewal.store_end(unlocked.token_expires_at);
        }
        self.emit(DeskEvent::SessionChanged);
    }

    #[must_use]
    pub fn is_unlocked(&self) -> bool {
        self.session.unlocked_guard().is_some()
    }

    /// Returns token and lock if they were given for the service that the profile names now.
    pub(crate) fn unlocked(&self) -> Result<Unlocked, DeskError> {
        self.session.unlocked()
    }

    /// Returns the time limits for calls to the service.
    pub(crate) fn timeouts(&self) -> Timeouts {
        self.timeouts.unwrap_or_else(|| settings::timeouts(&self.profile().settings))
    }

    pub(crate) fn service(&self) -> Service {
        self.session.service().service
    }

    /// Removes a draft from memory, together with its states before its file was read by other columns.
    pub(crate) fn close_draft(&self, id: u32) {
        self.drafts.close(id);
        self.earlier_readings.forget(id);
    }

    /// Returns the key in use. It is exchanged only when a backup is imported, while nothing is frozen.
    pub(crate) fn key(&self) -> Arc<LoadedKey> {
        self.session.key()
    }

    /// Refuses to make, approve or send references with a key that is not the ledger's.
    ///
    /// # Errors
    /// `ProfileKeyChanged`.
    pub(crate) fn require_own_key(&self) -> Result<(), DeskError> {
        if self.key().is_foreign { Err(AppError::ProfileKeyChanged.into()) } else { Ok(()) }
    }

    /// Returns the host that the profile names now; empty in practice.
    #[must_use]
    pub fn host(&self) -> String {
        self.session.binding().host()
    }

    /// Returns the name that is recorded with an approval. A live profile must name a person; practice may do without.
    pub(crate) fn approver(&self) -> Option<String> {
        let ProfileSettings { name, approver, .. } = self.profile().settings;
        let is_practice = self.session.is_practice();
        match approver.trim() {
            "" => is_practice.then_some(name),
            approver => Some(approver.to_owned()),
        }
    }

    /// Returns the name that is recorded with an approval, and with whatever else sends money.
    ///
    /// # Errors
    /// `ApproverMissing`.
    pub(crate) fn required_approver(&self) -> Result<String, DeskError> {
        self.approver().ok_or_else(|| AppError::ApproverMissing.into())
    }

    /// Returns the name that is recorded with a decision that sends nothing: the profile's if nobody is named, so that
    /// a payroll can be withdrawn or answered for without one.
    pub(crate) fn decider(&self) -> String {
        self.approver().unwrap_or_else(|| self.profile().settings.name)
    }

    /// Returns the ledger for an action of the user: its events name them as [`Self::decider`] does.
    pub(crate) fn ledger_for_user(&self) -> Ledger {
        self.ledger.acting_for(&self.decider())
    }

    pub(crate) fn guard_rule(&self) -> GuardRule {
        let settings = self.profile().settings;
        GuardRule { recent_days: settings.recent_days, approval_days: settings.approval_days }
    }
}
