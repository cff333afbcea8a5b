//! The profile key and the ledger belong together: references made with another key would pay the same people under
//! new references. A lost key is therefore not replaced without the user's knowledge once the ledger holds references.

use std::sync::Arc;

use jiff::Timestamp;
use paysheet_domain::ProfileKey;
use paysheet_ledger::Ledger;
use paysheet_vault::backup::fingerprint;

use super::profile::KeyHome;
use crate::{blocking::blocking, error::DeskError};

/// The ledger's setting that records which key its references were made with.
pub(crate) const SETTING: &str = "profile_key";

/// The profile key, and whether it is the ledger's own.
pub(crate) struct LoadedKey {
    pub key: Arc<ProfileKey>,
    /// The ledger's references were made with another key. No more references may be made.
    pub is_foreign: bool,
}

/// Returns the profile's key. It is made at the first use of the ledger.
///
/// # Errors
/// `Io`, `Vault`, `Key`.
pub(crate) async fn find(
    home: KeyHome,
    profile: &str,
    ledger: &Ledger,
    now: Timestamp,
) -> Result<LoadedKey, DeskError> {
    let (id, reading) = (profile.to_owned(), home.clone());
    let kept = blocking(move || reading.load(&id)).await?;
    let known = ledger.setting(SETTING).await?;
    let is_foreign = ledger.has_references().await?
        && match &known {
            Some(known) => kept.as_ref().map(fingerprint).as_ref() != Some(known),
            // In a ledger from before fingerprints were stored, a present key is the right one, and a missing one was
            // lost.
            None => kept.is_none(),
        };
    let key = match kept {
        Some(key) => key,
        // Not stored: the right key may come back from a backup, and its place must be free.
        None if is_foreign => ProfileKey::random()?,
        None => {
            let id = profile.to_owned();
            blocking(move || home.make(&id)).await?
        }
    };
    if !is_foreign && known.as_deref() != Some(&fingerprint(&key)) {
        ledger.set_setting(SETTING, &fingerprint(&key), now).await?;
    }
    Ok(LoadedKey { key: Arc::new(key), is_foreign })
}
