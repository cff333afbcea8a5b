//! The judge: compares what the ledger says, at each commit, at each start and at the end, with the practice
//! service's own account of what it received and queued.

mod at_rest;
mod commits;
mod snapshot;
mod violation;

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use paysheet_domain::BatchState;
use paysheet_practice::Practice;
use sha2::{Digest as _, Sha256};

pub use self::{
    at_rest::outcome,
    snapshot::{Snapshot, connect, named, narrow},
    violation::{Invariant, Violation},
};
use crate::plan::Plan;

/// After so many tries the operator asks the service.
const SENT_AGAIN_MAX: u32 = 4;
const SUBMIT_PATH: &str = "/v1/disburse/queue";

/// Sees one story to its end.
pub struct Judge {
    practice: Arc<Practice>,
    plan: Plan,
    inner: Mutex<Inner>,
}

#[derive(Default)]
struct Inner {
    trace: Vec<String>,
    violations: Vec<Violation>,
    /// Batches of the ledger that is open, by key.
    batches: HashMap<u32, Known>,
    /// By payroll and number of the batch: the reference that it was first frozen under.
    named: HashMap<(u32, u32), String>,
    /// By reference: the hash of the body that was first frozen under it.
    frozen: BTreeMap<String, String>,
    /// By reference: the body, as the ledger had it when the hash above was seen.
    bodies: BTreeMap<String, snapshot::Body>,
    /// By reference: the service's hash of the body with the lock in it.
    hashes_with_lock: HashMap<String, String>,
    /// By reference: attempts that are durable.
    intents: BTreeMap<String, u32>,
    /// By reference: how often the operator asked for it to be sent.
    asked: BTreeMap<String, u32>,
    /// By reference: requests that had begun at the service when its last intent became durable.
    begun: HashMap<String, u64>,
    /// References of batches that the operator said something wrong about.
    lied_about: BTreeSet<String>,
    /// Payrolls that were approved, by name.
    approved: BTreeSet<String>,
    /// A copy of an older state of the ledger is in use.
    is_older_ledger: bool,
    /// The operator has gone through the older ledger.
    gone_through: bool,
    /// Nothing may be sent from the ledger that is open.
    is_blocked: bool,
    /// References that the service has, and that the older ledger does not know to be approved.
    beyond: BTreeSet<String>,
    /// References of batches that were withdrawn from the ledger in use.
    withdrawn: BTreeSet<String>,
    /// Something was withdrawn in this story.
    withdrew: bool,
    /// The operator decided about people whom two payrolls pay.
    decided_overlap: bool,
    /// Whether reports could reach the desk at any time.
    listened: bool,
    decisions: u32,
}

/// What the judge has to know of a batch to understand events about it.
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
    pub fn tell(&self, line: impl Into<String>) {
        self.inner().trace.push(line.into());
    }

    pub fn violated(&self, invariant: Invariant, what: impl Into<String>) {
        self.inner().violated(invariant, what.into());
    }

    /// The operator asks for this batch to be sent, once.
    pub fn asked_for(&self, reference: &str) {
        *self.inner().asked.entry(reference.to_owned()).or_default() += 1;
    }

    /// The operator says what became of a batch; wrongly where that is not what the service says.
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

    /// The payroll was not approved after all; one that an earlier life approved and sent stays so.
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

    /// The operator withdraws something.
    pub fn withdrew(&self) {
        self.inner().withdrew = true;
    }

    pub fn has_withdrawn(&self) -> bool {
        self.inner().withdrew
    }

    pub fn listened(&self) {
        self.inner().listened = true;
    }

    /// From now on the ledger is a copy from before; `newest` is the one that it replaces.
    pub fn older_ledger(&self, newest: &Snapshot) {
        self.learn(newest);
        let mut inner = self.inner();
        inner.is_older_ledger = true;
        inner.withdrawn.clear();
    }

    pub fn is_older_ledger(&self) -> bool {
        self.inner().is_older_ledger
    }

    /// Whether the service has the batch.
    pub fn has(&self, reference: &str) -> bool {
        self.practice.queued().iter().any(|batch| batch.reference == reference)
    }

    /// The service has the batch, and the operator said that it has not.
    pub fn is_hopeless(&self, reference: &str) -> bool {
        self.has(reference) && self.inner().lied_about.contains(reference)
    }

    /// Whether the operator asked for it more than once.
    pub fn sent_again_before(&self, reference: &str) -> bool {
        self.inner().asked.get(reference).is_some_and(|times| *times > SENT_AGAIN_MAX)
    }

    pub fn end(&self) -> (Vec<String>, Vec<Violation>, u32) {
        let mut inner = self.inner();
        let (trace, violations) = (std::mem::take(&mut inner.trace), std::mem::take(&mut inner.violations));
        (trace, violations, inner.decisions)
    }

    /// Whole submissions that the service received: batch reference and hash of the body.
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

    /// Whether the ledger in use cannot know that the service has the batch.
    fn cannot_know(&self, reference: &str) -> bool {
        self.lied_about.contains(reference) || self.beyond.contains(reference)
    }
}

/// SHA-256 in hexadecimal digits.
pub fn hash(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}
