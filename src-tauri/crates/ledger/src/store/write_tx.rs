//! A write transaction of the ledger, with the events that record it. A transaction that is dropped without `commit`
//! has no effect.

use std::{borrow::Cow, io, mem, sync::Arc};

use jiff::Timestamp;
use paysheet_domain::ChainKey;
use serde_json::Value;
use sqlx::{QueryBuilder, Sqlite, SqliteConnection, Transaction};
use tokio::sync::OwnedMutexGuard;

use crate::{
    model::{
        columns::stamp,
        error::{LedgerError, Result},
        events::{EventCause, EventKind, StoredEvent, event_columns},
        records::{BatchKey, BlockReason, FundingId, PayrollId},
    },
    store::{
        chain::{CHAIN_START, Chain, Seals},
        ledger::Ledger,
    },
};

/// Number of events written in one statement.
const EVENTS_PER_INSERT: usize = 500;
/// The field of an event's data that names the person who caused it.
const PERSON: &str = "by";

pub(crate) struct WriteTx {
    ledger: Ledger,
    seals: Seals,
    block: Option<BlockReason>,
    /// Serialises write transactions: the head in memory is that of the last one before the next begins.
    _turn: OwnedMutexGuard<()>,
    /// Source of the salts for the data of its events.
    seed: ChainKey,
    tx: Transaction<'static, Sqlite>,
    at: String,
    seq: i64,
    hash: String,
    notes: Vec<StoredEvent>,
    /// Number of stored reports about unknown references, once it was counted in this transaction.
    pub unknown_reports: Option<i64>,
    #[cfg(feature = "simulate")]
    probe: crate::store::probe::Probed,
}

/// The payroll, batch, payout or charge that an event is about.
#[derive(Clone, Copy, Default)]
pub(crate) struct EventSubject<'a> {
    pub payroll: Option<PayrollId>,
    pub batch: Option<BatchKey>,
    pub payout: Option<&'a str>,
    pub funding: Option<FundingId>,
}

impl EventSubject<'static> {
    pub const NOTHING: Self = Self { payroll: None, batch: None, payout: None, funding: None };

    pub const fn payroll(id: PayrollId) -> Self {
        Self { payroll: Some(id), ..Self::NOTHING }
    }

    pub const fn batch(payroll: PayrollId, batch: BatchKey) -> Self {
        Self { payroll: Some(payroll), batch: Some(batch), ..Self::NOTHING }
    }

    pub const fn funding(id: FundingId) -> Self {
        Self { funding: Some(id), ..Self::NOTHING }
    }
}

impl Ledger {
    /// Begins a write transaction. The database's write lock is acquired at once, so that nothing read in it is stale.
    ///
    /// # Errors
    /// `Replaced` if the ledger's path no longer leads to the open file.
    pub(crate) async fn begin_write(&self, at: Timestamp) -> Result<WriteTx> {
        let turn = Arc::clone(&self.writing).lock_owned().await;
        self.file_lock.check()?;
        let mut tx = self.writer.begin_with("BEGIN IMMEDIATE").await?;
        let head: Option<(i64, String)> =
            sqlx::query_as("SELECT seq, hash FROM events ORDER BY seq DESC LIMIT 1")
                .fetch_optional(&mut *tx)
                .await?;
        let (seq, hash) = head.unwrap_or_else(|| (0, CHAIN_START.to_owned()));
        let mut seed = [0; 32];
        getrandom::fill(&mut seed).map_err(|_| io::Error::other("the system gave no random bytes"))?;
        let chain = self.own_chain((seq, &hash));
        Ok(WriteTx {
            ledger: self.clone(),
            seals: chain.seals,
            block: chain.block,
            _turn: turn,
            seed: ChainKey::new(&seed),
            tx,
            at: stamp(at),
            seq,
            hash,
            notes: Vec::new(),
            unknown_reports: None,
            #[cfg(feature = "simulate")]
            probe: self.probe.clone(),
        })
    }
}

impl Ledger {
    /// Returns the state of the chain, which ends with the given event now. If this is not the head that this program
    /// left, sending is blocked from here on: a later transaction must not hide that.
    fn own_chain(&self, (seq, hash): (i64, &str)) -> Chain {
        let mut chain = self.chain();
        let is_own =
            chain.head.as_ref().is_none_or(|(own, own_hash)| (*own, own_hash.as_str()) == (seq, hash));
        if !is_own && chain.block.is_none() {
            chain.block = Some(BlockReason::HistoryChanged);
        }
        chain.clone()
    }
}

impl WriteTx {
    pub fn conn(&mut self) -> &mut SqliteConnection {
        &mut self.tx
    }

    /// The time of the transaction, in the format of the columns.
    pub fn at(&self) -> String {
        self.at.clone()
    }

    /// Returns the number of the event that was added last.
    pub const fn last_seq(&self) -> i64 {
        self.seq
    }

