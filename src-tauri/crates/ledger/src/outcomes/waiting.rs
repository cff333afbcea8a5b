//! Callbacks that are stored and not yet applied.

use data_encoding::BASE64;
use sqlx::{FromRow, Row};

use crate::{
    model::{
        columns::moment,
        error::{LedgerError, Result},
    },
    outcomes::callbacks::{CallbackKey, RawCallback},
    store::ledger::Ledger,
};

impl Ledger {
    /// Returns the first `limit` callbacks after `after` that are stored and not yet applied, oldest first, and the
    /// key of the last one that was examined: `None` if no more are waiting. An unreadable callback is skipped and
    /// stays stored.
    pub async fn waiting_callbacks(
        &self,
        after: Option<CallbackKey>,
        limit: u32,
    ) -> Result<(Vec<(CallbackKey, RawCallback)>, Option<CallbackKey>)> {
        let rows = sqlx::query(
            "SELECT id, received_at, method, content_type, query, body_base64
             FROM callbacks WHERE applied_at IS NULL AND id > $1 ORDER BY id LIMIT $2",
        )
        .bind(after.map_or(0, |key| key.0.cast_signed()))
        .bind(i64::from(limit))
        .fetch_all(&self.reader)
        .await?;
        let last = rows.last().and_then(|row| row.try_get::<i64, _>("id").ok());
        let read = rows.iter().map(|row| StoredCallback::from_row(row)?.into_raw());
        let readable = read.filter(|callback| !callback.as_ref().is_err_and(LedgerError::is_damage));
        Ok((readable.collect::<Result<_>>()?, last.map(|id| CallbackKey(id.unsigned_abs()))))
    }
}

#[derive(sqlx::FromRow)]
struct StoredCallback {
    id: i64,
    received_at: String,
    method: String,
    content_type: Option<String>,
    query: Option<String>,
    body_base64: String,
}

impl StoredCallback {
    fn into_raw(self) -> Result<(CallbackKey, RawCallback)> {
        let body = BASE64
            .decode(self.body_base64.as_bytes())
            .map_err(|_| LedgerError::Unreadable { column: "body_base64" })?;
        let raw = RawCallback {
            received_at: moment("received_at", &self.received_at)?,
            method: self.method,
            content_type: self.content_type,
            query: self.query,
            body,
        };
        Ok((CallbackKey(self.id.unsigned_abs()), raw))
    }
}
