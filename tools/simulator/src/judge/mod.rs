//! The judge: compares the ledger, at each commit, at each start and at the end, with the practice service's own record
//! of what it received and queued.

mod at_rest;
mod commits;
mod outcome;
mod snapshot;
mod violation;

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use data_encoding::HEXLOWER;
use jiff::Timestamp;
use paysheet_domain::BatchState;
use paysheet_practice::Practice;
use sha2::{Digest as _, Sha256};

pub use self::{
    outcome::{is_reversed, outcome},
    snapshot::{Snapshot, connect, named, narrow},
    violation::{Invariant, Violation},
};
use crate::plan::Plan;

/// After this many tries the operator asks the service.
const SENT_AGAIN_MAX: u32 = 4;
const SUBMIT_PATH: &str = "/v1/disburse/queue";

/// Judges one story from its start to its end.
pub struct Judge {
    practice: Arc<Practice>,
    plan: Plan,
    inner: Mutex<Inner>,
}

#[derive(Default)]
struct Inner {
    trace: Vec<String>,
    violations: Vec<Violation>,
    /// Batches of the open ledger, by key.
    batches: HashMap<u32, Known>,
    /// By payroll and number of the batch: the reference that it was first frozen under.
    named: HashMap<(u32, u32), String>,
    /// By reference: the hash of the body that was first frozen under it.
    frozen: BTreeMap<String, String>,
    /// By reference: the body that the ledger had when the hash above was recorded.
    bodies: BTreeMap<String, snapshot::Body>,
    /// By reference: the service's hash of the body with the lock in it.
    hashes_with_lock: HashMap<String, String>,
    /// By reference: durable attempts.
    intents: BTreeMap<String, u32>,
    /// By reference: how often the operator requested to send it.
    asked: BTreeMap<String, u32>,
    /// By reference: requests that had begun at the service when its last intent became durable.
    begun: HashMap<String, u64>,
    /// References of batches about which the operator made a false statement.
    lied_about: BTreeSet<String>,
    /// Payrolls that were approved, by name.
    approved: BTreeSet<String>,
    /// A copy of an older state of the ledger is in use.
    is_older_ledger: bool,
    /// The operator has gone through the older ledger.
    gone_through: bool,
    /// Nothing may be sent from the ledger that is open.
    is_blocked: bool,
    /// References that the service has, and that are not approved according to the older ledger.
    beyond: BTreeSet<String>,
    /// References of batches that were withdrawn from the ledger in use.
    withdrawn: BTreeSet<String>,
    /// Something was withdrawn in this story.
    withdrew: bool,
    /// Something was corrected in this story: it is withdrawn, and paid by another payroll.
    corrected: bool,
    /// By payroll: when its total was typed, by the clocks of the program.
    confirmed: HashMap<u32, Vec<Timestamp>>,
    /// The operator decided about people whom two payrolls pay.
    decided_overlap: bool,
    /// Whether reports could reach the desk at all times.
    listened: bool,
    decisions: u32,
}

/// The data of a batch that the judge needs to interpret events about it.
#[derive(Clone, Debug)]
struct Known {
    payroll: u32,
    number: u32,
    reference: String,
    state: BatchState,
}

impl Judge {
    pub fn new(plan: &Plan, practice: Arc<Practice>) -> Self {
        Self { practice, plan: plan.clone(), inner: Mutex::default() }
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a line to the story.
    pub fn note(&self, line: impl Into<String>) {
        self.inner().trace.push(line.into());
    }

    pub fn violated(&self, invariant: Invariant, what: impl Into<String>) {
        self.inner().violated(invariant, what.into());
    }

    /// Records that the operator requests to send this batch, once.
    pub fn asked_for(&self, reference: &str) {
        *self.inner().asked.entry(reference.to_owned()).or_default() += 1;
    }

    /// Records the operator's decision about a batch; it is wrong if it differs from the service's state.
    pub fn decided(&self, reference: &str, is_true: bool) {
        let mut inner = self.inner();
        inner.decisions += 1;
        if !is_true {
            inner.lied_about.insert(reference.to_owned());
        }
    }

    pub fn approved(&self, payroll: &str) {
        self.inner().approved.insert(payroll.to_owned());
    }

    /// Records that the payroll was not approved after all. A payroll that an earlier life approved and sent stays
    /// approved.
    pub fn not_approved(&self, payroll: &str) {
        let queued = self.practice.queued();
        let mut inner = self.inner();
        let place = self.plan.payrolls.iter().position(|planned| planned.name == payroll);
        // Payrolls are made in the order of the plan.
        let is_of_it = |id: u32| place.is_some_and(|place| usize::try_from(id) == Ok(place + 1));
        let was_sent = inner.named.iter().any(|((id, _), reference)| {
            is_of_it(*id) && queued.iter().any(|batch| batch.reference == *reference)
        });
        if !was_sent {
            inner.approved.remove(payroll);
        }
    }

    /// Records that the operator withdraws something.
    pub fn withdrew(&self) {
        self.inner().withdrew = true;
    }

    pub fn has_withdrawn(&self) -> bool {
        self.inner().withdrew
    }

    /// Records that the operator corrects something.
    pub fn corrected(&self) {
        self.inner().corrected = true;
    }

    pub fn has_corrected(&self) -> bool {
        self.inner().corrected
    }

    pub fn listened(&self) {
        self.inner().listened = true;
    }

    /// Records that the ledger is an earlier copy from now on; `newest` is the ledger that it replaces.
    pub fn older_ledger(&self, newest: &Snapshot) {
        self.learn(newest);
        let mut inner = self.inner();
        inner.is_older_ledger = true;
        inner.withdrawn.clear();
    }

    pub fn is_older_ledger(&self) -> bool {
        self.inner().is_older_ledger
    }

    /// Returns whether the service has the batch.
    pub fn has(&self, reference: &str) -> bool {
        self.practice.queued().iter().any(|batch| batch.reference == reference)
    }

    /// Returns whether the service has the batch although the operator stated that it does not.
    pub fn is_hopeless(&self, reference: &str) -> bool {
        self.has(reference) && self.inner().lied_about.contains(reference)
    }

    /// Returns whether the operator requested it more than once.
    pub fn sent_again_before(&self, reference: &str) -> bool {
        self.inner().asked.get(reference).is_some_and(|times| *times > SENT_AGAIN_MAX)
    }

    pub fn end(&self) -> (Vec<String>, Vec<Violation>, u32) {
        let mut inner = self.inner();
        let (trace, violations) = (std::mem::take(&mut inner.trace), std::mem::take(&mut inner.violations));
        (trace, violations, inner.decisions)
    }

    /// Returns the complete submissions that the service received: batch reference and hash of the body.
    fn received(&self) -> Vec<(String, String)> {
        let submissions = self.practice.journal().into_iter().filter(|line| line.path == SUBMIT_PATH);
        submissions.filter_map(|line| Some((line.references.into_iter().next()?, line.body_sha256))).collect()
    }
}

impl Inner {
    fn violated(&mut self, invariant: Invariant, what: String) {
        self.trace.push(format!("!! {invariant}: {what}"));
        self.violations.push(Violation { invariant, what });
    }

    /// Returns whether the current ledger cannot show that the service has the batch.
    fn cannot_know(&self, reference: &str) -> bool {
        self.lied_about.contains(reference) || self.beyond.contains(reference)
    }
}

/// Returns a SHA-256 in hexadecimal digits.
pub fn hash(bytes: &[u8]) -> String {
    HEXLOWER.encode(&Sha256::digest(bytes))
}
