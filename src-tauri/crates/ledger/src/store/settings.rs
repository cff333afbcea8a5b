//! Settings of the profile, as texts by name. Never a secret: secrets are in the vault.

use std::collections::BTreeSet;

use jiff::Timestamp;
use serde_json::{Map, Value, json};

use crate::{
    model::{error::Result, events::EventKind},
    store::{
        ledger::Ledger,
        write_tx::{EventSubject, WriteTx},
    },
};

/// The setting that contains the profile.
pub const PROFILE_SETTING: &str = "profile";

impl Ledger {
    /// Returns a setting of the profile. Never a secret: secrets are in the vault.
    pub async fn setting(&self, key: &str) -> Result<Option<String>> {
        Ok(sqlx::query_scalar("SELECT value FROM settings WHERE name = $1")
            .bind(key)
            .fetch_optional(&self.reader)
            .await?)
    }

    /// Stores a setting of the profile. Never a secret.
    pub async fn set_setting(&self, key: &str, value: &str, now: Timestamp) -> Result<()> {
        let mut tx = self.begin_write(now).await?;
        let before = stored(&mut tx, key).await?;
        sqlx::query(
            "INSERT INTO settings (name, value) VALUES ($1, $2)
             ON CONFLICT (name) DO UPDATE SET value = excluded.value",
        )
        .bind(key)
        .bind(value)
        .execute(tx.conn())
        .await?;
        let fields = changed_fields(before.as_deref(), value);
        let data = match fields.is_empty() {
            true => json!({ "setting": key }),
            false => json!({ "setting": key, "fields": fields }),
        };
        tx.append_event(EventKind::SettingChanged, EventSubject::NOTHING, &data);
        tx.commit().await
    }

    /// Removes a setting, so that its default applies again.
    pub async fn remove_setting(&self, key: &str, now: Timestamp) -> Result<()> {
        let mut tx = self.begin_write(now).await?;
        sqlx::query("DELETE FROM settings WHERE name = $1").bind(key).execute(tx.conn()).await?;
        tx.append_event(EventKind::SettingChanged, EventSubject::NOTHING, &json!({ "setting": key }));
        tx.commit().await
    }
}

async fn stored(tx: &mut WriteTx, key: &str) -> Result<Option<String>> {
    Ok(sqlx::query_scalar("SELECT value FROM settings WHERE name = $1")
        .bind(key)
        .fetch_optional(tx.conn())
        .await?)
}

/// Returns the names of the fields that differ between two values of a setting that are JSON objects. Names only: the
/// history keeps what it has, and what is in a setting today need not stay readable forever.
fn changed_fields(before: Option<&str>, after: &str) -> BTreeSet<String> {
    let fields = |text: &str| serde_json::from_str::<Map<String, Value>>(text).unwrap_or_default();
    let (before, after) = (before.map(fields).unwrap_or_default(), fields(after));
    if before.is_empty() {
        return BTreeSet::new();
    }
    before.keys().chain(after.keys()).filter(|name| before.get(*name) != after.get(*name)).cloned().collect()
}
