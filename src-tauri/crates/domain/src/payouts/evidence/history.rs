//! What was recorded about one payout: the reports, and the user's word. Both keep the order in which they were recorded.

use super::{
    decision::PayoutDecision,
    report::{MatchedBy, Report, ReportSource, SourcedReport},
};
use crate::payouts::batch::PayoutState;

/// Most different reports that are stored of one payout. Later ones count only if they are a kind of report that is new.
pub const REPORTS_PER_PAYOUT_MAX: usize = 32;

/// A report as it was recorded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedReport {
    pub source: ReportSource,
    pub report: Report,
    /// The response code; empty if the report has none.
    pub code: String,
    /// The service's own word for its state; empty if the report has none.
    pub status: String,
    /// How it was found in a file; none if it was in no file.
    pub matched_by: Option<MatchedBy>,
    /// The number of the event that recorded it; 0 for reports of the first version of the ledger.
    pub seq: i64,
}

impl RecordedReport {
    const fn sourced(&self) -> SourcedReport {
        SourcedReport { source: self.source, report: self.report }
    }

    /// Returns whether a person found out about which payout it is, because it does not have the reference.
    const fn is_match(&self) -> bool {
        match self.matched_by {
            None | Some(MatchedBy::Reference) => false,
            Some(MatchedBy::Account | MatchedBy::Name | MatchedBy::BatchSum | MatchedBy::Similar) => true,
        }
    }

    /// Returns whether two reports say the same. A code says all that the status word says, and more. Without a code the
    /// word is all there is: `pending` and `completed` are two reports. A statement has no such word.
    fn says_the_same(&self, other: &Self) -> bool {
        let has_same_word = || {
            self.source == ReportSource::Statement
                || self.status.trim().eq_ignore_ascii_case(other.status.trim())
        };
        self.sourced() == other.sourced()
            && self.code == other.code
            && (!self.code.is_empty() || has_same_word())
    }
}

/// The reports about a payout and the user's decision, if there is one.
#[derive(Clone, Debug, Default)]
pub struct PayoutHistory {
    reports: Vec<RecordedReport>,
    /// The decision, with the number of its event.
    decision: Option<(PayoutDecision, i64)>,
}

impl PayoutHistory {
    /// Adds a report that was recorded before.
    pub fn load(&mut self, report: RecordedReport) {
        self.reports.push(report);
    }

    /// Adds a report that arrives now. Returns false if it changes nothing: it repeats one that counts, or there are too
    /// many and its meaning is known.
    ///
    /// A report that contradicts the user's decision is compared only with those after the decision. A repeated callback
    /// does not show whether the service repeats an old message or still says the same today, so the user has to see it.
    /// Once it is recorded after the decision, further repetitions change nothing.
    pub fn add(&mut self, new: RecordedReport) -> bool {
        let since = self.contradicted_decision(new.report);
        let counting = || self.reports.iter().filter(|seen| since.is_none_or(|since| seen.seq > since));
        let is_repeated = counting().any(|seen| seen.says_the_same(&new));
        let is_one_too_many = self.reports.len() >= REPORTS_PER_PAYOUT_MAX
            && counting().any(|seen| seen.sourced() == new.sourced());
        if is_repeated || is_one_too_many {
            return false;
        }
        self.reports.push(new);
        true
    }

    /// Returns the number of the decision that this report contradicts; none if it contradicts none.
    fn contradicted_decision(&self, report: Report) -> Option<i64> {
        self.decision.filter(|(decision, _)| decision.is_contradicted_by(report)).map(|(_, seq)| seq)
    }

    /// Sets the user's decision with the number of its event, or takes it back.
    pub const fn decide(&mut self, decision: Option<(PayoutDecision, i64)>) {
        self.decision = decision;
    }

    #[must_use]
    pub const fn is_decided(&self) -> bool {
        self.decision.is_some()
    }

    #[must_use]
    pub fn has(&self, sourced: SourcedReport) -> bool {
        self.reports.iter().any(|seen| seen.sourced() == sourced)
    }

    /// Returns whether there is such a report, and none of them names the payout: a person confirmed which one it is about.
    #[must_use]
    pub fn is_only_matched(&self, sourced: SourcedReport) -> bool {
        let mut of_these = self.reports.iter().filter(|seen| seen.sourced() == sourced).peekable();
        of_these.peek().is_some() && of_these.all(RecordedReport::is_match)
    }

    /// Returns the state that follows from the reports and the decision.
    #[must_use]
    pub fn state(&self) -> PayoutState {
        let after = |since| self.reports.iter().filter(move |seen| seen.seq > since);
        match self.decision {
            Some((decision, seq)) => {
                let later: Vec<_> = after(seq).map(RecordedReport::sourced).collect();
                PayoutState::from_decision(decision, &later)
            }
            None => {
                let all: Vec<_> = self.reports.iter().map(RecordedReport::sourced).collect();
                PayoutState::from_reports(&all)
            }
        }
    }
}

#[cfg(test)]
mod tests;
