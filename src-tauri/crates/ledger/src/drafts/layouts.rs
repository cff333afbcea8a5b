//! Layouts: how the columns of files with the same headings are read, and what the status words in them mean, as the
//! user confirmed it. The caller defines what columns and words are; this module stores, renames and deletes layouts.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::json;
use strum::{Display, EnumString};

use crate::{
    model::{
        columns::{moment, named},
        error::{LedgerError, Result},
        events::EventKind,
    },
    store::{
        ledger::Ledger,
        write_tx::{EventSubject, WriteTx},
    },
};

/// What the files of a layout are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[derive(Serialize, Deserialize, specta::Type, Display, EnumString)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum LayoutKind {
    Payroll,
    /// Lists of results.
    Results,
    Statement,
}

/// A layout to be stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewLayout {
    /// Fingerprint of the headings in their order, and of the kind; it identifies the layout.
    pub fingerprint: String,
    pub kind: LayoutKind,
    /// The name for a new layout; an existing one keeps its name.
    pub name: String,
    /// The columns, in the caller's format.
    pub columns_json: String,
    /// The words, in the caller's format; a JSON list.
    pub words_json: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LayoutRecord {
    pub fingerprint: String,
    pub kind: LayoutKind,
    pub name: String,
    pub columns_json: String,
    pub words_json: String,
    pub kept_at: Timestamp,
    /// When a file was last read by it.
    pub used_at: Timestamp,
}

#[derive(sqlx::FromRow)]
struct StoredLayout {
    fingerprint: String,
    kind: String,
    name: String,
    columns_json: String,
    words_json: String,
    kept_at: String,
    used_at: String,
}

impl StoredLayout {
    fn into_record(self) -> Result<LayoutRecord> {
        Ok(LayoutRecord {
            kept_at: moment("kept_at", &self.kept_at)?,
            used_at: moment("used_at", &self.used_at)?,
            kind: named("kind", &self.kind)?,
            fingerprint: self.fingerprint,
            name: self.name,
            columns_json: self.columns_json,
            words_json: self.words_json,
        })
    }
}

impl Ledger {
    /// Returns all layouts, the one used last first.
    pub async fn layouts(&self) -> Result<Vec<LayoutRecord>> {
        let stored: Vec<StoredLayout> = sqlx::query_as(
            "SELECT fingerprint, kind, name, columns_json, words_json, kept_at, used_at FROM layouts
             ORDER BY used_at DESC, name",
        )
        .fetch_all(&self.reader)
        .await?;
        stored.into_iter().map(StoredLayout::into_record).collect()
    }

    /// Stores a layout; it replaces the one with the same headings.
    pub async fn store_layout(&self, layout: &NewLayout, now: Timestamp) -> Result<()> {
        let mut tx = self.begin_write(now).await?;
        store(&mut tx, layout).await?;
        tx.commit().await
    }

    /// Renames a layout.
    ///
    /// # Errors
    /// `NoSuchLayout`.
    pub async fn rename_layout(&self, fingerprint: &str, name: &str, now: Timestamp) -> Result<()> {
        let mut tx = self.begin_write(now).await?;
        let named = sqlx::query("UPDATE layouts SET name = $2 WHERE fingerprint = $1")
            .bind(fingerprint)
            .bind(name)
            .execute(tx.conn())
            .await?;
        if named.rows_affected() == 0 {
            return Err(LedgerError::NoSuchLayout);
        }
        let data = json!({ "layout": fingerprint, "name": name });
        tx.append_event(EventKind::LayoutRenamed, EventSubject::NOTHING, &data);
        tx.commit().await
    }

    /// Deletes a layout. Payrolls that were read by it do not change.
    ///
    /// # Errors
    /// `NoSuchLayout`.
    pub async fn forget_layout(&self, fingerprint: &str, now: Timestamp) -> Result<()> {
        let mut tx = self.begin_write(now).await?;
        let gone = sqlx::query("DELETE FROM layouts WHERE fingerprint = $1")
            .bind(fingerprint)
            .execute(tx.conn())
            .await?;
        if gone.rows_affected() == 0 {
            return Err(LedgerError::NoSuchLayout);
        }
        tx.append_event(EventKind::LayoutForgotten, EventSubject::NOTHING, &json!({ "layout": fingerprint }));
        tx.commit().await
    }
}

/// Writes a layout; it replaces the one with the same headings and keeps that one's name.
pub(crate) async fn store(tx: &mut WriteTx, layout: &NewLayout) -> Result<()> {
    sqlx::query(
        "INSERT INTO layouts (fingerprint, kind, name, columns_json, words_json, kept_at, used_at)
         VALUES ($1, $2, $3, $4, $5, $6, $6)
         ON CONFLICT (fingerprint) DO UPDATE SET columns_json = excluded.columns_json,
                                                 words_json = excluded.words_json, kept_at = excluded.kept_at",
    )
    .bind(&layout.fingerprint)
    .bind(layout.kind.to_string())
    .bind(&layout.name)
    .bind(&layout.columns_json)
    .bind(&layout.words_json)
    .bind(tx.at())
    .execute(tx.conn())
    .await?;
    let data = json!({
        "layout": layout.fingerprint, "list": layout.kind, "name": layout.name, "columns": layout.columns_json,
        "words": layout.words_json,
    });
    tx.append_event(EventKind::LayoutKept, EventSubject::NOTHING, &data);
    Ok(())
}

/// Marks this layout as used by a payroll or a list. The event of that records it, not one of its own.
pub(crate) async fn touch(tx: &mut WriteTx, fingerprint: Option<&str>) -> Result<()> {
    let at = tx.at();
    sqlx::query("UPDATE layouts SET used_at = $2 WHERE fingerprint = $1")
        .bind(fingerprint)
        .bind(at)
        .execute(tx.conn())
        .await?;
    Ok(())
}
