//! One payment in full: what was reported about it, and what the user said.

use paysheet_domain::{
    Currency, DecisionSource, MatchedBy, PayoutDecision, PayoutState, PayoutStatus, Report, ReportSource,
    money::Total,
};
use paysheet_ledger::{PayoutDecisionRecord, PayoutFilter, ReportRecord, RowMatch};
use serde::{Deserialize, Serialize};

use super::{
    people::{PersonKey, PersonPaymentView},
    track::{AttemptView, PayoutView},
};
use crate::view::dates::entry_day;

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
    pub decisions: Vec<PayoutDecisionRecord>,
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
    /// Who read its word as this report; none if it says it itself.
    pub read_by: Option<String>,
    /// The day of a debit: as in `2026-11-20`, or as in the statement if that may mean several. Empty if it is no debit.
    pub day: String,
    /// How it was found in a file; none if it is from no file.
    pub matched_by: Option<MatchedBy>,
    /// Who confirmed that it is about this payment; none if nobody had to.
    pub confirmed_by: Option<String>,
    pub at: String,
}

impl From<ReportRecord> for PaymentReportView {
    fn from(record: ReportRecord) -> Self {
        let ReportRecord { source, report, code, status, message, provider_reference, read_by, matched, at } =
            record;
        // A statement has no word for a state: the ledger stores the day of the debit in its place.
        let is_debit = source == ReportSource::Statement;
        let (status, day) =
            if is_debit { (String::new(), entry_day(&status)) } else { (status, String::new()) };
        let matched_by = matched.as_ref().map(|matched| matched.by);
        let confirmed_by = matched.and_then(|RowMatch { confirmed_by, .. }| confirmed_by);
        Self {
            source,
            report,
            code,
            status,
            message,
            provider_reference,
            read_by,
            day,
            matched_by,
            confirmed_by,
            at: at.to_string(),
        }
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
        query: PayoutFilter,
        count: u32,
        #[serde(rename = "lastOutcomeAt")]
        last_outcome_at: Option<String>,
    },
    /// Those that the user chose, each as [`ChosenPayoutView`] shows it. At most [`CHOSEN_PAYOUTS_MAX`].
    Chosen { payouts: Vec<ChosenPayout> },
}

/// Most payouts that are chosen one by one for a decision. Their names are shown before it, and nobody reads more.
pub const CHOSEN_PAYOUTS_MAX: u32 = 1_000;

/// A payout that the user selected, as the list showed it then.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct SelectedPayout {
    pub reference: String,
    pub state: PayoutState,
}

/// A selected payout for which the user confirms a decision.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct ChosenPayout {
    pub reference: String,
    /// As the list showed it when it was selected.
    pub state: PayoutState,
    /// As the confirmation showed it.
    pub evidence: u32,
}

/// What a decision about selected payouts would be about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct ChosenPayoutsView {
    /// In the order of the payroll.
    pub payouts: Vec<ChosenPayoutView>,
    /// One for each currency.
    pub totals: Vec<Total>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct ChosenPayoutView {
    pub reference: String,
    pub name: String,
    pub account_number: String,
    pub bank_name: String,
    pub amount: String,
    pub currency: Currency,
    pub status: PayoutStatus,
    /// Number of reports and decisions about it. A decision is refused if there are more by then.
    pub evidence: u32,
    /// It has another state than when it was selected, or cannot be decided about any more: a decision is refused.
    pub has_changed: bool,
}

/// What the user says about payouts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct PayoutDecisionInput {
    pub decision: PayoutDecision,
    pub source: DecisionSource,
    pub reason: String,
}
