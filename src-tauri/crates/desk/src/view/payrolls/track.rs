//! Track, Payrolls and Unresolved: the outcomes of what was approved.

use paysheet_domain::{AttemptResult, BatchState, Currency, PayoutState, PayoutStatus, money::Total};
use paysheet_ledger::{ClosedUnconfirmed, EventKind, EventRecord, SettledBy};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::pay_failed::{AcrossView, RetryLinkView};
use crate::{
    app_error::AppError,
    view::{prepare::check::NotAsked, reason::Reason},
};

/// The state of a whole payroll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type, strum::Display)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum PayrollStatus {
    Draft,
    Frozen,
    /// Approved, and nothing sent yet.
    Approved,
    Sending,
    /// Sending stopped after some of its batches; the rest waits for the user.
    PartlySent,
    /// Nothing left this computer; can be sent again.
    NotSent,
    /// The service refused a batch.
    Refused,
    /// The outcome of a batch is unknown.
    Unresolved,
    /// The service has all of it, outcomes are missing.
    BeingPaid,
    Closed,
    /// The user closed it before all outcomes were known.
    ClosedUnconfirmed,
    /// The user withdrew all of it: nothing of it was paid, and nothing ever will be.
    Withdrawn,
    /// A stored value of it is damaged: its outcome is unknown, and nothing of it is sent.
    Damaged,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct StateTotal {
    pub state: PayoutState,
    pub total: Total,
}

/// People and money of one status and currency.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct StatusTotal {
    pub status: PayoutStatus,
    pub total: Total,
}

/// People and sums of the batches in one state, by currency.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct BatchTotals {
    pub state: BatchState,
    pub totals: Vec<Total>,
    /// Those of the batches of which it was never unknown whether the service has them.
    pub certain: Vec<Total>,
    /// Those of the batches of which it was.
    pub doubtful: Vec<Total>,
}

/// People and sums of the payouts without a clear outcome, by currency.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct UnsettledTotals {
    /// An answer of the service can change these.
    pub askable: Vec<Total>,
    /// These wait for an outcome that is clear: all that are in progress once every batch was taken, and only late ones
    /// before, because some of those in progress may not be at the service yet.
    pub open: Vec<Total>,
    /// Open ones without contradictory outcomes.
    pub missing: Vec<Total>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct BatchView {
    /// Identity in the ledger.
    pub key: u32,
    /// From 1, in the order of sending.
    pub number: u32,
    pub reference: String,
    pub state: BatchState,
    /// Whether it was ever unknown if the service has it.
    pub was_unknown: bool,
    /// The service's own id, once it took the batch.
    pub batch_id: Option<String>,
    pub total: Total,
    pub outcomes: Vec<StateTotal>,
    pub attempts: u32,
    pub sent_at: Option<String>,
    pub accepted_at: Option<String>,
    /// The reason for its state; none if there is no problem.
    pub reason: Option<Reason>,
    /// The service's message, if any.
    pub message: Option<String>,
    pub http_status: Option<u32>,
}

/// One attempt to send a batch, with what was seen of the answer. No secret is in it, even where the service sent
/// one back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct AttemptView {
    /// From 1.
    pub number: u32,
    pub began_at: String,
    /// None while it is under way.
    pub ended_at: Option<String>,
    pub outcome: Option<AttemptResult>,
    pub reason: Option<Reason>,
    pub http_status: Option<u32>,
    /// The service's message, if its answer had one.
    pub message: Option<String>,
    /// The beginning of the answer as it came, at most 2 KiB.
    pub body: Option<String>,
    /// The error of the connection, if no complete answer arrived.
    pub error: Option<String>,
}

