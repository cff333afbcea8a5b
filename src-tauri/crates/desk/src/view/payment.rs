//! One payment in full: what was reported about it, and what the user said.

use paysheet_domain::{DecisionSource, PayoutDecision, Report, ReportSource};
use paysheet_ledger::{PayoutDecisionRecord, ReportRecord};
use serde::{Deserialize, Serialize};

use super::{
    people::{PersonKey, PersonPaymentView},
    track::{AttemptView, PayoutQuery, PayoutView},
};

/// A payment with its history.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct PaymentView {
    pub payout: PayoutView,
    pub payroll: u32,
    pub payroll_name: String,
    pub batch_reference: String,
    /// The service's own id of the batch.
    pub batch_id: Option<String>,
    pub sent_at: Option<String>,
    pub accepted_at: Option<String>,
    /// Attempts to send its batch, the last one first.
    pub attempts: Vec<AttemptView>,
    /// In order of arrival.
    pub reports: Vec<PaymentReportView>,
    /// The oldest first, with those that were taken back or replaced.
    pub decisions: Vec<PaymentDecisionView>,
    /// Number of reports and decisions shown here. A decision is refused if there are more by then.
    pub evidence: u32,
    pub account: AccountPaymentsView,
}

/// Other payments to the account of a payment, in all payrolls.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct AccountPaymentsView {
    /// Who has all of them.
    pub person: PersonKey,
    /// Sent before it or together with it, the newest first; a limited number.
    pub earlier: Vec<PersonPaymentView>,
    /// Sent after it, the newest first; a limited number.
    pub later: Vec<PersonPaymentView>,
    /// Payments of damaged payrolls, which cannot be shown.
    pub unreadable: u32,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct PaymentReportView {
    pub source: ReportSource,
    pub report: Report,
    /// Empty if the report has none.
    pub code: String,
    /// The service's own word; empty if the report has none.
    pub status: String,
    pub message: String,
    /// The service's own reference of the payment.
    pub provider_reference: Option<String>,
    pub at: String,
}

impl From<ReportRecord> for PaymentReportView {
    fn from(record: ReportRecord) -> Self {
        let ReportRecord { source, report, code, status, message, provider_reference, at } = record;
        Self { source, report, code, status, message, provider_reference, at: at.to_string() }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct PaymentDecisionView {
    pub decision: PayoutDecision,
    pub source: DecisionSource,
    pub reason: String,
    pub by: String,
    pub at: String,
    /// When it was taken back or replaced.
    pub withdrawn_at: Option<String>,
}

impl From<PayoutDecisionRecord> for PaymentDecisionView {
    fn from(record: PayoutDecisionRecord) -> Self {
        let PayoutDecisionRecord { decision, source, reason, by, at, withdrawn_at } = record;
        let withdrawn_at = withdrawn_at.map(|at| at.to_string());
        Self { decision, source, reason, by, at: at.to_string(), withdrawn_at }
    }
}

/// Which payouts of a payroll the user means.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum PayoutChoice {
    /// One, as `evidence` of its view says.
    One { reference: String, evidence: u32 },
    /// All that are shown by this filter, if there are still `count` and no outcome was recorded since.
    Shown {
        query: PayoutQuery,
        count: u32,
        #[serde(rename = "lastOutcomeAt")]
        last_outcome_at: Option<String>,
    },
}

/// What the user says about payouts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct PayoutDecisionInput {
    pub decision: PayoutDecision,
    pub source: DecisionSource,
    pub reason: String,
}
