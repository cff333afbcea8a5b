//! The audit log: who did what, when; and payments found in all payrolls.

use paysheet_domain::{Currency, PayoutStatus};
use paysheet_ledger::{AuditRecord, BlockReason, EventKind};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::pay::reason::Reason;

/// Which events to list; all of them by default.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct AuditQuery {
    pub payroll: Option<u32>,
    /// The beginning of a name, account number or reference: only events about a payment to such a person.
    pub person: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct AuditWindow {
    pub total: u32,
    pub offset: u32,
    /// The newest first.
    pub rows: Vec<AuditLine>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct AuditLine {
    /// The event's number in the ledger, from 1.
    pub number: u32,
    pub at: String,
    pub kind: EventKind,
    /// The name of the person who did it; none for what Paysheet or the provider did, and where no name is recorded.
    pub by: Option<String>,
    pub payroll: Option<u32>,
    /// None if the payroll was deleted.
    pub payroll_name: Option<String>,
    /// The number of the batch in its payroll.
    pub batch: Option<u32>,
    /// Who is paid by the payment that it is about.
    pub person: Option<String>,
    /// The payment's reference.
    pub reference: Option<String>,
    /// The reason of an outcome.
    pub reason: Option<Reason>,
    /// The user's own words, or the name of a file, payroll or layout.
    pub detail: Option<String>,
}

impl From<AuditRecord> for AuditLine {
    fn from(record: AuditRecord) -> Self {
        let AuditRecord { event, payroll_name, batch_number, person } = record;
        let data: Value = serde_json::from_str(&event.data_json).unwrap_or_default();
        let text = |key: &str| data.get(key).and_then(Value::as_str).filter(|text| !text.is_empty());
        let named = ["reason", "file_name", "file", "name", "text"].into_iter().find_map(text);
        Self {
            number: u32::try_from(event.seq).unwrap_or(u32::MAX),
            at: event.at.to_string(),
            kind: event.kind,
            by: text("by").map(str::to_owned),
            payroll: event.payroll.map(|id| id.0),
            payroll_name,
            batch: batch_number,
            person,
            reference: event.payout,
            reason: text("code").and_then(|code| code.parse().ok()),
            detail: named.map(str::to_owned),
        }
    }
}

/// The result of verifying the whole history.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum HistoryCheck {
    /// Every event follows the one before it and is sealed.
    Intact { events: u32 },
    /// The first event that was changed or does not follow.
    Broken { number: u32, block: BlockReason },
}

/// A payment that a search found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct FoundPayment {
    pub payroll: u32,
    pub payroll_name: String,
    pub reference: String,
    pub name: String,
    pub account_number: String,
    pub bank_name: String,
    pub amount: String,
    pub currency: Currency,
    pub status: PayoutStatus,
    /// When its outcome was reported, or else when it was sent.
    pub at: Option<String>,
}
