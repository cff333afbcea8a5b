//! Which notifications of the system are due. A notice contains counts, a total and the name of the payroll: others may
//! read it on a locked screen. The total of one person is a salary, and is left out. Each fact is reported once.
//!
//! # A notification contains no person and no salary of one
//!
//! `app::background::Notice` has no field for them: counts, totals and the name of the payroll. Each fact is reported
//! once.

use std::collections::HashMap;

use jiff::{SignedDuration, Timestamp};
use paysheet_desk::view::{PayrollLine, PayrollStatus, StateTotal, TrackView};
use paysheet_domain::{BatchState, PayoutState, money::Total};

use crate::state::desktop::Notice;

/// Minutes before the end of a token at which the user is told.
pub const TOKEN_WARNING_MIN: i64 = 15;

/// What is known of a payroll.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PayrollFacts {
    pub name: String,
    pub is_closed: bool,
    pub paid: Vec<Total>,
    pub failed: u32,
    /// Payouts that were reversed or have conflicting reports.
    pub contradicted: u32,
    pub unresolved: u32,
}

impl PayrollFacts {
    /// Returns the facts of a payroll with its batches.
    #[must_use]
    pub fn of_track(track: &TrackView) -> Self {
        let unknown = track.batches.iter().filter(|batch| batch.state == BatchState::Unknown).count();
        Self {
            unresolved: u32::try_from(unknown).unwrap_or(u32::MAX),
            ..Self::of(&track.name, track.state, &track.outcomes)
        }
    }

    /// Returns the facts of a payroll in the list, which does not count its Unknown batches.
    #[must_use]
    pub fn of_line(line: &PayrollLine, unresolved: u32) -> Self {
        Self { unresolved, ..Self::of(&line.name, line.state, &line.outcomes) }
    }

    fn of(name: &str, state: PayrollStatus, outcomes: &[StateTotal]) -> Self {
        let of_state = |state: PayoutState| outcomes.iter().filter(move |outcome| outcome.state == state);
        let count = |state| of_state(state).fold(0_u32, |sum, found| sum.saturating_add(found.total.count));
        Self {
            name: name.to_owned(),
            is_closed: state == PayrollStatus::Closed,
            paid: of_state(PayoutState::Paid).map(|found| found.total.clone()).collect(),
            failed: count(PayoutState::Failed),
            contradicted: count(PayoutState::Reversed).saturating_add(count(PayoutState::Conflict)),
            unresolved: 0,
        }
    }
}

/// What was reported already.
#[derive(Clone, Copy, Debug, Default)]
struct Reported {
    finished: bool,
    failed: bool,
    contradicted: u32,
    unresolved: u32,
}

/// Finds new facts by comparison with those that were reported.
#[derive(Debug, Default)]
pub struct Notices {
    payrolls: HashMap<u32, Reported>,
    token_ends: Option<Timestamp>,
    waits_for_unlock: bool,
}

impl Notices {
    /// Takes the facts that the ledger had before anything was reported: they are not news.
    pub fn begin(&mut self, id: u32, facts: &PayrollFacts) {
        let _old_news = self.of_payroll(id, facts);
    }

    /// Returns the notices that are due for a payroll, and does not return them again.
    ///
    /// Failed payouts arrive one by one, so only the first ones are reported at once. All are counted when the payroll
    /// is finished.
    pub fn of_payroll(&mut self, id: u32, facts: &PayrollFacts) -> Vec<Notice> {
        let before = self.payrolls.entry(id).or_default();
        let payroll = || facts.name.clone();
        let mut due = Vec::new();
        if facts.contradicted > before.contradicted {
            due.push(Notice::Contradicted { payroll: payroll(), count: facts.contradicted });
        }
        if facts.unresolved > before.unresolved {
            due.push(Notice::Unresolved { payroll: payroll(), batches: facts.unresolved });
        }
        if facts.is_closed && !before.finished {
            due.push(Notice::Finished { payroll: payroll(), paid: facts.paid.clone(), failed: facts.failed });
        } else if facts.failed > 0 && !before.failed && !facts.is_closed {
            due.push(Notice::Failed { payroll: payroll(), count: facts.failed });
        }
        *before = Reported {
            finished: before.finished || facts.is_closed,
            failed: before.failed || facts.failed > 0,
            // A decided batch may become Unknown once more; a decided payout does not change back.
            contradicted: before.contradicted.max(facts.contradicted),
            unresolved: facts.unresolved,
        };
        due
    }

    /// Returns the notice that is due for a token that ends at `ends`, once for each token.
    pub fn of_token(&mut self, ends: Option<Timestamp>, now: Timestamp) -> Option<Notice> {
        let at = ends.filter(|at| *at > now && *at <= now + SignedDuration::from_mins(TOKEN_WARNING_MIN))?;
        (self.token_ends.replace(at) != Some(at)).then_some(Notice::TokenEnds { at })
    }

    /// Returns the notice that is due while the hidden program waits for its desk to be unlocked, once for each wait.
    pub const fn of_lock(&mut self, waits: bool) -> Option<Notice> {
        let is_new = waits && !self.waits_for_unlock;
        self.waits_for_unlock = waits;
        if is_new { Some(Notice::WaitsForUnlock) } else { None }
    }
}
