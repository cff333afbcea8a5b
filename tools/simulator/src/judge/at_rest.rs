//! The rules that are checked while nothing is in progress: after a ledger was opened, and at the end.

use std::collections::BTreeMap;

use paysheet_domain::{BatchState, PayoutState};
use paysheet_practice::QueuedBatch;

use super::{
    Inner, Invariant, Judge, Known, hash,
    outcome::{is_reversed, outcome},
    snapshot::{Body, Snapshot, StoredBatch, StoredPayout},
};
use crate::plan::Plan;

impl Judge {
    /// Checks the ledger that was just opened: this is the first state that the user sees.
    pub fn check_start(&self, ledger: &Snapshot, is_blocked: bool) {
        self.learn(ledger);
        self.check_block(ledger, is_blocked);
        self.check_claims(ledger);
    }

    /// Checks that a ledger is blocked if and only if the service has received something that the ledger lacks.
    fn check_block(&self, ledger: &Snapshot, is_blocked: bool) {
        let (queued, received) = (self.practice.queued(), self.received());
        let mut inner = self.inner();
        inner.is_blocked = is_blocked;
        if is_blocked && !inner.is_older_ledger {
            inner.violated_once(Invariant::BlockedByItself, "nothing is missing in it".to_owned());
        }
        if !inner.is_older_ledger || inner.gone_through {
            return;
        }
        for (reference, _) in &received {
            let times = received.iter().filter(|(other, _)| other == reference).count();
            let attempts = ledger.by_reference(reference).map_or(0, |(_, batch)| batch.attempts);
            if times > usize::try_from(attempts).unwrap_or(usize::MAX) && !is_blocked {
                let what = format!("{reference} was received {times} times, and is here {attempts} times");
                inner.violated_once(Invariant::OlderLedgerUnnoticed, what);
            }
        }
        for batch in queued {
            let state = ledger.by_reference(&batch.reference).map(|(_, batch)| batch.state);
            if matches!(state, None | Some(BatchState::Draft | BatchState::Frozen)) {
                inner.beyond.insert(batch.reference);
            }
        }
    }

    /// Checks the list of a blocked ledger: it names each payroll of which the service has a batch that is not at the
    /// service in this ledger.
    pub fn check_named(&self, shown: &[String], ledger: &Snapshot) {
        let queued = self.practice.queued();
        let mut inner = self.inner();
        for batch in queued {
            let here = ledger.by_reference(&batch.reference).map(|(_, batch)| batch.state);
            if here.is_some_and(is_at_the_service) {
                continue;
            }
            let payroll = inner.named.iter().find(|(_, reference)| **reference == batch.reference);
            // Payrolls are made in the order of the plan.
            let place = payroll.and_then(|((payroll, _), _)| usize::try_from(*payroll).ok());
            let name = place.and_then(|place| self.plan.payrolls.get(place.checked_sub(1)?));
            if !name.is_some_and(|payroll| shown.contains(&payroll.name)) {
                let what = format!("{} is with the service, and its payroll is not shown", batch.reference);
                inner.violated_once(Invariant::OlderLedgerUnnoticed, what);
            }
        }
    }

    /// Checks the ledger at the end, when nothing is in progress any more.
    pub fn check_end(&self, ledger: &Snapshot) {
        self.learn(ledger);
        self.check_claims(ledger);
        self.check_bytes(ledger);
        let queued = self.practice.queued();
        self.inner().check_people(&self.plan, &queued);
    }

    /// Stores keys and bodies of a ledger.
    pub(super) fn learn(&self, ledger: &Snapshot) {
        let mut inner = self.inner();
        inner.batches = ledger.batches.iter().map(|(key, batch)| (*key, Known::from(batch))).collect();
        for batch in ledger.batches.values() {
            let frozen =
                inner.frozen.entry(batch.reference.clone()).or_insert_with(|| batch.body_sha256.clone());
            if *frozen != hash(batch.body.as_bytes()) {
                continue;
            }
            if let Ok(body) = serde_json::from_str::<Body>(&batch.body) {
                inner.bodies.insert(batch.reference.clone(), body);
            }
            let with_lock = self.with_lock(&batch.body);
            inner.hashes_with_lock.insert(batch.reference.clone(), hash(with_lock.as_bytes()));
        }
    }

