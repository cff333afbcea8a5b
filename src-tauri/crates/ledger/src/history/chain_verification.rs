//! Verifies the chain of events from its start to its end.

use std::sync::PoisonError;

use paysheet_domain::ChainKey;
use serde::Deserialize;
use sqlx::SqliteConnection;

use crate::{
    model::{
        columns::sha256_hex,
        error::{LedgerError, Result},
        events::{EventKind, StoredEvent, event_columns},
    },
    store::{chain::Message, ledger::Ledger},
};

/// Number of events read at a time while the chain is verified.
const VERIFY_PAGE: i64 = 2_000;

impl Ledger {
    /// Verifies the whole chain and returns the number of its events. Events cut off at its very end leave no trace in
    /// the chain itself. The totals of each payroll are compared with its payouts again when they are read next.
    ///
    /// # Errors
    /// `ChainBroken` at the first event that was changed or does not follow.
    pub async fn verify_chain(&self) -> Result<u64> {
        self.verified_totals.lock().unwrap_or_else(PoisonError::into_inner).clear();
        let key = self.chain().seals.key.clone();
        let mut conn = self.reader.acquire().await?;
        let verified = verify_chain(&mut conn, key.as_deref()).await?;
        let mut chain = self.chain();
        chain.seals.keyed_from = verified.keyed_from;
        if chain.head.is_none() {
            chain.head = Some((verified.events, verified.head));
        }
        drop(chain);
        Ok(verified.events.unsigned_abs())
    }
}

/// The result of verifying a chain to its end.
pub(crate) struct VerifiedChain {
    pub events: i64,
    /// Hash of the last event.
    pub head: String,
    /// The first keyed event.
    pub keyed_from: Option<i64>,
}

/// Verifies the whole chain of a ledger.
pub(crate) async fn verify_chain(
    conn: &mut SqliteConnection,
    key: Option<&ChainKey>,
) -> Result<VerifiedChain> {
    let mut walk = Walk::new();
    while let Some(page) = next_page(conn, walk.last_seq).await? {
        for event in page {
            walk.step(event, key);
        }
    }
    walk.end()
}

/// Returns a digest over every stored event as it is, whether it verifies or not.
pub(crate) async fn digest(conn: &mut SqliteConnection) -> Result<String> {
    let mut walk = Walk::new();
    while let Some(page) = next_page(conn, walk.last_seq).await? {
        for event in page {
            walk.add_to_digest(&event);
        }
    }
    Ok(walk.digest)
}

/// Returns the events that follow event `seq`; `None` at the end.
async fn next_page(conn: &mut SqliteConnection, seq: i64) -> Result<Option<Vec<StoredEvent>>> {
    let page: Vec<StoredEvent> = sqlx::query_as(concat!(
        "SELECT ",
        event_columns!(),
        " FROM events WHERE seq > $1 ORDER BY seq LIMIT $2"
    ))
    .bind(seq)
    .bind(VERIFY_PAGE)
    .fetch_all(conn)
    .await?;
    Ok((!page.is_empty()).then_some(page))
}

/// The state of one pass along the chain.
struct Walk {
    last_seq: i64,
    events: i64,
    hash: String,
    keyed_from: Option<i64>,
    /// The first event that does not follow. An event by which the user accepted everything before it resets this.
    broken: Option<i64>,
    /// True if the events from there on follow, and have no keyed seal.
    unsealed: bool,
    digest: String,
}

/// The data of an event that accepts everything before it.
#[derive(Deserialize)]
struct Accepting {
    covers: String,
}

impl Walk {
    const fn new() -> Self {
        Self {
            // The minimum, so that rows with event numbers that the ledger never assigns are read as well.
            last_seq: i64::MIN,
            events: 0,
            hash: String::new(),
            keyed_from: None,
            broken: None,
            unsealed: true,
            digest: String::new(),
        }
    }

    fn step(&mut self, event: StoredEvent, key: Option<&ChainKey>) {
        self.events += 1;
        let is_sealed = match key {
            _ if !event.is_keyed() => self.keyed_from.is_none() && event.verifies(None),
            Some(key) => event.verifies(Some(key)),
            // Without the key only the links can be verified.
            None => true,
        };
        let follows = event.seq == self.events && event.prev_hash == self.hash;
        if event.is_keyed() && is_sealed && self.is_accepted_by(&event) {
            (self.broken, self.unsealed) = (None, true);
            // Everything that was written without a seal before is accepted as it is.
            self.keyed_from = Some(event.seq);
            // Events that were missing before were missing when the user accepted the history.
            self.events = event.seq;
        } else if !(follows && is_sealed) {
            self.broken.get_or_insert(self.events);
            self.unsealed &= follows && !event.is_keyed() && event.verifies(None);
        }
        if event.is_keyed() && self.keyed_from.is_none() {
            self.keyed_from = Some(event.seq);
        }
        self.add_to_digest(&event);
        self.hash = event.hash;
    }

    /// Returns whether the user accepted every event before this one, exactly as they are stored.
    fn is_accepted_by(&self, event: &StoredEvent) -> bool {
        let accepts = [EventKind::ChainKeyed, EventKind::SendingUnblocked];
        accepts.iter().any(|kind| event.kind == kind.to_string())
            && serde_json::from_str::<Accepting>(&event.data).is_ok_and(|data| data.covers == self.digest)
    }

    fn add_to_digest(&mut self, event: &StoredEvent) {
        let own = |number: Option<i64>| number.map(|number| number.to_string());
        let message = Message::new()
            .part(Some(&self.digest))
            .part(Some(&event.seq.to_string()))
            .part(Some(&event.at))
            .part(Some(&event.kind))
            .part(own(event.payroll).as_deref())
            .part(own(event.batch).as_deref())
            .part(event.payout.as_deref())
            .part(own(event.funding).as_deref())
            .part(event.data_hash.as_deref())
            // Intact sealed data are not part of the digest, so that erasing them later does not change it.
            .part((!event.is_keyed() || !event.has_sealed_data()).then_some(event.data.as_str()))
            .part(Some(&event.prev_hash))
            .part(Some(&event.hash));
        self.digest = sha256_hex(&message.0);
        self.last_seq = event.seq;
    }

    fn end(self) -> Result<VerifiedChain> {
        match self.broken {
            Some(seq) => Err(LedgerError::ChainBroken { seq: seq.unsigned_abs(), unsealed: self.unsealed }),
            None => Ok(VerifiedChain { events: self.events, head: self.hash, keyed_from: self.keyed_from }),
        }
    }
}
