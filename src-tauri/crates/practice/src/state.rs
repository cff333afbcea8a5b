//! What the service remembers while it runs.

use std::{
    collections::HashSet,
    sync::{
        Mutex, MutexGuard, PoisonError, RwLock,
        atomic::{AtomicU64, Ordering},
    },
};

use secrecy::{ExposeSecret, SecretString};
use sha2::{Digest, Sha256};
use tokio::sync::mpsc;

use crate::{batch::Accepted, funding::Fundings, journal::Journal, random::Dice};

/// Batch numbers begin somewhere from here up to a thousand further, by the seed.
const FIRST_BATCH_ID: u64 = 256;
const BATCH_ID_SPREAD: u64 = 1_000;

pub(crate) struct State {
    pub(crate) token: SecretString,
    pub(crate) lock: SecretString,
    pub(crate) base_url: String,
    pub(crate) journal: Journal,
    pub(crate) queue: mpsc::UnboundedSender<Accepted>,
    callback_url: RwLock<Option<String>>,
    references: Mutex<HashSet<String>>,
    fundings: Mutex<Fundings>,
    last_batch_id: AtomicU64,
}

/// What a state is made of.
pub(crate) struct Parts {
    pub(crate) token: SecretString,
    pub(crate) lock: SecretString,
    pub(crate) base_url: String,
    pub(crate) seed: u64,
    pub(crate) journal: Journal,
    pub(crate) queue: mpsc::UnboundedSender<Accepted>,
    pub(crate) callback_url: Option<String>,
}

impl State {
    pub(crate) fn new(parts: Parts) -> Self {
        let Parts { token, lock, base_url, seed, journal, queue, callback_url } = parts;
        let first = FIRST_BATCH_ID + Dice::seeded(seed).below(BATCH_ID_SPREAD);
        Self {
            token,
            lock,
            base_url,
            journal,
            queue,
            callback_url: RwLock::new(callback_url),
            references: Mutex::default(),
            fundings: Mutex::new(Fundings::new(seed)),
            last_batch_id: AtomicU64::new(first),
        }
    }

    pub(crate) fn callback_url(&self) -> Option<String> {
        self.callback_url.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(crate) fn set_callback_url(&self, url: Option<String>) {
        *self.callback_url.write().unwrap_or_else(PoisonError::into_inner) = url;
    }

    pub(crate) fn next_batch_id(&self) -> u64 {
        self.last_batch_id.fetch_add(1, Ordering::Relaxed) + 1
    }

    pub(crate) fn fundings(&self) -> MutexGuard<'_, Fundings> {
        self.fundings.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes all the references for good, or none of them.
    ///
    /// # Errors
    /// The first one that is taken already or stands twice.
    pub(crate) fn take_references<'a>(&self, wanted: &[&'a str]) -> Result<(), &'a str> {
        let mut taken = self.references.lock().unwrap_or_else(PoisonError::into_inner);
        let mut here = HashSet::with_capacity(wanted.len());
        if let Some(duplicate) =
            wanted.iter().find(|reference| taken.contains(**reference) || !here.insert(**reference))
        {
            return Err(duplicate);
        }
        taken.extend(wanted.iter().map(|reference| (*reference).to_owned()));
        Ok(())
    }
}

/// Whether a secret is the one given, in a time that does not tell how much of it was right.
pub(crate) fn is_secret(secret: &SecretString, given: &str) -> bool {
    let hash = |text: &str| Sha256::digest(text.as_bytes());
    hash(secret.expose_secret()) == hash(given)
}
