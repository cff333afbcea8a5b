//! The drafts that are open. Each is shared by everything that reads or changes it.

use paysheet_draft::Draft;

use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex,
        atomic::{AtomicU32, Ordering},
    },
};

use tokio::sync::MutexGuard;

use crate::mutex::lock;

/// A draft that several callers use.
pub type SharedDraft = Arc<Mutex<Draft>>;

/// Open drafts by payroll, the change guard, and the revision that views carry.
///
/// Lock order: the change guard, then this map, then a draft. Neither the map nor a draft is locked across an `await`.
pub struct DraftStore {
    drafts: Mutex<HashMap<u32, SharedDraft>>,
    changing: tokio::sync::Mutex<()>,
    revision: AtomicU32,
}

impl DraftStore {
    pub fn new() -> Self {
        Self {
            drafts: Mutex::default(),
            changing: tokio::sync::Mutex::default(),
            revision: AtomicU32::new(first_revision()),
        }
    }

    /// Waits until no other change is under way. Held while a change is checked and stored, so that undo and the ledger
    /// agree.
    pub async fn change_guard(&self) -> MutexGuard<'_, ()> {
        self.changing.lock().await
    }

    pub fn get(&self, id: u32) -> Option<SharedDraft> {
        lock(&self.drafts).get(&id).cloned()
    }

    /// Returns the payrolls whose drafts are in memory.
    pub fn open_ids(&self) -> Vec<u32> {
        lock(&self.drafts).keys().copied().collect()
    }

    /// Returns the draft that all callers share from now on: another one, if it was opened in the meantime.
    pub fn open(&self, id: u32, draft: SharedDraft) -> SharedDraft {
        Arc::clone(lock(&self.drafts).entry(id).or_insert(draft))
    }

    pub fn replace(&self, id: u32, draft: SharedDraft) {
        lock(&self.drafts).insert(id, draft);
    }

    /// Removes the draft from memory. The next caller reads it from the ledger.
    pub fn close(&self, id: u32) {
        lock(&self.drafts).remove(&id);
    }

    /// The revision of the last change that was reported.
    pub fn revision(&self) -> u32 {
        self.revision.load(Ordering::SeqCst)
    }

    /// The revision of a change that is about to be reported.
    pub fn next_revision(&self) -> u32 {
        self.revision.fetch_add(1, Ordering::SeqCst).wrapping_add(1)
    }
}

/// Returns the first revision of a store, which is higher than any of an earlier store in this process.
fn first_revision() -> u32 {
    const CHANGES_OF_ONE_STORE_BITS: u32 = 20;
    static STORES: AtomicU32 = AtomicU32::new(0);
    STORES.fetch_add(1, Ordering::SeqCst).wrapping_shl(CHANGES_OF_ONE_STORE_BITS)
}
