//! The rules that are checked around each commit, while the program runs.

use jiff::{SignedDuration, Timestamp};
use paysheet_domain::BatchState;
use paysheet_ledger::probe::ProbedEvent;
use serde_json::Value;

use super::{Inner, Invariant, Judge, Known};

/// As the profile has it at first, in seconds.
const APPROVAL_MAX_S: i64 = 7 * 86_400;
/// A clock that is behind by more was set back, in seconds.
const CLOCK_BEHIND_MAX_S: i64 = 15 * 60;

impl Judge {
    /// Checks events before a commit: nothing of them is durable yet.
    pub fn before_commit(&self, events: &[ProbedEvent]) {
        self.check_receipts();
        for event in events {
            let data = data_of(event);
            let Some(reference) = self.reference_of(event, &data) else { continue };
            if event.kind == "batch_moved" {
                self.check_move(&reference, data["to"].as_str().unwrap_or_default());
            }
        }
    }

    /// Checks events after a commit: they are durable.
    pub fn after_commit(&self, events: &[ProbedEvent]) {
        for event in events {
            let data = data_of(event);
            match event.kind.as_str() {
                "sending_unblocked" => self.inner().went_through(),
                "questions_decided" => self.inner().decided_overlap = true,
                "approved" | "approved_anew" | "total_confirmed" => self.inner().confirmed_at(event),
                "intent" => self.inner().check_age(event),
                _ => {}
            }
            if event.kind == "thawed" {
                self.inner().batches.retain(|_, known| Some(known.payroll) != event.payroll);
            }
            let Some(reference) = self.reference_of(event, &data) else { continue };
            match event.kind.as_str() {
                "batch_frozen" => self.froze(event, reference, &data),
                "intent" => {
                    let begun = self.practice.begun();
                    let mut inner = self.inner();
                    *inner.intents.entry(reference.clone()).or_default() += 1;
                    inner.begun.insert(reference.clone(), begun);
                    inner.check_asked(&reference);
                    inner.check_allowed(&reference);
                    inner.check_order(&reference);
                }
                "batch_moved" => self.inner().moved(event.batch, &data),
                "withdrawn" => drop(self.inner().withdrawn.insert(reference)),
                _ => {}
            }
        }
        self.check_receipts();
    }

    fn froze(&self, event: &ProbedEvent, reference: String, data: &Value) {
        let mut inner = self.inner();
        let number = data["number"].as_u64().and_then(|number| u32::try_from(number).ok());
        if let (Some(key), Some(payroll), Some(number)) = (event.batch, event.payroll, number) {
            let known = Known { payroll, number, reference: reference.clone(), state: BatchState::Frozen };
            inner.batches.insert(key, known);
            let named = inner.named.entry((payroll, number)).or_insert_with(|| reference.clone()).clone();
            if named != reference {
                let what = format!("batch {number} of payroll {payroll} was {named}, and is {reference} now");
                inner.violated_once(Invariant::NewReference, what);
            }
        }
        let sha = data["body_sha256"].as_str().unwrap_or_default().to_owned();
        inner.frozen.insert(reference, sha);
    }

    /// Checks that everything the service has received was durable in the ledger as an intent before.
    fn check_receipts(&self) {
        let received = self.received();
        let mut inner = self.inner();
        for (reference, _) in &received {
            let times = received.iter().filter(|(other, _)| other == reference).count();
            let intents = inner.intents.get(reference).copied().unwrap_or_default();
            if times > usize::try_from(intents).unwrap_or(usize::MAX) {
                let what = format!("{reference} was received {times} times with {intents} durable intents");
                inner.violated_once(Invariant::SentWithoutIntent, what);
            }
        }
    }

    /// Checks that the next state of a batch is true.
    fn check_move(&self, reference: &str, to: &str) {
        let has = self.has(reference);
        let begun = self.practice.begun();
        let mut inner = self.inner();
        let lied = inner.cannot_know(reference);
        let Ok(to) = to.parse::<BatchState>() else { return };
        match to {
            BatchState::NotSent | BatchState::NotAccepted if has && !lied => {
                let what = format!("{reference} becomes {to}, and the service has it");
                inner.violated_once(Invariant::AcceptedButDenied, what);
            }
            BatchState::NotSent if !self.plan.together => {
                if inner.begun.get(reference).is_some_and(|at_intent| begun > *at_intent) {
                    let what =
                        format!("{reference} becomes not sent, and a request of it began at the service");
                    inner.violated_once(Invariant::ClaimsNotSent, what);
                }
            }
            BatchState::Accepted if !has && !lied => {
                let what = format!("{reference} becomes accepted, and the service does not have it");
                inner.violated_once(Invariant::ClaimsAcceptance, what);
            }
            BatchState::Draft
            | BatchState::Frozen
            | BatchState::Approved
            | BatchState::Intent
            | BatchState::NotSent
            | BatchState::NotAccepted
            | BatchState::Accepted
            | BatchState::Unknown
            | BatchState::Settling
            | BatchState::Closed
            | BatchState::Withdrawn => {}
        }
    }

