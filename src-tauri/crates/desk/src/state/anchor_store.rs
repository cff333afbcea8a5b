//! The anchor of the open ledger, as stored with the profile key.

use std::sync::Mutex;

use jiff::Timestamp;
use paysheet_ledger::{Anchor, Ledger, StoredAnchor};

use super::session::{profile::KeyHome, profile_key::LoadedKey};
use crate::{blocking::blocking, error::DeskError, mutex::lock};

/// The anchor of the open ledger.
pub(crate) struct AnchorStore {
    /// The anchor as it was found, or stored last.
    pub stored: Mutex<StoredAnchor>,
    /// Locked while an anchor is made and stored, so that an earlier anchor does not overwrite a later one.
    pub storing: tokio::sync::Mutex<()>,
    /// Whether the whole history was verified since the ledger was opened.
    pub verified: tokio::sync::Mutex<bool>,
}

impl AnchorStore {
    /// Attaches the key to the ledger and compares the ledger with its anchor.
    ///
    /// # Errors
    /// `Io`, `Vault`.
    pub async fn open(
        home: &KeyHome,
        profile: &str,
        (ledger, found): (&Ledger, &LoadedKey),
        now: Timestamp,
    ) -> Result<Self, DeskError> {
        let store = Self {
            stored: Mutex::new(StoredAnchor::Absent),
            storing: tokio::sync::Mutex::default(),
            verified: tokio::sync::Mutex::default(),
        };
        store.attach(home, profile, (ledger, found), now).await?;
        Ok(store)
    }

    pub async fn attach(
        &self,
        home: &KeyHome,
        profile: &str,
        (ledger, found): (&Ledger, &LoadedKey),
        now: Timestamp,
    ) -> Result<(), DeskError> {
        if found.is_foreign {
            // Nothing is approved or sent without the ledger's own key. The comparison follows once that key is
            // restored.
            return Ok(());
        }
        ledger.attach_key(found.key.chain_key());
        let (from, id) = (home.clone(), profile.to_owned());
        let mut stored = blocking(move || from.load_anchor(&id)).await?;
        let block = ledger.compare(&stored, now).await?;
        if block.is_none()
            && stored == StoredAnchor::Absent
            && let Some(first) = ledger.anchor().await?
        {
            stored = put(home, profile, first).await?;
        }
        *lock(&self.stored) = stored;
        Ok(())
    }
}

pub(crate) async fn put(home: &KeyHome, profile: &str, anchor: Anchor) -> Result<StoredAnchor, DeskError> {
    let (home, id, stored) = (home.clone(), profile.to_owned(), anchor.clone());
    blocking(move || home.put_anchor(&id, &stored)).await?;
    Ok(StoredAnchor::Found(anchor))
}