    /// Returns a body as the service receives it.
    fn with_lock(&self, body: &str) -> String {
        use secrecy::ExposeSecret as _;
        let lock = self.practice.lock().expose_secret();
        let head = body.strip_suffix('}').unwrap_or(body);
        format!("{head},\"lock\":\"{lock}\"}}")
    }

    fn check_claims(&self, ledger: &Snapshot) {
        let (queued, received) = (self.practice.queued(), self.received());
        let mut inner = self.inner();
        for batch in &queued {
            // A blocked ledger claims nothing until the operator has gone through it.
            if !inner.is_blocked {
                inner.check_not_denied(ledger, &batch.reference);
            }
        }
        for (key, batch) in &ledger.batches {
            let has = queued.iter().any(|queued| queued.reference == batch.reference);
            inner.check_batch(batch, has);
            let times = received.iter().filter(|(reference, _)| *reference == batch.reference).count();
            // Attempts of a newer ledger are not in this one.
            if !inner.is_older_ledger && times > usize::try_from(batch.attempts).unwrap_or(usize::MAX) {
                let what = format!(
                    "{} was received {times} times, and is here {} times",
                    batch.reference, batch.attempts
                );
                inner.violated_once(Invariant::SentWithoutIntent, what);
            }
            let payouts: Vec<&StoredPayout> = ledger.payouts_of(*key).collect();
            inner.check_sums(batch, &payouts, has);
            for payout in payouts {
                inner.check_outcome(payout, has);
            }
        }
    }

    /// Checks that the service received exactly the frozen bytes.
    fn check_bytes(&self, ledger: &Snapshot) {
        let received = self.received();
        let mut inner = self.inner();
        for (reference, sha) in received {
            let is_as_frozen = inner.hashes_with_lock.get(&reference).is_some_and(|frozen| *frozen == sha);
            if !is_as_frozen {
                inner.violated_once(Invariant::OtherBytes, format!("{reference} was sent with other bytes"));
            }
        }
        for batch in ledger.batches.values() {
            let intents = inner.intents.get(&batch.reference).copied().unwrap_or_default();
            if batch.attempts > intents {
                let what =
                    format!("{} has {} attempts and {intents} intents", batch.reference, batch.attempts);
                inner.violated_once(Invariant::SentWithoutIntent, what);
            }
        }
    }
}

impl Inner {
    fn check_not_denied(&mut self, ledger: &Snapshot, reference: &str) {
        let state = ledger.by_reference(reference).map(|(_, batch)| batch.state);
        let is_known = matches!(
            state,
            Some(BatchState::Accepted | BatchState::Settling | BatchState::Closed | BatchState::Unknown)
        );
        if !is_known && !self.cannot_know(reference) {
            let state = state.map_or_else(|| "not there".to_owned(), |state| state.to_string());
            self.violated_once(
                Invariant::AcceptedButDenied,
                format!("{reference} is {state}, and the service has it"),
            );
        }
    }

    fn check_batch(&mut self, batch: &StoredBatch, has: bool) {
        let StoredBatch { reference, state, .. } = batch;
        let is_accepted = matches!(state, BatchState::Accepted | BatchState::Settling | BatchState::Closed);
        if is_accepted && !has && !self.lied_about.contains(reference) {
            let what = format!("{reference} is {state}, and the service does not have it");
            self.violated_once(Invariant::ClaimsAcceptance, what);
        }
    }

    fn check_sums(&mut self, batch: &StoredBatch, payouts: &[&StoredPayout], has: bool) {
        // A change of the file is detected when the batch is about to be sent, not before. A batch that nobody sent is
        // unknown as well, after the operator went through its older ledger.
        if !is_at_the_service(batch.state) || (batch.attempts == 0 && !has) {
            return;
        }
        let rows: i64 = payouts.iter().map(|payout| payout.amount_minor).sum();
        let body: Option<i64> = serde_json::from_str::<Body>(&batch.body)
            .ok()
            .and_then(|body| body.recipients.iter().map(super::snapshot::Recipient::amount_minor).sum());
        let count = usize::try_from(batch.count).unwrap_or(usize::MAX);
        if rows != batch.sum_minor || body != Some(batch.sum_minor) || payouts.len() != count {
            let what = format!(
                "{} is {} of {} payouts: rows {rows} of {}, body {body:?}",
                batch.reference,
                batch.sum_minor,
                batch.count,
                payouts.len()
            );
            self.violated_once(Invariant::SumsDiffer, what);
        }
    }

