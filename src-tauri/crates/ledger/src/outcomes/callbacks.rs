//! Callbacks are stored as received before anything else, and applied afterwards. Each has one effect, however often
//! and in whatever order callbacks arrive. A callback never creates, sends or unlocks anything.

use std::collections::{BTreeMap, BTreeSet};

use data_encoding::BASE64;
use jiff::Timestamp;
use serde_json::json;
use sqlx::{QueryBuilder, Sqlite};

use crate::{
    model::{
        columns::{moment, stamp, without_nul},
        error::{LedgerError, Result},
        events::EventKind,
    },
    outcomes::reports::{Applied, Incoming, Origin, PayoutReport, applying::apply_reports},
    store::{
        ledger::Ledger,
        write_tx::{EventSubject, WriteTx},
    },
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

/// What the service crate parsed from a callback: one report, or each of a list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CallbackReading {
    pub reports: Vec<PayoutReport>,
    /// It, or a report of the list, cannot be read.
    pub is_unreadable: bool,
}

impl CallbackReading {
    /// Returns the reading of a callback that cannot be read.
    #[must_use]
    pub const fn unreadable() -> Self {
        Self { reports: Vec::new(), is_unreadable: true }
    }
}

/// Number of callbacks written in one statement; each may contain 64 KiB.
const CALLBACKS_PER_INSERT: usize = 100;
/// Number of ids in one query.
const IDS_PER_QUERY: usize = 500;

impl Ledger {
    /// Stores a callback. It is durable when this returns: only then may its arrival be confirmed to the service.
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
    /// `NoSuchCallback`.
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
    /// order; of a list, the effect of each of its reports. If a damaged value prevents the application of one, each is applied by itself, and that one stays
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
            Err(error) if is_of_one(&error) => {}
            applied => return applied,
        }
        let mut all = Vec::with_capacity(readings.len());
        for reading in readings {
            match self.apply_together(std::slice::from_ref(reading), now).await {
                Err(error) if is_of_one(&error) => all.push(Applied::Blocked),
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
        let all = apply(&mut tx, readings).await?;
        tx.commit().await?;
        Ok(all)
    }

    /// Returns when the last callback arrived; none if none ever did.
    pub async fn last_callback_at(&self) -> Result<Option<Timestamp>> {
        // The numbers follow the order of arrival, and the primary key finds the last one without reading the others.
        let last: Option<String> =
            sqlx::query_scalar("SELECT received_at FROM callbacks ORDER BY id DESC LIMIT 1")
                .fetch_optional(&self.reader)
                .await?;
        last.map(|at| moment("received_at", &at)).transpose()
    }
}

/// Whether an error is about one callback: it must not keep the others from being applied.
const fn is_of_one(error: &LedgerError) -> bool {
    error.is_damage() || matches!(error, LedgerError::WrongState { .. } | LedgerError::TooMany)
}

/// Applies the callbacks that were not applied before, and marks them as applied.
async fn apply(tx: &mut WriteTx, readings: &[(CallbackKey, CallbackReading)]) -> Result<Vec<Applied>> {
    let ids: Vec<i64> = readings.iter().map(|(key, _)| key.0.cast_signed()).collect();
    let mut waiting = waiting_among(tx, &ids).await?;
    // Each id once, also if it is in the list twice.
    let is_new: Vec<bool> = ids.iter().map(|id| waiting.remove(id)).collect();
    let mut all: Vec<Vec<Applied>> = Vec::with_capacity(readings.len());
    let mut reports = (Vec::new(), Vec::new());
    for (place, (&id, (_, reading))) in ids.iter().zip(readings).enumerate() {
        if !is_new[place] {
            all.push(vec![Applied::Repeated]);
            continue;
        }
        all.push(Vec::new());
        if reading.is_unreadable {
            let data = json!({ "callback": id });
            tx.append_event(EventKind::CallbackUnreadable, EventSubject::NOTHING, &data);
            all[place].push(Applied::Unreadable);
        }
        for report in &reading.reports {
            reports.0.push(place);
            reports.1.push(Incoming::now(Origin::callback(id), report));
        }
    }
    for (place, applied) in reports.0.into_iter().zip(apply_reports(tx, &reports.1).await?) {
        all[place].push(applied);
    }
    let done = all.iter().zip(&ids).zip(is_new).filter(|(_, is_new)| *is_new);
    let results = done.filter_map(|((applied, id), _)| Some((result_of(applied)?, *id)));
    mark_applied(tx, results).await?;
    Ok(all.into_iter().flatten().collect())
}

/// Returns the result that is stored of a callback: of a list, that of a report that changed something, or else of its first.
fn result_of(applied: &[Applied]) -> Option<&'static str> {
    let changed = applied.iter().find(|applied| matches!(applied, Applied::Changed { .. }));
    changed.or(applied.first()).map(Applied::name)
}

/// Returns those of the callbacks that were not applied yet.
async fn waiting_among(tx: &mut WriteTx, ids: &[i64]) -> Result<BTreeSet<i64>> {
    let mut waiting = BTreeSet::new();
    let mut found = BTreeSet::new();
    for some in ids.chunks(IDS_PER_QUERY) {
        let mut query = QueryBuilder::<Sqlite>::new("SELECT id, applied_at FROM callbacks WHERE id IN (");
        let mut separated = query.separated(", ");
        for &id in some {
            separated.push_bind(id);
        }
        query.push(")");
        let rows: Vec<(i64, Option<String>)> = query.build_query_as().fetch_all(tx.conn()).await?;
        found.extend(rows.iter().map(|(id, _)| *id));
        waiting.extend(rows.into_iter().filter(|(_, applied_at)| applied_at.is_none()).map(|(id, _)| id));
    }
    let is_whole = ids.iter().all(|id| found.contains(id));
    if is_whole { Ok(waiting) } else { Err(LedgerError::NoSuchCallback) }
}

/// Stores when callbacks were applied, and with which result.
async fn mark_applied(tx: &mut WriteTx, results: impl Iterator<Item = (&'static str, i64)>) -> Result<()> {
    let mut by_result = BTreeMap::<&'static str, Vec<i64>>::new();
    for (result, id) in results {
        by_result.entry(result).or_default().push(id);
    }
    for (result, ids) in by_result {
        for some in ids.chunks(IDS_PER_QUERY) {
            let mut update = QueryBuilder::<Sqlite>::new("UPDATE callbacks SET applied_at = ");
            update.push_bind(tx.at()).push(", result = ").push_bind(result).push(" WHERE id IN (");
            let mut separated = update.separated(", ");
            for &id in some {
                separated.push_bind(id);
            }
            update.push(")");
            update.build().execute(tx.conn()).await?;
        }
    }
    Ok(())
}
