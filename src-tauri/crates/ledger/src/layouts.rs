//! Layouts: how the columns of files with the same headings are read, as the user confirmed it. The caller defines
//! what the columns are; this module stores, renames and deletes layouts.

use jiff::Timestamp;
use serde_json::json;

use crate::{
    columns::moment,
    error::{LedgerError, Result},
    events::EventKind,
    ledger::Ledger,
    write_tx::{EventSubject, WriteTx},
};

/// A layout to be stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewLayout {
    /// Fingerprint of the headings in their order; it identifies the layout.
    pub fingerprint: String,
    /// The name for a new layout; an existing one keeps its name.
    pub name: String,
    /// The columns, in the caller's format.
    pub columns_json: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LayoutRecord {
    pub fingerprint: String,
    pub name: String,
    pub columns_json: String,
    pub kept_at: Timestamp,
    /// When a payroll was last read by it.
    pub used_at: Timestamp,
}

#[derive(sqlx::FromRow)]
struct StoredLayout {
    fingerprint: String,
    name: String,
    columns_json: String,
    kept_at: String,
    used_at: String,
}

impl StoredLayout {
    fn into_record(self) -> Result<LayoutRecord> {
        Ok(LayoutRecord {
            kept_at: moment("kept_at", &self.kept_at)?,
            used_at: moment("used_at", &self.used_at)?,
            fingerprint: self.fingerprint,
            name: self.name,
            columns_json: self.columns_json,
        })
    }
}

impl Ledger {
    /// Returns all layouts, the one used last first.
    ///
    /// # Errors
    /// Fails if the ledger cannot be read.
    pub async fn layouts(&self) -> Result<Vec<LayoutRecord>> {
        let stored: Vec<StoredLayout> = sqlx::query_as(
            "SELECT fingerprint, name, columns_json, kept_at, used_at FROM layouts ORDER BY used_at DESC, name",
        )
        .fetch_all(&self.reader)
        .await?;
        stored.into_iter().map(StoredLayout::into_record).collect()
    }

    /// Stores a layout; it replaces the one with the same headings.
    ///
    /// # Errors
    /// Fails if the ledger cannot be written.
    pub async fn keep_layout(&self, layout: &NewLayout, now: Timestamp) -> Result<()> {
        let mut tx = self.begin_write(now).await?;
        keep(&mut tx, layout).await?;
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
pub(crate) async fn keep(tx: &mut WriteTx, layout: &NewLayout) -> Result<()> {
    sqlx::query(
        "INSERT INTO layouts (fingerprint, name, columns_json, kept_at, used_at) VALUES ($1, $2, $3, $4, $4)
         ON CONFLICT (fingerprint) DO UPDATE SET columns_json = excluded.columns_json,
                                                 kept_at = excluded.kept_at",
    )
    .bind(&layout.fingerprint)
    .bind(&layout.name)
    .bind(&layout.columns_json)
    .bind(tx.at())
    .execute(tx.conn())
    .await?;
    let data = json!({ "layout": layout.fingerprint, "name": layout.name, "columns": layout.columns_json });
    tx.append_event(EventKind::LayoutKept, EventSubject::NOTHING, &data);
    Ok(())
}

/// Marks this layout as used by a payroll. The payroll's event records it, not one of its own.
pub(crate) async fn touch(tx: &mut WriteTx, fingerprint: Option<&str>) -> Result<()> {
    let at = tx.at();
    sqlx::query("UPDATE layouts SET used_at = $2 WHERE fingerprint = $1")
        .bind(fingerprint)
        .bind(at)
        .execute(tx.conn())
        .await?;
    Ok(())
}
