//! Compares the program's final report with the requests that the service received.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt, fs,
    path::Path,
};

use serde::Deserialize;
use serde_json::{Value, json};

use crate::process::failure::Failure;

const SUBMIT_PATH: &str = "/v1/disburse/queue";
/// Exit statuses of the program.
const CLOSED: i32 = 0;
const LEFT_TO_THE_USER: i32 = 3;
/// Requests that the service received completely.
pub struct Received {
    /// By batch: how often it was received, and its payouts.
    batches: BTreeMap<String, (usize, Vec<String>)>,
}

#[derive(Deserialize)]
struct Line {
    path: String,
    references: Vec<String>,
}

/// The final report that the program printed.
#[derive(Deserialize)]
struct Report {
    batches: Vec<Batch>,
    references: Vec<Payout>,
}

#[derive(Deserialize)]
struct Batch {
    reference: String,
    state: BatchState,
}

/// States as the program prints them. An unknown state cannot be parsed, and the payroll counts as lost.
#[derive(Clone, Copy, Deserialize)]
enum BatchState {
    Draft,
    Frozen,
    Approved,
    Intent,
    NotSent,
    NotAccepted,
    Accepted,
    Unknown,
    Settling,
    Closed,
    Withdrawn,
}

#[derive(Deserialize)]
struct Payout {
    reference: String,
    state: PayoutState,
}

#[derive(Clone, Copy, Deserialize)]
enum PayoutState {
    Planned,
    Sent,
    Paid,
    Failed,
    Overdue,
    Reversed,
    Conflict,
    Withdrawn,
}

/// The results of killed payrolls.
#[derive(Default)]
pub struct Verdict {
    runs: u32,
    closed: u32,
    left_to_the_user: u32,
    /// Payouts that the service received more than once.
    twice: usize,
    /// People who are neither with the service nor shown as open.
    lost: usize,
    /// Claims that are not true.
    claims: usize,
}

impl Received {
    pub fn read(journal: &Path) -> Result<Self, Failure> {
        let mut batches: BTreeMap<String, (usize, Vec<String>)> = BTreeMap::new();
        for line in fs::read_to_string(journal).map_err(Failure::file(journal))?.lines() {
            let line: Line = serde_json::from_str(line)
                .map_err(|source| Failure::Answer { line: "the journal".into(), source })?;
            if let (SUBMIT_PATH, Some((batch, payouts))) = (line.path.as_str(), line.references.split_first())
            {
                let known = batches.entry(batch.clone()).or_default();
                known.0 += 1;
                known.1.extend_from_slice(payouts);
            }
        }
        Ok(Self { batches })
    }

    fn times(&self) -> BTreeMap<&str, usize> {
        let mut times = BTreeMap::new();
        for payout in self.batches.values().flat_map(|(_, payouts)| payouts) {
            *times.entry(payout.as_str()).or_default() += 1;
        }
        times
    }
}

impl Verdict {
    /// Judges one payroll of `people` people.
    pub fn of(status: Option<i32>, printed: &str, received: &Received, people: usize) -> Self {
        let times = received.times();
        let mut verdict = Self {
            runs: 1,
            closed: u32::from(status == Some(CLOSED)),
            left_to_the_user: u32::from(status == Some(LEFT_TO_THE_USER)),
            twice: times.values().filter(|times| **times > 1).count(),
            ..Self::default()
        };
        let report: Option<Report> = serde_json::from_str(printed).ok();
        let Some(report) = report.filter(|_| matches!(status, Some(CLOSED | LEFT_TO_THE_USER))) else {
            // It ended with a status that is not allowed, or its output could not be parsed.
            verdict.lost = people;
            return verdict;
        };
        let named: BTreeSet<&str> =
            report.references.iter().map(|payout| payout.reference.as_str()).collect();
        verdict.lost = people.saturating_sub(named.len());
        if status == Some(CLOSED) {
            verdict.lost += named.iter().filter(|reference| !times.contains_key(*reference)).count();
        }
        verdict.claims = times.keys().filter(|reference| !named.contains(*reference)).count();
        verdict.claims += report.batches.iter().filter(|batch| !batch.is_true(received)).count();
        verdict.claims += report.references.iter().filter(|payout| !payout.is_true(&times)).count();
        verdict
    }

