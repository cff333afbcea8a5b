//! The totals of many stories.

use std::{collections::BTreeMap, fmt::Write as _, time::Duration};

use serde::{Deserialize, Serialize};

use crate::{judge::Invariant, story::StoryResult};

#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Counts {
    stories: u64,
    lives: u64,
    images: u64,
    commits: u64,
    failed_commits: u64,
    faults: u64,
    submissions: u64,
    decisions: u64,
    paid: u64,
    /// The count of each violation, with the first seed that showed it.
    violations: BTreeMap<Invariant, (u64, u64)>,
    older_ledgers: u64,
    blocked: u64,
    two_payrolls: u64,
    withdrawals: u64,
    corrections: u64,
}

impl Counts {
    pub fn of(told: &StoryResult, seed: u64) -> Self {
        let mut counts = Self {
            stories: 1,
            lives: told.lives.into(),
            images: told.images.into(),
            commits: told.commits.into(),
            failed_commits: told.failed_commits.into(),
            faults: told.faults.into(),
            submissions: told.submissions.into(),
            decisions: told.decisions.into(),
            paid: told.paid.into(),
            older_ledgers: told.used_older_ledger.into(),
            blocked: told.was_blocked.into(),
            two_payrolls: told.has_two_payrolls.into(),
            withdrawals: told.withdrew.into(),
            corrections: told.corrected.into(),
            ..Self::default()
        };
        for violation in &told.violations {
            counts.violations.entry(violation.invariant).or_insert((0, seed)).0 += 1;
        }
        counts
    }

    pub fn violations(&self) -> u64 {
        self.violations.values().map(|(times, _)| times).sum()
    }

    pub fn add(&mut self, other: &Self) {
        self.stories += other.stories;
        self.lives += other.lives;
        self.images += other.images;
        self.commits += other.commits;
        self.failed_commits += other.failed_commits;
        self.faults += other.faults;
        self.submissions += other.submissions;
        self.decisions += other.decisions;
        self.paid += other.paid;
        self.older_ledgers += other.older_ledgers;
        self.blocked += other.blocked;
        self.two_payrolls += other.two_payrolls;
        self.withdrawals += other.withdrawals;
        self.corrections += other.corrections;
        for (invariant, (times, seed)) in &other.violations {
            let entry = self.violations.entry(*invariant).or_insert((0, *seed));
            entry.0 += times;
            entry.1 = entry.1.min(*seed);
        }
    }

    /// Returns the totals of all stories, and their speed.
    pub fn report(&self, took: Duration) -> String {
        let ms = u64::try_from(took.as_millis()).unwrap_or(u64::MAX).max(1);
        let tenths = self.stories.saturating_mul(10_000) / ms;
        format!(
            "{} seeds in {}.{:01} s: {}.{} seeds a second\n  {}",
            self.stories,
            ms / 1_000,
            ms % 1_000 / 100,
            tenths / 10,
            tenths % 10,
            self.totals()
        )
    }

    /// Returns the totals of all stories.
    pub fn totals(&self) -> String {
        let mut text = format!(
            "{} starts of the program, {} of them after a crash; {} commits, {} made to fail; {} submissions, {} \
             faults met; {} decisions; {} payouts queued\n",
            self.lives,
            self.images,
            self.commits,
            self.failed_commits,
            self.submissions,
            self.faults,
            self.decisions,
            self.paid
        );
        let _ = writeln!(
            text,
            "  {} older ledgers, {} of them blocked; {} stories with two payrolls, {} with a withdrawal, {} with a correction",
            self.older_ledgers, self.blocked, self.two_payrolls, self.withdrawals, self.corrections
        );
        for (invariant, (times, seed)) in &self.violations {
            let _ = writeln!(text, "  VIOLATED {invariant}: {times} times, first seed {seed}");
        }
        let _ = write!(text, "  violations: {}", self.violations());
        text
    }
}
