//! Callbacks are stored as received before anything else, and applied afterwards. Each has one effect, however often
//! and in whatever order callbacks arrive. A callback never creates, sends or unlocks anything.

use std::collections::BTreeMap;

use data_encoding::BASE64;
use jiff::Timestamp;
use paysheet_domain::batch::Report;
use serde_json::json;
use sqlx::{QueryBuilder, Sqlite};

use crate::{
    columns::{moment, stamp, without_nul},
    error::{LedgerError, Result},
    events::EventKind,
    ledger::Ledger,
    records::{BatchKey, PayrollId},
    reports::{Applied, PayoutReport, ReportRecord, apply_report, finish, report_named},
    write_tx::{EventSubject, WriteTx},
};

/// The key of a stored callback.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CallbackKey(pub(crate) u64);

/// A callback as received.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RawCallback {
    pub received_at: Timestamp,
    pub method: String,
    pub content_type: Option<String>,
    pub query: Option<String>,
    pub body: Vec<u8>,
}

/// What the service crate parsed from a callback.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CallbackReading {
    Report { reference: String, report: Report, code: String, message: String },
    Unreadable,
}

/// Number of callbacks written in one statement; each may contain 64 KiB.
const CALLBACKS_PER_INSERT: usize = 100;

impl Ledger {
    /// Stores a callback. It is durable when this returns: only then may its arrival be confirmed to the service.
    ///
    /// # Errors
    /// Fails if the ledger cannot be written.
    pub async fn store_callback(&self, raw: &RawCallback) -> Result<CallbackKey> {
        let keys = self.store_callbacks(std::slice::from_ref(raw)).await?;
        keys.first().copied().ok_or(LedgerError::NoSuchCallback)
    }

    /// Stores callbacks with one flush of the disk for all of them, and returns the keys in their order.
    ///
    /// # Errors
    /// Fails if the ledger cannot be written; then none of them is stored.
    pub async fn store_callbacks(&self, raws: &[RawCallback]) -> Result<Vec<CallbackKey>> {
        let Some(last) = raws.last() else { return Ok(Vec::new()) };
        let mut tx = self.begin_write(last.received_at).await?;
        let first: i64 =
            sqlx::query_scalar("SELECT COALESCE(MAX(id), 0) + 1 FROM callbacks").fetch_one(tx.conn()).await?;
        let numbered: Vec<(i64, &RawCallback)> = (first..).zip(raws).collect();
        for raws in numbered.chunks(CALLBACKS_PER_INSERT) {
            let mut insert = QueryBuilder::<Sqlite>::new(
                "INSERT INTO callbacks (id, received_at, method, content_type, query, body_base64) ",
            );
            insert.push_values(raws, |mut row, (id, raw)| {
                row.push_bind(*id)
                    .push_bind(stamp(raw.received_at))
                    .push_bind(without_nul(&raw.method))
                    .push_bind(raw.content_type.as_deref().map(without_nul))
                    .push_bind(raw.query.as_deref().map(without_nul))
                    .push_bind(BASE64.encode(&raw.body));
            });
            insert.build().execute(tx.conn()).await?;
        }
        let data = json!({ "first": first, "count": raws.len() });
        tx.append_event(EventKind::CallbacksStored, EventSubject::NOTHING, &data);
        tx.commit().await?;
        Ok(numbered.iter().map(|(id, _)| CallbackKey(id.unsigned_abs())).collect())
    }

    /// Applies a stored callback.
    ///
    /// # Errors
    /// `NoSuchCallback`; fails if the ledger cannot be written.
    pub async fn apply_callback(
        &self,
        key: CallbackKey,
        reading: CallbackReading,
        now: Timestamp,
    ) -> Result<Applied> {
        let applied = self.apply_callbacks(&[(key, reading)], now).await?;
        applied.first().copied().ok_or(LedgerError::NoSuchCallback)
    }

    /// Applies stored callbacks with one flush of the disk for all of them, and returns the effect of each, in their
    /// order. If a damaged value prevents the application of one, each is applied by itself, and that one stays
    /// stored.
    ///
    /// # Errors
    /// `NoSuchCallback`; fails if the ledger cannot be written; then none of them is applied.
    pub async fn apply_callbacks(
        &self,
        readings: &[(CallbackKey, CallbackReading)],
        now: Timestamp,
    ) -> Result<Vec<Applied>> {
        match self.apply_together(readings, now).await {
            Err(error) if error.is_damage() => {}
            applied => return applied,
        }
        let mut all = Vec::with_capacity(readings.len());
        for reading in readings {
            match self.apply_together(std::slice::from_ref(reading), now).await {
                Err(error) if error.is_damage() => all.push(Applied::Blocked),
                applied => all.extend(applied?),
            }
        }
        Ok(all)
    }

    async fn apply_together(
        &self,
        readings: &[(CallbackKey, CallbackReading)],
        now: Timestamp,
    ) -> Result<Vec<Applied>> {
        if readings.is_empty() {
            return Ok(Vec::new());
        }
        let mut tx = self.begin_write(now).await?;
        let mut touched = BTreeMap::<BatchKey, PayrollId>::new();
        let mut all = Vec::with_capacity(readings.len());
        for (key, reading) in readings {
            let applied = apply(&mut tx, *key, reading).await?;
            if let Some((payroll, batch)) = applied.batch() {
                touched.insert(batch, payroll);
            }
            all.push(applied);
        }
        finish(&mut tx, &touched).await?;
        tx.commit().await?;
        Ok(all)
    }

    /// Returns every report about a payout, in order of arrival; of a conflict, both sides.
    ///
    /// # Errors
    /// Fails if the ledger cannot be read.
    pub async fn reports(&self, reference: &str) -> Result<Vec<ReportRecord>> {
        let stored: Vec<(String, String, String, String)> = sqlx::query_as(
            "SELECT report, code, message, reported_at FROM reports WHERE payout = $1 ORDER BY callback",
        )
        .bind(reference)
        .fetch_all(&self.reader)
        .await?;
        let record = |(report, code, message, at): (String, _, _, String)| {
            Ok(ReportRecord {
                report: report_named(&report)?,
                code,
                message,
                at: moment("reported_at", &at)?,
            })
        };
        stored.into_iter().map(record).collect()
    }
}

async fn apply(tx: &mut WriteTx, key: CallbackKey, reading: &CallbackReading) -> Result<Applied> {
    let id = i64::try_from(key.0).map_err(|_| LedgerError::NoSuchCallback)?;
    let done: Option<Option<String>> = sqlx::query_scalar("SELECT applied_at FROM callbacks WHERE id = $1")
        .bind(id)
        .fetch_optional(tx.conn())
        .await?;
    if done.ok_or(LedgerError::NoSuchCallback)?.is_some() {
        return Ok(Applied::Repeated);
    }
    let applied = match reading {
        CallbackReading::Unreadable => {
            tx.append_event(EventKind::CallbackUnreadable, EventSubject::NOTHING, &json!({ "callback": id }));
            Applied::Unreadable
        }
        CallbackReading::Report { reference, report, code, message } => {
            let (at, message) = (tx.at(), without_nul(message));
            let reference = reference.trim().to_ascii_uppercase();
            let report = PayoutReport {
                callback: id,
                reference: &reference,
                report: *report,
                code,
                message: &message,
                at: &at,
            };
            apply_report(tx, &report).await?
        }
    };
    let at = tx.at();
    sqlx::query("UPDATE callbacks SET applied_at = $2, result = $3 WHERE id = $1")
        .bind(id)
        .bind(at)
        .bind(applied.name())
        .execute(tx.conn())
        .await?;
    Ok(applied)
}
