//! Opening and closing a desk.

use std::{
    path::PathBuf,
    sync::{Arc, Mutex, atomic::AtomicBool},
};

use paysheet_ledger::{Ledger, PROFILE_SETTING, Recovery};
use paysheet_service::Timeouts;
use tokio::sync::{broadcast, watch};

use crate::{
    check::name_checks::NameChecks,
    clock::Clock,
    context::{Context, Parts},
    directory::stored_lists::StoredLists,
    draft::DraftStore,
    error::DeskError,
    import::mapping::earlier_readings::EarlierReadings,
    outcomes::shown::ShownOutcomes,
    pay::asking::{self, progress::Asking},
    pay::callbacks::{apply, backlog, self_tests::SelfTests},
    pay::overdue,
    pay::send_queue::SendQueue,
    recovery::anchor,
    recovery::anchor_store::AnchorStore,
    recovery::backup_status::BackupStatus,
    report::stop::DocumentsInProgress,
    session::binding::Binding,
    session::connection,
    session::connection::bound_service,
    session::last_activity::LastActivity,
    session::profile::{KeyHome, Profile, SecretsHome},
    session::profile_key,
    session::renewal_state::TokenRenewal,
    session::stored_profile,
    top_up::reported_balance::ReportedBalances,
    top_up::work::Work,
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

/// Opens the ledger, recovers what a crash left behind, and applies stored callbacks. Sends nothing.
///
/// # Errors
/// `Ledger` (`InUse` if another program has it open), `Address`, and the errors of the profile key's home.
pub(crate) async fn open(config: DeskConfig) -> Result<(Context, Recovery), DeskError> {
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
    let context = Context::new(Parts {
        ledger,
        ledger_path: config.ledger,
        clock: config.clock,
        key: Mutex::new(Arc::new(found)),
        key_home: config.key,
        anchor,
        backups: BackupStatus::default(),
        key_backup: Mutex::default(),
        secrets: config.secrets,
        timeouts: config.timeouts,
        profile: Mutex::new(profile),
        service: Mutex::new(service),
        unlocked: Mutex::new(None),
        drafts: DraftStore::new(),
        earlier_readings: EarlierReadings::default(),
        lists: StoredLists::default(),
        send_queue: SendQueue::default(),
        asking: Asking::default(),
        documents: DocumentsInProgress::default(),
        shown_outcomes: ShownOutcomes::default(),
        token_renewal: TokenRenewal::default(),
        last_activity: LastActivity::new(now),
        closing: watch::Sender::new(false),
        name_checks: NameChecks::default(),
        funding: Work::default(),
        reported_balances: ReportedBalances::default(),
        listener: tokio::sync::Mutex::default(),
        self_tests: SelfTests::default(),
        applies_later: AtomicBool::new(false),
        events: broadcast::channel(EVENTS_WAITING_MAX).0,
    });
    connection::keep_profile(&context, &context.ledger).await?;
    if let Err(error) = apply::apply_waiting_callbacks(&context).await {
        tracing::error!(%error, "stored callbacks cannot be applied yet");
        backlog::apply_callbacks_later(&context);
    }
    overdue::watch_for_overdue(&context);
    asking::watch_outcomes(&context);
    anchor::verify_history_beside(&context);
    Ok((context, recovery))
}

/// Closes the desk. It locks the desk, waits for the answer to anything under way (at most as long as a submission
/// may take), stops the listener and closes the ledger. If the program ends before that answer arrives, the batch
/// is Unknown at the next start.
pub(crate) async fn close(context: &Context) {
    let mut events = context.events();
    context.lock();
    context.closing.send_replace(true);
    context.funding.stop_watching_all();
    while !context.send_queue.is_empty() || context.funding.is_charging() {
        // The end of each sending is an event. An error (the receiver fell behind) counts as one, too.
        let _ = events.recv().await;
    }
    let listener = context.listener.lock().await.take();
    if let Some(listener) = listener {
        listener.stop().await;
    }
    anchor::anchor_or_log(context).await;
    context.ledger.close().await;
}
