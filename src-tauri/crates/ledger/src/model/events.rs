//! Events: what happened, in order. No code changes or deletes an event. [`crate::store::chain`] seals each one with the hash
//! of the previous one, and detects changes by other programs.
//!
//! # Every event says who caused it
//!
//! A use case of the user writes through `Desk::ledger_for_user`, and `WriteTx::append_event` adds the person's name
//! to the data of each event; the program's own writes have none. `EventKind::cause` decides for each kind whether a
//! person, the provider or the program is behind it, without a wildcard.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::model::{
    columns::{count, moment, named},
    error::{LedgerError, Result},
    records::{BatchKey, FundingId, PayrollId},
};

/// The kind of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[derive(Serialize, Deserialize, specta::Type, strum::Display, strum::EnumString, strum::EnumIter)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum EventKind {
    SettingChanged,
    /// From here on events are sealed with the profile's key.
    ChainKeyed,
    /// The user went through an older, copied or changed ledger and allowed sending again. Everything before this event
    /// is accepted as it was at that moment.
    SendingUnblocked,
    LayoutKept,
    LayoutRenamed,
    LayoutForgotten,
    /// The banks' answers about holders of accounts were stored.
    AccountHoldersKept,
    /// A list of the service's destinations was fetched.
    BankListKept,
    /// What files call banks was confirmed by an approval.
    BankSpellingKept,
    BankSpellingForgotten,
    PayrollCreated,
    /// The payroll was created to pay failed payouts again.
    RetryCreated,
    /// A draft was made of people whom the service never took, to correct them.
    CorrectionCreated,
    /// The file was read again, by other columns.
    ReadAgain,
    RowsSaved,
    DestinationSet,
    DraftDeleted,
    /// The payroll was frozen; one `BatchFrozen` follows for each batch.
    Frozen,
    BatchFrozen,
    Thawed,
    Approved,
    /// The user approved again what is not at the service yet, for the service that the profile names now.
    ApprovedAnew,
    /// The user typed the total again before something was sent again.
    TotalConfirmed,
    /// The user decided about people whom another payroll pays as well.
    QuestionsDecided,
    /// The user confirmed that another token is of the same account.
    AccountConfirmed,
    /// The user withdrew a batch that the service never accepted.
    Withdrawn,
    /// An attempt is about to be made; nothing was sent yet.
    Intent,
    /// The outcome of an attempt was recorded.
    Answered,
    /// The answer accepted a batch with the id of another one.
    DuplicateBatchId,
    /// At start, an attempt without a recorded outcome was found.
    CrashFound,
    /// A batch changed its state.
    BatchMoved,
    /// The user requested that an unknown batch be sent again, byte for byte.
    SentAgain,
    /// The user settled an unknown batch.
    Decided,
    /// The user made refused batches ready again.
    RefusedReadied,
    /// The user made batches that were not sent ready again.
    NotSentReadied,
    CallbacksStored,
    ReportApplied,
    /// A report that was known already.
    ReportRepeated,
    /// A report about a reference that is in no payroll of this ledger.
    #[serde(rename = "report_of_stranger")]
    #[strum(serialize = "report_of_stranger")]
    ReportOfUnknownReference,
    /// A report about a top-up, whose status is requested.
    ReportOfTopUp,
    /// A report with another code than its payroll was sent with; it was not applied.
    ReportOfOtherCode,
    CallbackUnreadable,
    /// The service told the fee of a payment.
    FeeReported,
    /// The user applied a list of results or a statement.
    OutcomesImported,
    /// The user said what happened to a payout.
    PayoutDecided,
    /// The user took back what they said about a payout.
    PayoutDecisionWithdrawn,
    /// The user saved a journal for the books.
    JournalSaved,
    PayrollClosed,
    /// The user closed a payroll of which outcomes are missing.
    ClosedUnconfirmed,
    PayrollReopened,
    /// Outcomes are later than expected.
    Overdue,
    /// A card is about to be charged; nothing was sent yet.
    ChargeIntent,
    /// A one-time password is about to be sent.
    OtpIntent,
    /// The outcome of a charge, or of its one-time password, was recorded.
    ChargeAnswered,
    /// At start, a charge without a recorded answer was found.
    ChargeCrashFound,
    /// The payer's part of a validation ended.
    ValidationEnded,
    /// The funding status was read.
    FundingRead,
    /// The user looked up a reference that no top-up of this ledger had.
    FundingLookedUp,
    /// The user settled a top-up.
    FundingDecided,
}

