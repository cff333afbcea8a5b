//! The user's decision about a payout, and the state that follows from the reports and the decision.

use serde::{Deserialize, Serialize};
use strum::{Display, EnumIter, EnumString, IntoStaticStr};

use super::report::{Report, ReportSource, SourcedReport};
use crate::payouts::batch::PayoutState;

/// The user's own word about a payout.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[derive(Serialize, Deserialize, specta::Type, Display, EnumIter, EnumString, IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum PayoutDecision {
    Paid,
    Failed,
    /// Paid, then sent back.
    Reversed,
}

/// Who told the user what happened to a payout.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[derive(Serialize, Deserialize, specta::Type, Display, EnumIter, EnumString, IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum DecisionSource {
    Provider,
    BankStatement,
    Recipient,
    Other,
}

impl PayoutDecision {
    pub(super) const fn state(self) -> PayoutState {
        match self {
            Self::Paid => PayoutState::Paid,
            Self::Failed => PayoutState::Failed,
            Self::Reversed => PayoutState::Reversed,
        }
    }

    /// Returns whether a report that arrives after the decision says something else.
    #[must_use]
    pub const fn is_contradicted_by(self, report: Report) -> bool {
        match report {
            Report::Unclear => false,
            Report::Contradictory => true,
            Report::Successful => matches!(self, Self::Failed | Self::Reversed),
            Report::Failed | Report::Reversed => matches!(self, Self::Paid),
            // It has the code of success, so money moved.
            Report::PossibleReversal => matches!(self, Self::Paid | Self::Failed),
        }
    }
}

impl PayoutState {
    /// Returns the state of a payout at the service about which all of `reports` arrived, in any order and any number
    /// of times.
    ///
    /// Success and failure together are a conflict, and so is a reversal after a success: a callback can be forged, so
    /// the user confirms it. A reversal that the service reports when it is asked needs no confirmation.
    #[must_use]
    pub fn from_reports(reports: &[SourcedReport]) -> Self {
        let has = |report| reports.iter().any(|seen| seen.report == report);
        let is_confirmed =
            reports.contains(&SourcedReport { source: ReportSource::Asked, report: Report::Reversed });
        let (paid, failed, reversed) = (has(Report::Successful), has(Report::Failed), has(Report::Reversed));
        if has(Report::Contradictory) || (paid && failed) {
            return Self::Conflict;
        }
        if reversed && (is_confirmed || !paid) {
            return Self::Reversed;
        }
        match (paid, failed) {
            (true, _) if reversed => Self::Conflict,
            // It has the code of success: money moved, whatever it means.
            (true, _) | (_, true) if has(Report::PossibleReversal) => Self::Conflict,
            (true, _) => Self::Paid,
            (false, true) => Self::Failed,
            (false, false) => Self::Sent,
        }
    }

    /// Returns the state of a payout that the user decided, after the reports in `later`. No report overrides a
    /// decision silently: one that contradicts it is a conflict.
    #[must_use]
    pub fn from_decision(decision: PayoutDecision, later: &[SourcedReport]) -> Self {
        if later.iter().any(|seen| decision.is_contradicted_by(seen.report)) {
            Self::Conflict
        } else {
            decision.state()
        }
    }
}