/// Questions to the service about payouts without a clear outcome.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct AskingView {
    pub running: bool,
    /// Payouts asked about.
    pub done: u32,
    pub total: u32,
    /// Payouts of which the service has no record. That does not prove that they were not paid.
    pub not_found: u32,
    /// Payouts for which the service refused the question.
    pub refused: u32,
    /// Why the questions ended early.
    pub ended: Option<NotAsked>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct TrackView {
    /// None if the profile has no call for the status of a payout.
    pub asking: Option<AskingView>,
    pub id: u32,
    pub name: String,
    pub period: String,
    pub state: PayrollStatus,
    pub file_name: String,
    pub sender_name: String,
    pub instant_queue: bool,
    pub approved_by: Option<String>,
    pub approved_at: Option<String>,
    pub closed_at: Option<String>,
    pub last_outcome_at: Option<String>,
    /// Set while the user has closed it before all outcomes were known.
    pub unconfirmed: Option<ClosedUnconfirmed>,
    /// One for each currency, the payroll's own first.
    pub totals: Vec<Total>,
    /// Whom it pays: everybody but those who were withdrawn and are paid by another payroll; all of them if nobody else is
    /// left.
    pub payees: Vec<Total>,
    /// What the service took for the payments, as far as it said so.
    pub fees: Vec<Total>,
    pub outcomes: Vec<StateTotal>,
    /// What is shown of the people, in the order of the statuses.
    pub statuses: Vec<StatusTotal>,
    pub unsettled: UnsettledTotals,
    pub batches: Vec<BatchView>,
    pub batch_totals: Vec<BatchTotals>,
    pub excluded: u32,
    /// The file had references of the office.
    pub has_file_references: bool,
    /// The host that it was approved for; empty in practice, and before it is approved.
    pub host: String,
    /// What was approved and never taken, and can be withdrawn, by currency.
    pub withdrawable: Vec<Total>,
    /// The service has a batch of it, so the user can say what happened to its payouts.
    pub can_decide: bool,
    /// It is being sent in the background now.
    pub sending: bool,
    /// Sending ends after the batch that is being sent, because the user stopped it.
    pub stopping: bool,
    /// Why it stopped before the next batch, or what it waits for; none while all is well, and after a restart.
    pub stopped: Option<AppError>,
    /// Payrolls of which this one pays people again, or corrects them.
    pub pays_again: Vec<RetryLinkView>,
    /// Payrolls that pay people of this one again, or correct them.
    pub paid_again_in: Vec<RetryLinkView>,
    /// Number of people who can be corrected in a new payroll: the service never took them, and no other payroll pays them.
    pub correctable: u32,
    /// People and sums of the payouts that failed or were reversed and are in no retry, by currency.
    pub payable_again: Vec<Total>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct PayoutView {
    pub reference: String,
    pub batch: u32,
    pub position: u32,
    /// Row in the file, from 1; none for a row that was added in Paysheet.
    pub row: Option<u32>,
    pub name: String,
    pub account_number: String,
    pub bank_name: String,
    pub amount: String,
    pub currency: Currency,
    pub narration: String,
    /// The office's own reference, as the file has it.
    pub file_reference: Option<String>,
    pub state: PayoutState,
    pub batch_state: BatchState,
    pub status: PayoutStatus,
    /// The service's response code, once there is one.
    pub code: Option<String>,
    pub message: Option<String>,
    pub changed_at: Option<String>,
    /// Who settled it; none without an outcome.
    pub settled_by: Option<SettledBy>,
    /// What the service took for it beside the amount, as digits; none if it never said so.
    pub fee: Option<String>,
    /// The service has it, so the user can say what happened to it.
    pub can_decide: bool,
    /// What the person got in this payroll and its retries; none if the payout is in no retry.
    pub across: Option<AcrossView>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct PayoutWindow {
    pub total: u32,
    pub offset: u32,
    pub rows: Vec<PayoutView>,
}

/// A line of the Payrolls screen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct PayrollLine {
    pub id: u32,
    pub name: String,
    pub period: String,
    pub file_name: String,
    pub state: PayrollStatus,
    pub people: u32,
    pub banks: u32,
    pub totals: Vec<Total>,
    pub outcomes: Vec<StateTotal>,
    /// The month it is for; without a period, that of its approval or else of its beginning. Empty if it has none.
    pub month: String,
    /// What all payrolls of that month have paid.
    pub paid_in_month: Vec<Total>,
    pub created_at: String,
    pub approved_at: Option<String>,
    pub approved_by: Option<String>,
    /// Of a damaged payroll, table and column of the damaged value; what cannot be read is empty in its line.
    pub damaged_at: Option<String>,
    /// Payrolls of which this one pays people again, or corrects them.
    pub pays_again: Vec<RetryLinkView>,
    /// Payrolls that pay people of this one again, or correct them.
    pub paid_again_in: Vec<RetryLinkView>,
}

/// A batch with an unknown outcome.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct UnresolvedView {
    pub payroll: u32,
    pub payroll_name: String,
    pub batch: BatchView,
    /// Batches of the payroll.
    pub batches: u32,
    pub body_bytes: u32,
    pub events: Vec<EventView>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct EventView {
    pub at: String,
    pub kind: EventKind,
    /// The reason of an outcome.
    pub reason: Option<Reason>,
    /// What the event says beside it: a code of the service, the user's reason, a state.
    pub detail: Option<String>,
}

impl From<EventRecord> for EventView {
    fn from(event: EventRecord) -> Self {
        let data: Value = serde_json::from_str(&event.data_json).unwrap_or_default();
        let text = |key: &str| data.get(key).and_then(Value::as_str);
        Self {
            at: event.at.to_string(),
            kind: event.kind,
            reason: text("code").and_then(|code| code.parse().ok()),
            detail: text("code").or_else(|| text("reason")).or_else(|| text("state")).map(str::to_owned),
        }
    }
}