    fn reference_of(&self, event: &ProbedEvent, data: &Value) -> Option<String> {
        if event.kind == "batch_frozen" {
            return data["reference"].as_str().map(str::to_owned);
        }
        self.inner().batches.get(&event.batch?).map(|known| known.reference.clone())
    }
}

impl Inner {
    /// Reports a violation once per story, however often it occurs.
    pub(super) fn violated_once(&mut self, invariant: Invariant, what: String) {
        if !self.violations.iter().any(|known| known.invariant == invariant && known.what == what) {
            self.violated(invariant, what);
        }
    }

    fn moved(&mut self, batch: Option<u32>, data: &Value) {
        let to = data["to"].as_str().and_then(|to| to.parse().ok());
        if let (Some(known), Some(to)) = (batch.and_then(|key| self.batches.get_mut(&key)), to) {
            known.state = to;
        }
    }

    /// Checks that the service has all batches before the one that is sent. An unknown batch may be sent again in any
    /// order: each is the user's own decision, and after an older ledger was gone through several are unknown.
    fn check_order(&mut self, reference: &str) {
        let Some(this) = self.batches.values().find(|known| known.reference == reference).cloned() else {
            return;
        };
        if this.state == BatchState::Unknown {
            return;
        }
        let before = |known: &&Known| known.payroll == this.payroll && known.number < this.number;
        let is_through = |known: &Known| {
            matches!(known.state, BatchState::Accepted | BatchState::Settling | BatchState::Closed)
        };
        let open = self.batches.values().filter(before).find(|known| !is_through(known)).cloned();
        if let Some(open) = open {
            let what = format!("batch {} goes out, and batch {} is {}", this.number, open.number, open.state);
            self.violated_once(Invariant::Overtaken, what);
        }
    }

    fn confirmed_at(&mut self, event: &ProbedEvent) {
        if let (Some(payroll), Ok(at)) = (event.payroll, event.at.parse()) {
            self.confirmed.entry(payroll).or_default().push(at);
        }
    }

    /// Checks that the total was typed not too long before an intent. An older copy of the ledger has only the first times, so
    /// any of them counts.
    fn check_age(&mut self, event: &ProbedEvent) {
        let Some(at) = event.at.parse::<Timestamp>().ok() else { return };
        let valid =
            -SignedDuration::from_secs(CLOCK_BEHIND_MAX_S)..=SignedDuration::from_secs(APPROVAL_MAX_S);
        let confirmed = event.payroll.and_then(|payroll| self.confirmed.get(&payroll));
        if !confirmed.is_some_and(|times| times.iter().any(|time| valid.contains(&at.duration_since(*time))))
        {
            let what =
                format!("payroll {:?} is sent at {at}, and its total was typed {confirmed:?}", event.payroll);
            self.violated_once(Invariant::SentLongAfterApproval, what);
        }
    }

    /// Records that sending is allowed again.
    const fn went_through(&mut self) {
        self.is_blocked = false;
        self.gone_through = true;
    }

    fn check_allowed(&mut self, reference: &str) {
        if self.is_blocked {
            self.violated_once(Invariant::SentWhileBlocked, format!("{reference} is about to go out"));
        }
        if self.withdrawn.contains(reference) {
            self.violated_once(Invariant::SentAfterWithdrawal, format!("{reference} is about to go out"));
        }
    }

    fn check_asked(&mut self, reference: &str) {
        let intents = self.intents.get(reference).copied().unwrap_or_default();
        let asked = self.asked.get(reference).copied().unwrap_or_default();
        if intents > asked {
            let what =
                format!("{reference} is about to go out {intents} times, and was asked for {asked} times");
            self.violated_once(Invariant::SentByItself, what);
        }
    }
}

fn data_of(event: &ProbedEvent) -> Value {
    serde_json::from_str(&event.data).unwrap_or_default()
}