    pub fn add(&mut self, other: Self) {
        self.runs = self.runs.saturating_add(other.runs);
        self.closed = self.closed.saturating_add(other.closed);
        self.left_to_the_user = self.left_to_the_user.saturating_add(other.left_to_the_user);
        self.twice = self.twice.saturating_add(other.twice);
        self.lost = self.lost.saturating_add(other.lost);
        self.claims = self.claims.saturating_add(other.claims);
    }

    pub const fn runs(&self) -> u32 {
        self.runs
    }

    pub const fn is_clean(&self) -> bool {
        self.twice == 0 && self.lost == 0 && self.claims == 0
    }

    pub fn figures(&self) -> Value {
        json!({
            "closed": self.closed, "left_to_the_user": self.left_to_the_user,
            "received_twice": self.twice, "lost": self.lost, "false_claims": self.claims,
        })
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { closed, left_to_the_user, twice, lost, claims, .. } = self;
        write!(
            f,
            "{closed} closed, {left_to_the_user} left to the user; payouts received twice {twice}, lost {lost}, false claims {claims}"
        )
    }
}

impl Batch {
    fn is_true(&self, received: &Received) -> bool {
        use BatchState as S;
        let has = received.batches.contains_key(&self.reference);
        match self.state {
            S::Draft | S::Frozen | S::Approved | S::NotSent | S::NotAccepted | S::Withdrawn => !has,
            S::Accepted | S::Settling | S::Closed => has,
            S::Intent | S::Unknown => true,
        }
    }
}

impl Payout {
    /// Returns whether a claim is true. An outcome of a payout that the service never received would be made up.
    fn is_true(&self, times: &BTreeMap<&str, usize>) -> bool {
        use PayoutState as S;
        match self.state {
            S::Paid | S::Failed | S::Reversed | S::Conflict => times.contains_key(self.reference.as_str()),
            S::Planned | S::Withdrawn | S::Sent | S::Overdue => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn received(payouts: &[&str]) -> Received {
        let payouts: Vec<String> = payouts.iter().map(|&payout| payout.to_owned()).collect();
        Received { batches: [("B".to_owned(), (1, payouts))].into() }
    }

    fn printed(batch: &str, payouts: &[(&str, &str)]) -> String {
        let references: Vec<Value> = payouts
            .iter()
            .map(|(reference, state)| json!({ "reference": reference, "state": state }))
            .collect();
        json!({ "batches": [{ "reference": "B", "state": batch }], "references": references }).to_string()
    }

    #[test]
    fn each_wrong_end_is_counted() {
        let both = [("P1", "Paid"), ("P2", "Paid")];
        let nothing = Received { batches: BTreeMap::new() };
        let cases = [
            ("all paid", 0, "Closed", &both, received(&["P1", "P2"]), (0, 0, 0)),
            ("received twice", 0, "Closed", &both, received(&["P1", "P2", "P2"]), (1, 0, 0)),
            ("never received", 0, "Closed", &both, received(&["P1"]), (0, 1, 1)),
            ("received, and not here", 3, "Unknown", &both, received(&["P1", "P2", "P3"]), (0, 0, 1)),
            ("received, and said not to be", 3, "NotSent", &both, received(&["P1", "P2"]), (0, 0, 1)),
            ("said to be accepted", 3, "Accepted", &[("P1", "Sent"), ("P2", "Sent")], nothing, (0, 0, 1)),
            ("not understood", 0, "accepted", &both, received(&["P1", "P2"]), (0, 2, 0)),
            ("a status of its own", 2, "Closed", &both, received(&["P1", "P2"]), (0, 2, 0)),
        ];
        for (name, status, state, payouts, received, wrong) in cases {
            let verdict = Verdict::of(Some(status), &printed(state, payouts), &received, 2);
            assert_eq!((verdict.twice, verdict.lost, verdict.claims), wrong, "{name}");
        }
    }
}
