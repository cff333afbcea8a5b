//! The state of the running service. `state_file` stores the part that outlives it.

use std::{
    borrow::Cow,
    collections::HashSet,
    io,
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};

use secrecy::SecretString;
use tokio::sync::{mpsc, watch};

use super::{
    accepted_batch::{Batch, Payout, QueuedBatch, Start, references},
    access::Access,
    funding::Fundings,
    journal::Journal,
    known_payouts::KnownPayouts,
    state_file::{Line, Past, StateFile},
    wallet::Wallets,
};
use crate::random::SeededRng;

/// The first batch number is this number or up to a thousand more, by the seed.
const FIRST_BATCH_ID: u64 = 256;
const BATCH_ID_SPREAD: u64 = 1_000;

pub(crate) struct State {
    pub(crate) token: SecretString,
    pub(crate) wallets: Wallets,
    /// A batch above the balance is accepted, and paid until the money is gone.
    pub(crate) runs_short: bool,
    /// What each payment costs beside its amount.
    pub(crate) payout_fee: Option<String>,
    pub(crate) access: Access,
    /// The address of the bank's pages.
    pub(crate) bank_url: String,
    pub(crate) journal: Journal,
    pub(crate) queue: mpsc::UnboundedSender<Batch>,
    state_file: StateFile,
    callback_url: watch::Sender<Option<String>>,
    stopping: watch::Sender<bool>,
    references: Mutex<HashSet<String>>,
    fundings: Mutex<Fundings>,
    payouts: Mutex<KnownPayouts>,
    last_batch_id: AtomicU64,
    queued: Mutex<Vec<QueuedBatch>>,
    /// Milliseconds before each answer about an account.
    pub(crate) resolve_ms: AtomicU64,
    connections: AtomicU64,
    begun: AtomicU64,
}

/// The parts of a state.
pub(crate) struct Parts {
    pub(crate) token: SecretString,
    pub(crate) wallets: Wallets,
    /// A batch above the balance is accepted, and paid until the money is gone.
    pub(crate) runs_short: bool,
    /// What each payment costs beside its amount.
    pub(crate) payout_fee: Option<String>,
    pub(crate) access: Access,
    /// The address of the bank's pages.
    pub(crate) bank_url: String,
    pub(crate) seed: u64,
    pub(crate) journal: Journal,
    pub(crate) queue: mpsc::UnboundedSender<Batch>,
    pub(crate) callback_url: Option<String>,
    pub(crate) state_file: StateFile,
    pub(crate) past: Past,
}

/// Why a batch is not accepted.
pub(crate) enum NotTaken {
    /// The first reference that is already used or occurs twice.
    Duplicate(String),
    NotStored(io::Error),
}

impl State {
    pub(crate) fn new(parts: Parts) -> Self {
        let Parts {
            token,
            wallets,
            runs_short,
            payout_fee,
            access,
            bank_url,
            seed,
            journal,
            queue,
            callback_url,
            state_file,
            past,
        } = parts;
        let first = FIRST_BATCH_ID + SeededRng::seeded(seed).below(BATCH_ID_SPREAD);
        let last_batch_id = AtomicU64::new(first.max(past.last_batch_id));
        let mut taken: HashSet<String> = past.references.into_iter().collect();
        let mut payouts = KnownPayouts::default();
        for batch in past.unfinished {
            payouts.add(&batch);
            taken.extend(batch.references().map(str::to_owned));
            // Its receiver is not in use yet.
            let _ = queue.send(batch);
        }
        let fundings = Fundings::new(seed, &wallets.own);
        Self {
            token,
            wallets,
            runs_short,
            payout_fee,
            access,
            resolve_ms: AtomicU64::default(),
            bank_url,
            journal,
            queue,
            state_file,
            callback_url: watch::Sender::new(callback_url),
            stopping: watch::Sender::new(false),
            references: Mutex::new(taken),
            fundings: Mutex::new(fundings),
            payouts: Mutex::new(payouts),
            last_batch_id,
            queued: Mutex::default(),
            connections: AtomicU64::new(0),
            begun: AtomicU64::new(0),
        }
    }