/// Who causes the events of a kind. A file that a person imports reports what the provider or the bank wrote in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventCause {
    Person,
    Provider,
    Program,
}

impl EventKind {
    /// Returns who causes such an event, as a rule.
    #[must_use]
    pub const fn cause(self) -> EventCause {
        match self {
            Self::SettingChanged
            | Self::SendingUnblocked
            | Self::LayoutKept
            | Self::LayoutRenamed
            | Self::LayoutForgotten
            | Self::BankSpellingKept
            | Self::BankSpellingForgotten
            | Self::PayrollCreated
            | Self::RetryCreated
            | Self::CorrectionCreated
            | Self::ReadAgain
            | Self::RowsSaved
            | Self::DestinationSet
            | Self::DraftDeleted
            | Self::Frozen
            | Self::BatchFrozen
            | Self::Thawed
            | Self::Approved
            | Self::ApprovedAnew
            | Self::TotalConfirmed
            | Self::QuestionsDecided
            | Self::AccountConfirmed
            | Self::Withdrawn
            | Self::SentAgain
            | Self::Decided
            | Self::RefusedReadied
            | Self::NotSentReadied
            | Self::OutcomesImported
            | Self::PayoutDecided
            | Self::PayoutDecisionWithdrawn
            | Self::JournalSaved
            | Self::ClosedUnconfirmed
            | Self::PayrollReopened
            | Self::ChargeIntent
            | Self::OtpIntent
            | Self::FundingLookedUp
            | Self::FundingDecided => EventCause::Person,
            Self::AccountHoldersKept
            | Self::BankListKept
            | Self::Answered
            | Self::DuplicateBatchId
            | Self::CallbacksStored
            | Self::ReportApplied
            | Self::ReportRepeated
            | Self::ReportOfUnknownReference
            | Self::ReportOfTopUp
            | Self::ReportOfOtherCode
            | Self::CallbackUnreadable
            | Self::FeeReported
            | Self::ChargeAnswered
            | Self::FundingRead => EventCause::Provider,
            Self::ChainKeyed
            | Self::Intent
            | Self::CrashFound
            | Self::BatchMoved
            | Self::PayrollClosed
            | Self::Overdue
            | Self::ChargeCrashFound
            | Self::ValidationEnded => EventCause::Program,
        }
    }
}

/// An event as returned to callers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventRecord {
    /// Number of the event, from 1, without gaps.
    pub seq: u64,
    pub at: Timestamp,
    pub kind: EventKind,
    pub payroll: Option<PayrollId>,
    pub batch: Option<BatchKey>,
    /// A payout's reference.
    pub payout: Option<String>,
    pub funding: Option<FundingId>,
    pub data_json: String,
    pub prev_hash: String,
    pub hash: String,
}

/// An event as it is stored.
#[derive(Clone, Debug, sqlx::FromRow)]
pub(crate) struct StoredEvent {
    pub seq: i64,
    pub at: String,
    pub kind: String,
    pub payroll: Option<i64>,
    pub batch: Option<i64>,
    pub payout: Option<String>,
    pub funding: Option<i64>,
    /// Empty once it was erased.
    pub data: String,
    /// Salt of a keyed event's data; empty once its data were erased.
    pub data_salt: Option<String>,
    /// Hash of a keyed event's data: the seal covers it instead of the data.
    pub data_hash: Option<String>,
    pub prev_hash: String,
    pub hash: String,
}

/// The columns of a [`StoredEvent`].
macro_rules! event_columns {
    () => {
        "seq, at, kind, payroll, batch, payout, funding, data, data_salt, data_hash, prev_hash, hash"
    };
}
pub(crate) use event_columns;

impl StoredEvent {
    pub fn into_record(self) -> Result<EventRecord> {
        Ok(EventRecord {
            seq: u64::try_from(self.seq).map_err(|_| LedgerError::Unreadable { column: "seq" })?,
            at: moment("at", &self.at)?,
            kind: named("kind", &self.kind)?,
            payroll: self.payroll.map(|id| count("payroll", id).map(PayrollId)).transpose()?,
            batch: self.batch.map(|key| count("batch", key).map(BatchKey)).transpose()?,
            payout: self.payout,
            funding: self.funding.map(|id| count("funding", id).map(FundingId)).transpose()?,
            data_json: self.data,
            prev_hash: self.prev_hash,
            hash: self.hash,
        })
    }
}
