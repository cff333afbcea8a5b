//! What documents are made of: the payroll, its payouts, and who said what about them.

use std::collections::BTreeMap;

use jiff::Timestamp;
use paysheet_document::Formats;
use paysheet_domain::{DraftRow, period::period_in};
use paysheet_ledger::{
    EventRecord, FileReport, LedgerError, PayoutDecisionRecord, PayoutRecord, PayrollId,
    QuestionDecisionRecord, WordReader,
};

use super::cases::{Case, cases};
use crate::{
    approve::{stored_bridge::StoredBridge, summary::stored_bridge},
    desk::Desk,
    error::DeskError,
    settle::tracking,
    view::{DocumentInput, DocumentKind, ListWords, TrackView},
};

pub(super) struct Sources {
    pub payouts: Vec<PayoutRecord>,
    pub track: TrackView,
    /// Only for the report.
    pub events: Vec<EventRecord>,
    /// The rows of the draft; only for the report.
    pub rows: Vec<DraftRow>,
    /// How the previous payroll became this one, as it was approved; only for the report.
    pub bridge: Option<StoredBridge>,
    /// What was decided about other payrolls; only for the report.
    pub questions: Vec<QuestionDecisionRecord>,
    /// Batches with payments in question; only for a case file.
    pub cases: Vec<Case>,
    /// What people said about payouts, by reference; only for slips.
    pub decisions: BTreeMap<String, PayoutDecisionRecord>,
    /// The words of lists that people read as paid, by reference; only for slips.
    pub read_words: BTreeMap<String, WordReader>,
    /// What lists and statements report, by reference; only for slips and the report.
    pub file_reports: BTreeMap<String, Vec<FileReport>>,
    pub profile_name: String,
    pub is_practice: bool,
    pub now: Timestamp,
}

impl Sources {
    /// Reads what a document needs.
    ///
    /// # Errors
    /// `Ledger`, with `NoSuchPayout` if the payment is not one of this payroll.
    pub async fn read(desk: &Desk, id: u32, input: &DocumentInput) -> Result<Self, DeskError> {
        let (ledger, id) = (&desk.ledger, PayrollId(id));
        let is_report = input.kind == DocumentKind::Report;
        let has_slips = matches!(input.kind, DocumentKind::Receipts | DocumentKind::PaymentAdvice);
        let is_case = input.kind == DocumentKind::CaseFile;
        let mut payouts = ledger.all_payouts(id).await?;
        if let Some(reference) = &input.reference {
            payouts.retain(|payout| payout.reference.as_str() == reference);
            if payouts.is_empty() {
                return Err(LedgerError::NoSuchPayout.into());
            }
        }
        Ok(Self {
            payouts,
            track: tracking::payroll(desk, id.0).await?,
            events: if is_report { ledger.events(id).await? } else { Vec::new() },
            rows: if is_report { ledger.draft_rows(id).await? } else { Vec::new() },
            questions: if is_report { ledger.question_decisions(id).await? } else { Vec::new() },
            cases: if is_case { cases(desk, id.0, input.batch).await? } else { Vec::new() },
            bridge: if is_report { approved_bridge(desk, id).await? } else { None },
            decisions: if has_slips { ledger.decisions_of_payroll(id).await? } else { BTreeMap::new() },
            read_words: if has_slips { ledger.words_read_as_paid(id).await? } else { BTreeMap::new() },
            file_reports: if has_slips || is_report {
                ledger.file_reports(id).await?
            } else {
                BTreeMap::new()
            },
            profile_name: desk.profile().settings.name,
            is_practice: desk.session.is_practice(),
            now: desk.now(),
        })
    }

    /// Returns the payroll's name, and its period unless the name has it.
    pub fn subtitle(&self, formats: &Formats) -> String {
        let TrackView { name, period, .. } = &self.track;
        let is_named = period_in(name).as_ref() == Some(period);
        let period = if is_named { String::new() } else { formats.period(period) };
        [name.clone(), period].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · ")
    }

    /// Returns who pays: the sender name of the payroll, or the profile's name. A document from practice says so.
    pub fn from(&self, words: &ListWords) -> String {
        let sender = self.track.sender_name.trim();
        let name = if sender.is_empty() { self.profile_name.trim() } else { sender };
        if self.is_practice {
            let practice = words.report("practice", "Practice: no money moved");
            return format!("{name} · {practice}");
        }
        name.to_owned()
    }
}

/// Returns the bridge that was shown when the payroll was approved; none before it is.
async fn approved_bridge(desk: &Desk, id: PayrollId) -> Result<Option<StoredBridge>, DeskError> {
    let record = desk.ledger.payroll(id).await?;
    match record.summary_json.filter(|_| record.approved_at.is_some()) {
        Some(summary) => stored_bridge(&summary),
        None => Ok(None),
    }
}
