//! The chain of events: what happened, in order, each event sealed with the hash of the one before. There is no
//! code that changes or deletes an event, and `verify_chain` finds out where other hands did.

use jiff::Timestamp;
use serde::Serialize;
use sha2::{Digest, Sha256};
use sqlx::SqliteConnection;

use crate::{
    columns::{count, moment, named},
    error::{LedgerError, Result},
    funding::FundingId,
    open::Ledger,
    records::{BatchKey, PayrollId},
};

/// What the first event names as the hash before it.
pub(crate) const CHAIN_START: &str = "";

/// What happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, strum::Display, strum::EnumString)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum EventKind {
    SettingChanged,
    LayoutKept,
    LayoutRenamed,
    LayoutForgotten,
    PayrollCreated,
    /// The same file, by other columns.
    ReadAgain,
    RowsSaved,
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
    pub data: String,
    pub prev_hash: String,
    pub hash: String,
}

impl StoredEvent {
    /// SHA-256 over every other column, each with its length before it, so that no two events look alike.
    pub fn seal(&self) -> String {
        let mut hasher = Sha256::new();
        let mut part = |text: Option<&str>| {
            hasher.update([u8::from(text.is_some())]);
            let bytes = text.unwrap_or_default().as_bytes();
            hasher.update((bytes.len() as u64).to_be_bytes());
            hasher.update(bytes);
        };
        part(Some(&self.seq.to_string()));
        part(Some(&self.at));
        part(Some(&self.kind));
        part(self.payroll.map(|id| id.to_string()).as_deref());
        part(self.batch.map(|key| key.to_string()).as_deref());
        part(self.payout.as_deref());
        part(Some(&self.data));
        part(Some(&self.prev_hash));
        // Events of before there were top-ups keep their seal.
        if let Some(funding) = self.funding {
            part(Some(&funding.to_string()));
        }
        data_encoding::HEXLOWER.encode(&hasher.finalize())
    }

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

/// Events read at a time while the chain is verified.
const VERIFY_PAGE: i64 = 2_000;

impl Ledger {
    /// The events of a payroll, oldest first; those of a deleted draft too.
    ///
    /// # Errors
    /// Where the ledger cannot be read.
    pub async fn events(&self, id: PayrollId) -> Result<Vec<EventRecord>> {
        let stored: Vec<StoredEvent> = sqlx::query_as(
            "SELECT seq, at, kind, payroll, batch, payout, funding, data, prev_hash, hash
             FROM events WHERE payroll = $1 ORDER BY seq",
        )
        .bind(i64::from(id.0))
        .fetch_all(&self.reader)
        .await?;
        stored.into_iter().map(StoredEvent::into_record).collect()
    }

    /// The events of a top-up, oldest first.
    ///
    /// # Errors
    /// Where the ledger cannot be read.
    pub async fn funding_events(&self, id: FundingId) -> Result<Vec<EventRecord>> {
        let stored: Vec<StoredEvent> = sqlx::query_as(
            "SELECT seq, at, kind, payroll, batch, payout, funding, data, prev_hash, hash
             FROM events WHERE funding = $1 ORDER BY seq",
        )
        .bind(i64::from(id.0))
        .fetch_all(&self.reader)
        .await?;
        stored.into_iter().map(StoredEvent::into_record).collect()
    }

    /// Follows the whole chain and answers how many events it has. Events cut off its very end leave no trace in
    /// the chain itself.
    ///
    /// # Errors
    /// `ChainBroken` at the first event that was changed or does not follow.
    pub async fn verify_chain(&self) -> Result<u64> {
        let mut conn = self.reader.acquire().await?;
        verify_chain(&mut conn).await
    }
}

/// Follows the whole chain of a ledger and answers how many events it has.
pub(crate) async fn verify_chain(conn: &mut SqliteConnection) -> Result<u64> {
    let mut seen = 0_i64;
    let mut hash = CHAIN_START.to_owned();
    loop {
        let page: Vec<StoredEvent> = sqlx::query_as(
            "SELECT seq, at, kind, payroll, batch, payout, funding, data, prev_hash, hash
             FROM events WHERE seq > $1 ORDER BY seq LIMIT $2",
        )
        .bind(seen)
        .bind(VERIFY_PAGE)
        .fetch_all(&mut *conn)
        .await?;
        if page.is_empty() {
            return Ok(seen.unsigned_abs());
        }
        for event in page {
            seen += 1;
            if event.seq != seen || event.prev_hash != hash || event.seal() != event.hash {
                return Err(LedgerError::ChainBroken { seq: seen.unsigned_abs() });
            }
            hash = event.hash;
        }
    }
}
