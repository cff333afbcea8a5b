//! The audit log: who did what, when; and payments found in all payrolls.

use paysheet_domain::{Currency, PayoutStatus, ReportSource};
use paysheet_ledger::{AuditRecord, BlockReason, EventCause, EventKind};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::audit_detail::AuditDetail;
use crate::view::reason::Reason;

/// Which events to list; all of them by default.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct AuditQuery {
    pub payroll: Option<u32>,
    /// The beginning of a name, account number or reference: only events about a payment to such a person, and edits of
    /// their rows.
    pub person: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct AuditWindow {
    pub total: u32,
    pub offset: u32,
    /// The newest first.
    pub rows: Vec<AuditLine>,
    /// Edits that may have been about the person as well: it is not known any more whose rows they changed.
    pub unattributed: u32,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct AuditLine {
    /// The event's number in the ledger, from 1.
    pub number: u32,
    pub at: String,
    pub kind: EventKind,
    pub by: AuditActor,
    pub payroll: Option<u32>,
    /// None if the payroll was deleted.
    pub payroll_name: Option<String>,
    /// The number of the batch in its payroll.
    pub batch: Option<u32>,
    /// Who is paid by the payment that it is about; of an edit that was found by a person, that person if it is one only.
    pub person: Option<String>,
    /// The payment's reference.
    pub reference: Option<String>,
    /// The reason of an outcome.
    pub reason: Option<Reason>,
    pub details: Vec<AuditDetail>,
}

/// Who caused an event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum AuditActor {
    Person {
        name: String,
    },
    Provider,
    /// A bank or wallet statement that somebody imported: the provider says nothing in it.
    Statement,
    /// A list of results that somebody imported, wherever they have it from.
    List,
    Paysheet,
    /// The event names nobody.
    NotRecorded,
}

impl From<AuditRecord> for AuditLine {
    fn from(record: AuditRecord) -> Self {
        let AuditRecord { event, payroll_name, batch_number, person, edited } = record;
        let data: Value = serde_json::from_str(&event.data_json).unwrap_or_default();
        let reason = data.get("code").and_then(Value::as_str).and_then(|code| code.parse().ok());
        Self {
            number: u32::try_from(event.seq).unwrap_or(u32::MAX),
            at: event.at.to_string(),
            kind: event.kind,
            by: AuditActor::of(event.kind, &data),
            payroll: event.payroll.map(|id| id.0),
            payroll_name,
            batch: batch_number,
            person: person.or_else(|| only(&edited)),
            reference: event.payout,
            reason,
            details: AuditDetail::all_of(event.kind, &data)
                .into_iter()
                .map(|detail| detail.naming(&edited))
                .collect(),
        }
    }
}

fn only(names: &[String]) -> Option<String> {
    if let [name] = names { Some(name.clone()) } else { None }
}

impl AuditActor {
    /// Returns who caused an event with these data.
    pub(crate) fn of(kind: EventKind, data: &Value) -> Self {
        // The word of a list says nothing by itself, and a row without a reference is about nobody: who read it so, or
        // confirmed whom it is about, did.
        let by = ["by", "read_by", "confirmed_by"].iter().find_map(|name| data.get(name));
        if let Some(name) = by.and_then(Value::as_str).filter(|name| !name.trim().is_empty()) {
            return Self::Person { name: name.to_owned() };
        }
        match kind.cause() {
            EventCause::Person if by.is_some_and(Value::is_null) => Self::Paysheet,
            EventCause::Person => Self::NotRecorded,
            EventCause::Provider => match data.get("source").and_then(Value::as_str).map(str::parse) {
                Some(Ok(ReportSource::Statement)) => Self::Statement,
                Some(Ok(ReportSource::OutcomeFile)) => Self::List,
                // It did not arrive here: a file has it.
                Some(Ok(ReportSource::Callback)) if data.get("callback").is_some_and(Value::is_null) => {
                    Self::List
                }
                Some(_) | None => Self::Provider,
            },
            EventCause::Program => Self::Paysheet,
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
