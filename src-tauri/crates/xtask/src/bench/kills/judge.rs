//! Compares what the program says at the end with what the service received.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt, fs,
    path::Path,
};

use serde::Deserialize;
use serde_json::{Value, json};

use crate::failure::Failure;

const SUBMIT_PATH: &str = "/v1/disburse/queue";
/// Exit statuses of the program.
const CLOSED: i32 = 0;
const LEFT_TO_THE_USER: i32 = 3;
/// States of a batch, as the program prints them, in which it claims that the service does not have it.
const NEVER_TAKEN: [&str; 6] = ["draft", "frozen", "approved", "not_sent", "not_accepted", "withdrawn"];
/// States of a batch in which it claims that the service has it.
const TAKEN: [&str; 3] = ["accepted", "settling", "closed"];

/// What the service received whole.
pub struct Received {
    /// By batch: how often, and the payouts in it.
    batches: BTreeMap<String, (usize, Vec<String>)>,
}

#[derive(Deserialize)]
struct Line {
    path: String,
    references: Vec<String>,
}

/// What the program printed last.
#[derive(Deserialize)]
struct Report {
    batches: Vec<Batch>,
    references: Vec<Payout>,
}

#[derive(Deserialize)]
struct Batch {
    reference: String,
    state: String,
}

#[derive(Deserialize)]
struct Payout {
    reference: String,
    state: String,
}

/// What became of killed payrolls.
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
    /// Judges one payroll of `people`.
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
            // It ended in a way in which it must not, or said nothing that can be understood.
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
        let has = received.batches.contains_key(&self.reference);
        !(has && NEVER_TAKEN.contains(&self.state.as_str()) || !has && TAKEN.contains(&self.state.as_str()))
    }
}

impl Payout {
    /// An outcome of a payout that the service never received would be made up.
    fn is_true(&self, times: &BTreeMap<&str, usize>) -> bool {
        let has_outcome = matches!(self.state.as_str(), "paid" | "failed" | "reversed");
        !has_outcome || times.contains_key(self.reference.as_str())
    }
}
