//! The chain of events. Each event is sealed with the hash of the previous one and, from the first keyed event on,
//! with a key derived from the profile key. Anyone who can write the ledger's file but does not have that key cannot
//! make events that verify. The chain alone cannot show that events are missing at its end; [`crate::anchor`] detects
//! that.
//!
//! The seal of a keyed event covers a salted hash of its data, not the data itself. The data can be erased, and the
//! chain still verifies.

use std::sync::Arc;

use data_encoding::HEXLOWER;
use paysheet_domain::ChainKey;
use serde::Deserialize;
use sha2::{Digest, Sha256};
use sqlx::SqliteConnection;

use crate::{
    anchor::BlockReason,
    columns::sha256_hex,
    error::{LedgerError, Result},
    events::{EventKind, StoredEvent, event_columns},
    open::Ledger,
};

/// The previous hash of the first event.
pub(crate) const CHAIN_START: &str = "";
/// Length of the salt for an event's data, in bytes.
const SALT_BYTES: usize = 16;
/// Number of events read at a time while the chain is verified.
const VERIFY_PAGE: i64 = 2_000;

/// The state of the chain that an open ledger holds in memory.
#[derive(Clone, Debug, Default)]
pub(crate) struct Chain {
    pub seals: Seals,
    /// Number and hash of the last event that this program committed or verified; `None` if it cannot be determined.
    pub head: Option<(i64, String)>,
    /// The reason why nothing is approved or sent, if any.
    pub block: Option<BlockReason>,
}

/// The attached key and the start of the keyed chain. They determine how events are sealed and which seals are
/// accepted.
#[derive(Clone, Debug, Default)]
pub(crate) struct Seals {
    /// `None` until the profile key is attached.
    pub key: Option<Arc<ChainKey>>,
    /// The first keyed event, once the chain was verified.
    pub keyed_from: Option<i64>,
}

impl Seals {
    /// Returns whether the event is as it was written. An event without a key is accepted only before the first keyed
    /// event.
    pub fn accept(&self, event: &StoredEvent) -> bool {
        let is_of_its_time = event.is_keyed() || self.keyed_from.is_none_or(|from| event.seq < from);
        is_of_its_time && event.verifies(self.key.as_deref())
    }
}

/// A message of several parts. A flag and the length precede each part, so that no two lists of parts give the same
/// message.
struct Message(Vec<u8>);

impl Message {
    const fn new() -> Self {
        Self(Vec::new())
    }

    fn part(mut self, text: Option<&str>) -> Self {
        let bytes = text.unwrap_or_default().as_bytes();
        self.0.push(u8::from(text.is_some()));
        self.0.extend((bytes.len() as u64).to_be_bytes());
        self.0.extend(bytes);
        self
    }
}

impl StoredEvent {
    /// Seals the event. If there is a `key`, the seal uses it, with a salt derived from `seed`.
    pub fn seal(&mut self, key: Option<&ChainKey>, seed: &ChainKey) {
        if key.is_some() {
            let mut salt = seed.mac(&self.seq.to_be_bytes());
            salt.truncate(SALT_BYTES * 2);
            self.data_hash = Some(data_hash(&salt, &self.data));
            self.data_salt = Some(salt);
        }
        self.hash = self.expected_hash(key).unwrap_or_default();
    }

    /// Returns the hash that follows from the other columns; `None` if the key of a keyed event is missing.
    fn expected_hash(&self, key: Option<&ChainKey>) -> Option<String> {
        let own = |number: Option<i64>| number.map(|number| number.to_string());
        let head = |message: Message| {
            message
                .part(Some(&self.seq.to_string()))
                .part(Some(&self.at))
                .part(Some(&self.kind))
                .part(own(self.payroll).as_deref())
                .part(own(self.batch).as_deref())
                .part(self.payout.as_deref())
        };
        let Some(data_hash) = &self.data_hash else {
            let message = head(Message::new()).part(Some(&self.data)).part(Some(&self.prev_hash));
            // Events written before top-ups existed keep their seal.
            let funding = own(self.funding);
            let message = if funding.is_some() { message.part(funding.as_deref()) } else { message };
            return Some(HEXLOWER.encode(&Sha256::digest(&message.0)));
        };
        let message = head(Message::new())
            .part(own(self.funding).as_deref())
            .part(Some(data_hash))
            .part(Some(&self.prev_hash));
        Some(key?.mac(&message.0))
    }

    pub const fn is_keyed(&self) -> bool {
        self.data_hash.is_some()
    }

    /// Returns whether the event is unchanged since it was written. Erased data do not count as a change.
    pub fn verifies(&self, key: Option<&ChainKey>) -> bool {
        self.expected_hash(key).as_deref() == Some(&self.hash) && self.has_sealed_data()
    }

    /// Returns whether the data match the seal, or were erased.
    fn has_sealed_data(&self) -> bool {
        match (&self.data_salt, &self.data_hash) {
            (None, None) => true,
            (Some(salt), Some(_)) if salt.is_empty() => self.data.is_empty(),
            (Some(salt), Some(hash)) => data_hash(salt, &self.data) == *hash,
            (Some(_), None) | (None, Some(_)) => false,
        }
    }
}

fn data_hash(salt: &str, data: &str) -> String {
    sha256_hex(&Message::new().part(Some(salt)).part(Some(data)).0)
}

impl Ledger {
    /// Verifies the whole chain and returns the number of its events. Events cut off at its very end leave no trace in
    /// the chain itself.
    ///
    /// # Errors
    /// `ChainBroken` at the first event that was changed or does not follow.
    pub async fn verify_chain(&self) -> Result<u64> {
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
