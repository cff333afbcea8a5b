//! Opening and closing a desk.

use std::{
    path::PathBuf,
    sync::{Arc, atomic::AtomicBool},
};

use paysheet_ledger::{Ledger, PROFILE_SETTING, Recovery};
use paysheet_service::Timeouts;
use tokio::sync::{broadcast, watch};

use crate::{
    clock::Clock,
    desk::{Desk, Parts},
    error::DeskError,
    recovery::anchor,
    session::{
        connection::{self, bound_service},
        stored_profile,
    },
    settle::{
        asking,
        callbacks::{apply, backlog},
        overdue,
    },
    state::draft_store::DraftStore,
    state::{
        anchor_store::AnchorStore,
        backup_status::BackupStatus,
        earlier_readings::EarlierReadings,
        reported_balance::ReportedBalances,
        session::{
            binding::Binding,
            last_activity::LastActivity,
            profile::{KeyHome, Profile, SecretsHome},
            profile_key,
            renewal_state::TokenRenewal,
            session_state::SessionState,
        },
        shown_outcomes::ShownOutcomes,
        stored_lists::StoredLists,
        work::{
            asking_progress::Asking, callback_server::RunningListener,
            documents_in_progress::DocumentsInProgress, funding::Work, name_checks::NameChecks,
            self_tests::SelfTests, send_gate::SendGate, send_queue::SendQueue,
        },
    },
};

/// Events that a slow window may fall behind before it must request all data again.
const EVENTS_WAITING_MAX: usize = 1_024;

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
            Some(text) => stored_profile::from_text(&text, &config.profile)?,
            None => config.profile,
        };
        let service = bound_service(&profile, config.timeouts)?;
        let found = profile_key::find(config.key.clone(), &profile.id, &ledger, now).await?;
        let anchor = AnchorStore::open(&config.key, &profile.id, (&ledger, &found), now).await?;
        // With the key attached, the events of the recovery are sealed like all others.
        let recovery = ledger.recover(now).await?;
        let desk = Desk::new(Parts {
            ledger,
            ledger_path: config.ledger,
            clock: config.clock,
            session: SessionState::new(profile, service, found),
            key_home: config.key,
            anchor,
            backups: BackupStatus::default(),
            secrets: config.secrets,
            timeouts: config.timeouts,
            drafts: DraftStore::new(),
            earlier_readings: EarlierReadings::default(),
            lists: StoredLists::default(),
            send_queue: SendQueue::default(),
            send_gate: SendGate::default(),
            asking: Asking::default(),
            documents: DocumentsInProgress::default(),
            shown_outcomes: ShownOutcomes::default(),
            token_renewal: TokenRenewal::default(),
            last_activity: LastActivity::new(now),
            closing: watch::Sender::new(false),
            name_checks: NameChecks::default(),
            funding: Work::default(),
            reported_balances: ReportedBalances::default(),
            listener: RunningListener::default(),
            self_tests: SelfTests::default(),
            applies_later: AtomicBool::new(false),
            events: broadcast::channel(EVENTS_WAITING_MAX).0,
        });
        connection::store_profile(&desk, &desk.ledger).await?;
        if let Err(error) = apply::apply_waiting_callbacks(&desk).await {
            tracing::error!(%error, "stored callbacks cannot be applied yet");
            backlog::apply_callbacks_later(&desk);
        }
        overdue::watch_for_overdue(&desk);
        asking::watch_outcomes(&desk);
        anchor::verify_history_in_background(&desk);
        Ok((desk, recovery))
    }

    /// Closes the self. It locks the desk, waits for the answer to anything under way (at most as long as a submission
    /// may take), stops the listener and closes the ledger. If the program ends before that answer arrives, the batch
    /// is Unknown at the next start.
    pub async fn close(&self) {
        let mut events = self.events();
        self.lock();
        self.closing.send_replace(true);
        self.funding.stop_watching_all();
        while !self.send_queue.is_empty() || self.funding.is_charging() {
            // The end of each sending is an event. An error (the receiver fell behind) counts as one, too.
            let _ = events.recv().await;
        }
        let listener = self.listener.lock().await.take();
        if let Some(listener) = listener {
            listener.stop().await;
        }
        anchor::anchor_or_log(self).await;
        self.ledger.close().await;
    }
}
