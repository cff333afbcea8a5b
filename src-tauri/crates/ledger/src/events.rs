//! Events: what happened, in order. There is no code that changes or deletes an event; [`crate::chain`] seals each one
//! with the hash of the one before, and finds changes by other programs.

use jiff::Timestamp;
use serde::Serialize;

use crate::{
    columns::{count, moment, named},
    error::{LedgerError, Result},
    funding::FundingId,
    open::Ledger,
    records::{BatchKey, PayrollId},
};

/// What happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, strum::Display, strum::EnumString)]
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
    PayrollCreated,
    /// The same file, by other columns.
    ReadAgain,
    RowsSaved,
    /// Written by earlier versions; now `Frozen` has name and period.
    Renamed,
    DestinationSet,
    DraftDeleted,
    /// The payroll was frozen; one `BatchFrozen` follows for each batch.
    Frozen,
    BatchFrozen,
    Thawed,
    Approved,
    /// The user approved what is not at the service yet once more, for the service that the profile names now.
    ApprovedAnew,
    /// The user typed the total once more before something was sent again.
    TotalConfirmed,
    /// The user decided about people whom another payroll pays as well.
    QuestionsDecided,
    /// The user said that another token is of the same account.
    AccountConfirmed,
    /// The user withdrew a batch that was never taken.
    Withdrawn,
    /// An attempt is about to be made; nothing was sent yet.
    Intent,
    /// What became of an attempt.
    Answered,
    /// The answer accepted a batch under the id of another one.
    DuplicateBatchId,
    /// At start, an attempt was found whose outcome nobody recorded.
    CrashFound,
    /// A batch went from one state to another.
    BatchMoved,
    /// The user had an unknown batch sent again, byte for byte.
    SentAgain,
    /// The user settled an unknown batch.
    Decided,
    /// The user had refused batches made ready again.
    RefusedReadied,
    /// The user had batches that were not sent made ready again.
    NotSentReadied,
    CallbacksStored,
    ReportApplied,
    /// A report that was known already.
    ReportRepeated,
    /// A report about a reference this ledger never made.
    ReportOfStranger,
    CallbackUnreadable,
    PayrollClosed,
    /// Outcomes are later than expected.
    Overdue,
    /// A card is about to be charged; nothing was sent yet.
    ChargeIntent,
    /// A one-time password is about to be sent.
    OtpIntent,
    /// What became of a charge, or of its one-time password.
    ChargeAnswered,
    /// At start, a charge was found whose answer nobody recorded.
    ChargeCrashFound,
    /// The payer's part of a validation ended.
    ValidationEnded,
    /// What the funding status said.
    FundingRead,
    /// The user asked about a reference that no top-up of this ledger had.
    FundingLookedUp,
    /// The user settled a top-up.
    FundingDecided,
}

/// An event as it stands in the chain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventRecord {
    /// From 1, without gaps.
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
    /// Of a keyed event; empty once its data were erased.
    pub data_salt: Option<String>,
    /// Of a keyed event: what its seal covers in place of the data.
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
    fn into_record(self) -> Result<EventRecord> {
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

impl Ledger {
    /// The events of a payroll, oldest first; those of a deleted draft too.
    ///
    /// # Errors
    /// Fails if the ledger cannot be read.
    pub async fn events(&self, id: PayrollId) -> Result<Vec<EventRecord>> {
        let stored: Vec<StoredEvent> = sqlx::query_as(concat!(
            "SELECT ",
            event_columns!(),
            " FROM events WHERE payroll = $1 ORDER BY seq"
        ))
        .bind(i64::from(id.0))
        .fetch_all(&self.reader)
        .await?;
        stored.into_iter().map(StoredEvent::into_record).collect()
    }

    /// When the newest event was written; none in an empty ledger.
    ///
    /// # Errors
    /// Fails if the ledger cannot be read.
    pub async fn last_event_at(&self) -> Result<Option<Timestamp>> {
        let at: Option<String> = sqlx::query_scalar("SELECT at FROM events ORDER BY seq DESC LIMIT 1")
            .fetch_optional(&self.reader)
            .await?;
        at.map(|at| moment("at", &at)).transpose()
    }

    /// The events of a top-up, oldest first.
    ///
    /// # Errors
    /// Fails if the ledger cannot be read.
    pub async fn funding_events(&self, id: FundingId) -> Result<Vec<EventRecord>> {
        let stored: Vec<StoredEvent> = sqlx::query_as(concat!(
            "SELECT ",
            event_columns!(),
            " FROM events WHERE funding = $1 ORDER BY seq"
        ))
        .bind(i64::from(id.0))
        .fetch_all(&self.reader)
        .await?;
        stored.into_iter().map(StoredEvent::into_record).collect()
    }
}