    fn check_outcome(&mut self, payout: &StoredPayout, has: bool) {
        let StoredPayout { reference, account, state, .. } = payout;
        let reported = self.listened && has;
        let is_true = match state {
            PayoutState::Planned | PayoutState::Sent | PayoutState::Overdue => true,
            PayoutState::Paid => reported && (outcome(account) == PayoutState::Paid || is_reversed(account)),
            PayoutState::Failed | PayoutState::Conflict => reported && outcome(account) == *state,
            // The reversal arrived first.
            PayoutState::Reversed => reported && is_reversed(account),
            PayoutState::Withdrawn => self.withdrew || self.corrected,
        };
        if !is_true {
            let what =
                format!("{reference} of {account} is {state}; with the service: {has}, reports: {reported}");
            self.violated_once(Invariant::ClaimsOutcome, what);
        }
    }

    /// Checks who was really paid, by the service's record of its queue.
    fn check_people(&mut self, plan: &Plan, queued: &[QueuedBatch]) {
        let mut paid: BTreeMap<&str, u32> = BTreeMap::new();
        let mut unknown = Vec::new();
        for batch in queued {
            match self.bodies.get(&batch.reference) {
                Some(body) => {
                    for recipient in &body.recipients {
                        *paid.entry(&recipient.account).or_default() += 1;
                    }
                }
                None => unknown.push(batch.reference.clone()),
            }
        }
        let mut wrong = Vec::new();
        for (account, due) in due(plan, |name| self.approved.contains(name)) {
            let got = paid.remove(account).unwrap_or_default();
            if got > due.all {
                wrong.push((Invariant::PaidTwice, format!("{account} is paid {got} times, not {}", due.all)));
            } else if got > due.most_in_one && !self.decided_overlap && !self.may_be_known_unpaid(account) {
                wrong.push((
                    Invariant::PaidByTwoPayrolls,
                    format!("{account} is paid by {} payrolls", due.payrolls),
                ));
            } else if got < due.all && self.is_everybody_due() && plan.tamper.is_none() {
                wrong.push((Invariant::Lost, format!("{account} is paid {got} times, not {}", due.all)));
            }
        }
        wrong.extend(
            paid.into_keys().map(|account| (Invariant::PaidTwice, format!("{account} was not to be paid"))),
        );
        wrong.extend(
            unknown.into_iter().map(|batch| (Invariant::NewReference, format!("{batch} is of no payroll"))),
        );
        for (invariant, what) in wrong {
            self.violated_once(invariant, what);
        }
    }

    /// Returns whether the first payroll's payout may have been reported as failed or reversed before the second one
    /// was sent: then no question arises.
    fn may_be_known_unpaid(&self, account: &str) -> bool {
        self.listened && outcome(account) != PayoutState::Paid
    }

    /// Returns whether nothing happened that leaves somebody unpaid.
    fn is_everybody_due(&self) -> bool {
        self.lied_about.is_empty() && !self.withdrew && !self.is_older_ledger
    }
}

impl From<&StoredBatch> for Known {
    fn from(batch: &StoredBatch) -> Self {
        Self {
            payroll: batch.payroll,
            number: batch.number,
            reference: batch.reference.clone(),
            state: batch.state,
        }
    }
}

/// How often somebody is to be paid.
#[derive(Default)]
struct Due {
    all: u32,
    most_in_one: u32,
    payrolls: u32,
}

/// Counts payments by account, over the approved payrolls.
fn due(plan: &Plan, is_approved: impl Fn(&str) -> bool) -> BTreeMap<&str, Due> {
    let mut all: BTreeMap<&str, Due> = BTreeMap::new();
    let mut names = Vec::new();
    for payroll in &plan.payrolls {
        // A second payroll of the same name is the same payroll, and is not approved.
        if names.contains(&&payroll.name) || !is_approved(&payroll.name) {
            continue;
        }
        names.push(&payroll.name);
        let mut here: BTreeMap<&str, u32> = BTreeMap::new();
        for person in &payroll.people {
            *here.entry(&person.account).or_default() += 1;
        }
        for (account, times) in here {
            let due = all.entry(account).or_default();
            due.all += times;
            due.most_in_one = due.most_in_one.max(times);
            due.payrolls += 1;
        }
    }
    all
}

const fn is_at_the_service(state: BatchState) -> bool {
    matches!(
        state,
        BatchState::Intent
            | BatchState::Unknown
            | BatchState::Accepted
            | BatchState::Settling
            | BatchState::Closed
    )
}