    pub(crate) fn count_connection(&self) {
        self.connections.fetch_add(1, Ordering::Relaxed);
    }

    pub(crate) fn connections(&self) -> u64 {
        self.connections.load(Ordering::Relaxed)
    }

    /// Counts a request whose head was read.
    pub(crate) fn count_begun(&self) {
        self.begun.fetch_add(1, Ordering::Relaxed);
    }

    pub(crate) fn begun(&self) -> u64 {
        self.begun.load(Ordering::Relaxed)
    }

    /// Returns the batches accepted since the start, once for each acceptance.
    pub(crate) fn queued(&self) -> Vec<QueuedBatch> {
        self.queued.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(crate) fn callback_url(&self) -> Option<String> {
        self.callback_url.borrow().clone()
    }

    /// Returns the address as [`Self::callback_url`] does. If callbacks are stored, it waits until there is an address.
    pub(crate) async fn awaited_callback_url(&self) -> Option<String> {
        if !self.state_file.is_kept() {
            return self.callback_url();
        }
        let mut urls = self.callback_url.subscribe();
        // This state owns the sender, so the wait ends only with an address.
        urls.wait_for(Option::is_some).await.ok().and_then(|url| url.clone())
    }

    pub(crate) fn set_callback_url(&self, url: Option<String>) {
        self.callback_url.send_replace(url);
    }

    pub(crate) fn begin_stop(&self) {
        self.stopping.send_replace(true);
    }

    /// Completes when the service is being stopped.
    pub(crate) async fn stopping(&self) {
        // This state owns the sender, so the wait ends only with a stop.
        let _ = self.stopping.subscribe().wait_for(|stopping| *stopping).await;
    }

    /// Closes the state file: from now on nothing outlives the service.
    pub(crate) fn end_keeping(&self) {
        self.state_file.close();
    }

    /// Stores a line in the state file. If that fails, the service continues, and a later one may repeat the step.
    pub(crate) fn remember(&self, line: &Line<'_>) {
        if let Err(error) = self.state_file.note(line) {
            tracing::warn!(%error, "what happened to a payout could not be kept");
        }
    }

    fn next_batch_id(&self) -> u64 {
        self.last_batch_id.fetch_add(1, Ordering::Relaxed) + 1
    }

    pub(crate) fn fundings(&self) -> MutexGuard<'_, Fundings> {
        self.fundings.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn payouts(&self) -> MutexGuard<'_, KnownPayouts> {
        self.payouts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Accepts a batch and all its references permanently, or nothing.
    pub(crate) fn take(
        &self,
        reference: String,
        start: Start,
        payouts: Vec<Payout>,
        callback_code: Option<String>,
    ) -> Result<Batch, NotTaken> {
        let mut taken = self.references.lock().unwrap_or_else(PoisonError::into_inner);
        let mut here = HashSet::with_capacity(payouts.len() + 1);
        let mut submitted = references(&reference, &payouts);
        if let Some(duplicate) = submitted.find(|name| taken.contains(*name) || !here.insert(*name)) {
            return Err(NotTaken::Duplicate(duplicate.to_owned()));
        }
        drop(submitted);
        let batch = Batch {
            batch_id: self.next_batch_id(),
            reference,
            start,
            payouts,
            callback_code,
            delivery: Default::default(),
        };
        self.state_file.note(&Line::Batch(Cow::Borrowed(&batch))).map_err(NotTaken::NotStored)?;
        taken.extend(batch.references().map(str::to_owned));
        self.payouts().add(&batch);
        self.queued.lock().unwrap_or_else(PoisonError::into_inner).push(batch.as_queued());
        Ok(batch)
    }
}
