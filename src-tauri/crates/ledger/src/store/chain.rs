//! The chain of events. Each event is sealed with the hash of the previous one and, from the first keyed event on,
//! with a key derived from the profile key. Anyone who can write the ledger's file but does not have that key cannot
//! make events that verify. The chain alone cannot show that events are missing at its end; [`crate::recovery::anchor`] detects
//! that.
//!
//! The seal of a keyed event covers a salted hash of its data, not the data itself. The data can be erased, and the
//! chain still verifies.
//!
//! # A changed history is found
//!
//! `ledger::store::chain`: each event is sealed with the hash of the event before it, under a key derived from the
//! profile key, over a salted hash of its data. Data about people can be erased and the chain still verifies. The desk
//! verifies the whole chain in the background after it opens a ledger, and sending waits for this.
//! `WriteTx::require_unblocked` compares the end of the chain with the last event that this program wrote, before each
//! intent and before anything is sent again.

use std::sync::Arc;

use data_encoding::HEXLOWER;
use paysheet_domain::ChainKey;
use sha2::{Digest, Sha256};

use crate::model::{columns::sha256_hex, events::StoredEvent, records::BlockReason};

/// The previous hash of the first event.
pub(crate) const CHAIN_START: &str = "";
/// Length of the salt for an event's data, in bytes.
const SALT_BYTES: usize = 16;
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
pub(crate) struct Message(pub Vec<u8>);

impl Message {
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    pub fn part(mut self, text: Option<&str>) -> Self {
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
    pub fn has_sealed_data(&self) -> bool {
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