    /// Adds an event to the chain. It is written at commit, with the person for whom the ledger acts.
    pub fn append_event(&mut self, kind: EventKind, about: EventSubject<'_>, data: &Value) {
        self.seq += 1;
        let mut event = StoredEvent {
            seq: self.seq,
            at: self.at(),
            kind: kind.to_string(),
            payroll: about.payroll.map(|id| i64::from(id.0)),
            batch: about.batch.map(|key| i64::from(key.0)),
            payout: about.payout.map(str::to_owned),
            funding: about.funding.map(|id| i64::from(id.0)),
            data: self.with_person(kind, data).to_string(),
            data_salt: None,
            data_hash: None,
            prev_hash: mem::take(&mut self.hash),
            hash: String::new(),
        };
        event.seal(self.seals.key.as_deref(), &self.seed);
        self.hash.clone_from(&event.hash);
        self.notes.push(event);
    }

    /// Returns the data of an event with the name of the person who caused it, unless it has one already. Where a person
    /// usually acts, none says that the program did.
    fn with_person<'a>(&self, kind: EventKind, data: &'a Value) -> Cow<'a, Value> {
        let person = self.ledger.person.as_deref();
        let is_expected = match kind.cause() {
            EventCause::Person => true,
            EventCause::Program => person.is_some(),
            // A report that an action applies is still the provider's.
            EventCause::Provider => false,
        };
        let Some(fields) = data.as_object().filter(|fields| is_expected && !fields.contains_key(PERSON))
        else {
            return Cow::Borrowed(data);
        };
        let mut fields = fields.clone();
        fields.insert(PERSON.to_owned(), Value::from(person));
        Cow::Owned(Value::Object(fields))
    }

    /// Writes the events and commits durably. Once this returns, a power cut cannot undo the transaction.
    ///
    /// # Errors
    /// `Replaced`: the transaction was committed to a file to which the ledger's path no longer leads.
    pub async fn commit(mut self) -> Result<()> {
        #[cfg(feature = "simulate")]
        let probed = self.probe.commit(&self.notes);
        for events in mem::take(&mut self.notes).chunks(EVENTS_PER_INSERT) {
            let mut insert =
                QueryBuilder::<Sqlite>::new(concat!("INSERT INTO events (", event_columns!(), ") "));
            insert.push_values(events, |mut row, event| {
                row.push_bind(event.seq)
                    .push_bind(&event.at)
                    .push_bind(&event.kind)
                    .push_bind(event.payroll)
                    .push_bind(event.batch)
                    .push_bind(event.payout.as_deref())
                    .push_bind(event.funding)
                    .push_bind(&event.data)
                    .push_bind(event.data_salt.as_deref())
                    .push_bind(event.data_hash.as_deref())
                    .push_bind(&event.prev_hash)
                    .push_bind(&event.hash);
            });
            insert.build().execute(&mut *self.tx).await?;
        }
        #[cfg(feature = "simulate")]
        probed.before().await?;
        // If the commit fails or its future is dropped, it is undetermined which of the two heads the file has.
        self.ledger.chain().head = None;
        self.tx.commit().await?;
        self.ledger.chain().head = Some((self.seq, self.hash));
        #[cfg(feature = "simulate")]
        probed.after().await?;
        // The path is checked after the commit as well: data in a file that nobody can find again are not durable.
        self.ledger.file_lock.check()
    }

    /// Returns whether a stored event is as it was written.
    pub fn accepts(&self, event: &StoredEvent) -> bool {
        self.seals.accept(event)
    }

    /// Checks that approving and sending are allowed from this ledger.
    ///
    /// # Errors
    /// `SendingBlocked`, also if another program wrote or removed events since this program last wrote.
    pub fn require_unblocked(&self) -> Result<()> {
        self.block.map_or(Ok(()), |reason| Err(LedgerError::SendingBlocked(reason)))
    }

    /// Returns a payroll id that no payroll and no event ever had.
    pub async fn next_payroll(&mut self) -> Result<PayrollId> {
        let next: i64 = sqlx::query_scalar(
            "SELECT COALESCE(MAX(id), 0) + 1 FROM (
                 SELECT MAX(id) AS id FROM payrolls UNION ALL SELECT MAX(payroll) AS id FROM events
             ) AS used",
        )
        .fetch_one(&mut *self.tx)
        .await?;
        u32::try_from(next).map(PayrollId).map_err(|_| LedgerError::TooMany)
    }

    /// Returns a batch key that no batch and no event ever had.
    pub async fn next_batch(&mut self) -> Result<BatchKey> {
        let next: i64 = sqlx::query_scalar(
            "SELECT COALESCE(MAX(id), 0) + 1 FROM (
                 SELECT MAX(id) AS id FROM batches UNION ALL SELECT MAX(batch) AS id FROM events
             ) AS used",
        )
        .fetch_one(&mut *self.tx)
        .await?;
        u32::try_from(next).map(BatchKey).map_err(|_| LedgerError::TooMany)
    }
}
