//! What the ledger tells of payrolls, batches and payouts, and the names it gives them.

use std::{collections::BTreeSet, path::PathBuf};

use jiff::Timestamp;
use paysheet_domain::{
    BatchState, Country, Currency, Money, PayoutState, Reference, checks::DecimalConvention,
};
use serde::{Deserialize, Serialize};

/// A payroll of this ledger. Never given twice, not even after a draft was deleted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PayrollId(pub u32);

/// A batch of this ledger. Never given twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct BatchKey(pub u32);

/// Where a payroll stands; it follows from its batches and is stored nowhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, strum::Display)]
pub enum PayrollState {
    /// It has no batches.
    Draft,
    Frozen,
    /// Approved, and nothing of it is under way.
    Approved,
    Sending,
    /// The fate of a batch is unknown.
    Unresolved,
    /// The service refused a batch.
    Refused,
    /// A batch could not be sent; nothing of it left.
    NotSent,
    /// The service has all of it; outcomes are missing.
    BeingPaid,
    Closed,
    /// The user withdrew all of it.
    Withdrawn,
}

impl PayrollState {
    /// The state of a payroll whose batches are in these states: what needs the user most comes first.
    #[must_use]
    pub fn of(batches: &BTreeSet<BatchState>) -> Self {
        use BatchState as B;
        let some = |state: B| batches.contains(&state);
        let only = |state: B| batches.iter().all(|&found| found == state);
        // What was withdrawn says nothing of the rest.
        let only_left = |state: B| batches.iter().all(|&found| found == state || found == B::Withdrawn);
        if batches.is_empty() || only(B::Draft) {
            Self::Draft
        } else if only(B::Withdrawn) {
            Self::Withdrawn
        } else if some(B::Unknown) {
            Self::Unresolved
        } else if some(B::NotAccepted) {
            Self::Refused
        } else if some(B::Intent) {
            Self::Sending
        } else if some(B::NotSent) {
            Self::NotSent
        } else if some(B::Frozen) {
            Self::Frozen
        } else if only_left(B::Approved) {
            Self::Approved
        } else if some(B::Approved) {
            Self::Sending
        } else if batches.iter().all(|state| matches!(state, B::Closed | B::Withdrawn)) {
            Self::Closed
        } else {
            Self::BeingPaid
        }
    }
}

/// A payroll as the ledger has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PayrollRecord {
    pub id: PayrollId,
    pub name: String,
    pub period: String,
    pub file_name: String,
    pub file_sha256: String,
    pub sheet: String,
    pub country: Country,
    pub currency: Currency,
    pub convention: DecimalConvention,
    /// What the reading of the file left out, as the caller gave it.
    pub skipped_json: String,
    pub copied_from: Option<PayrollId>,
    /// The fingerprint of its file's headings.
    pub layout: Option<String>,
    /// By which columns its file was read, as the caller gave it; `None` if no file was.
    pub reading_json: Option<String>,
    /// The file that it was read from; `None` if it was made from another payroll's rows, or that is not known.
    pub source: Option<SourceFile>,
    pub state: PayrollState,
    /// None while it was never frozen.
    pub sender_name: Option<String>,
    pub instant_queue: bool,
    pub approved_by: Option<String>,
    pub created_at: Timestamp,
    pub frozen_at: Option<Timestamp>,
    pub approved_at: Option<Timestamp>,
    pub closed_at: Option<Timestamp>,
    pub last_outcome_at: Option<Timestamp>,
    /// Payouts in its batches; 0 while it is a draft.
    pub people: u32,
    /// What its batches come to, by currency; empty while it is a draft.
    pub totals: Vec<(Currency, Money)>,
    /// Rows of the draft, those left out as well.
    pub rows: u32,
    /// Rows left out when it was frozen.
    pub excluded: u32,
    /// What was changed since the file, as the caller gave it when it was frozen.
    pub summary_json: Option<String>,
}

/// Where a payroll was read from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceFile {
    /// Absolute.
    pub path: PathBuf,
    /// The row of its headings when it was read first, from 1.
    pub header_row: Option<u32>,
}

/// A batch as the ledger has it, without its body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BatchRecord {
    pub key: BatchKey,
    /// From 1 within the payroll.
    pub number: u32,
    pub reference: Reference,
    pub currency: Currency,
    pub state: BatchState,
    /// The id the service gave; `None` if only a callback or the user told that it has the batch.
    pub batch_id: Option<String>,
    pub attempts: u32,
    pub count: u32,
    pub sum: Money,
    pub body_sha256: String,
    /// How many of its payouts are in each state; states without any are not listed.
    pub payouts: Vec<(PayoutState, u32)>,
    pub accepted_at: Option<Timestamp>,
    /// When the last attempt began.
    pub sent_at: Option<Timestamp>,
    pub closed_at: Option<Timestamp>,
    /// The machine reason of the last answer.
    pub code: Option<String>,
    /// The service's own words for its refusal.
    pub message: Option<String>,
    pub http_status: Option<u32>,
}

impl BatchRecord {
    /// Payouts of which nothing more is expected.
    #[must_use]
    pub fn done(&self) -> u32 {
        self.payouts.iter().filter(|(state, _)| state.is_final()).map(|(_, count)| count).sum()
    }
}

/// A payout as the ledger has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PayoutRecord {
    pub reference: Reference,
    /// The number of its batch.
    pub batch: u32,
    pub position: u32,
    /// Row in the file, from 1; 0 for a row added in Paysheet.
    pub row: u32,
    pub name: String,
    pub account_number: String,
    pub bank_code: String,
    pub bank_name: String,
    pub amount: Money,
    pub narration: String,
    pub state: PayoutState,
    /// Code and message of the report that came last.
    pub code: Option<String>,
    pub message: Option<String>,
    /// When its last outcome came.
    pub changed_at: Option<Timestamp>,
}

/// The last time an account was paid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LastPaid {
    pub payroll: PayrollId,
    pub payroll_name: String,
    pub period: String,
    pub payout: PayoutRecord,
}

/// Which payouts to show. The default is all of them by position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PayoutFilter {
    pub state: Option<PayoutState>,
    /// Part of a name, account number, bank, narration or reference, blind to case.
    pub text: Option<String>,
    pub order: PayoutOrder,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PayoutOrder {
    #[default]
    ByPosition,
    /// Those without an outcome last.
    NewestOutcomeFirst,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_payroll_stands_where_its_batches_do() {
        use BatchState as B;
        use PayrollState as P;
        for (batches, state) in [
            (vec![], P::Draft),
            (vec![B::Frozen], P::Frozen),
            (vec![B::Approved], P::Approved),
            (vec![B::Approved, B::Withdrawn], P::Approved),
            (vec![B::Withdrawn], P::Withdrawn),
            (vec![B::Withdrawn, B::Closed], P::Closed),
            (vec![B::Approved, B::Settling], P::Sending),
            (vec![B::NotSent, B::Approved], P::NotSent),
            (vec![B::Unknown, B::Approved], P::Unresolved),
            (vec![B::NotAccepted, B::Approved], P::Refused),
            (vec![B::Settling, B::Closed], P::BeingPaid),
        ] {
            assert_eq!(PayrollState::of(&batches.iter().copied().collect()), state, "{batches:?}");
        }
    }
}
