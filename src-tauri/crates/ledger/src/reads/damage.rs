//! Damaged payrolls: a stored value is one that the ledger never writes, or payouts and batches do not add up. Damage
//! affects only the payroll it belongs to: it is listed with what can still be read, nothing of it is sent, and all
//! other payrolls stay usable.
//!
//! # Damage costs one payroll
//!
//! If a stored value is one that the ledger never writes, or payouts and batches do not add up, the payroll is listed
//! as damaged with what can be read, and is refused at Track, approval, `next_to_send` and intent
//! (`ledger::reads::damage`). Lists, start and callbacks skip it and mark nothing.

use std::{collections::BTreeMap, sync::PoisonError};

use jiff::Timestamp;
use sqlx::{FromRow, Row, SqliteConnection, sqlite::SqliteRow};

use crate::{
    model::{
        columns::moment,
        error::{LedgerError, Result},
        records::{BatchKey, BatchRecord, PayrollId, PayrollRecord},
        stored::{StoredBatch, StoredPayout, StoredPayroll},
    },
    reads::payout_totals::{BatchTotal, Outcomes, checked_outcomes, verified_totals},
    store::ledger::Ledger,
};

/// A payroll with a damaged value, as far as it can be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DamagedPayroll {
    pub id: PayrollId,
    /// `None` if it cannot be read either.
    pub name: Option<String>,
    pub period: Option<String>,
    pub file_name: Option<String>,
    pub created_at: Option<Timestamp>,
    /// Table and column of the first damaged value, such as `batches.state`.
    pub place: String,
}

/// A payroll with the figures of its payouts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedPayroll {
    pub record: PayrollRecord,
    /// Number and sum of the payouts in each state, by currency.
    pub outcomes: Outcomes,
}

/// A row of the list of all payrolls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PayrollEntry {
    Intact(Box<ListedPayroll>),
    Damaged(DamagedPayroll),
}

impl Ledger {
    /// Returns all payrolls, newest first, including damaged ones.
    ///
    /// # Errors
    /// Fails if the ledger cannot be read at all.
    pub async fn payroll_entries(&self) -> Result<Vec<PayrollEntry>> {
        // One read transaction: what a report moves meanwhile is not taken for damage.
        let mut conn = self.reader.begin().await?;
        let rows = sqlx::query("SELECT * FROM payrolls ORDER BY id DESC").fetch_all(&mut *conn).await?;
        let mut batches = all_batches(&mut conn).await?;
        let mut entries = Vec::with_capacity(rows.len());
        for row in &rows {
            let id = readable_id(row);
            let own = batches.remove(&i64::from(id.0)).unwrap_or_default();
            entries.push(match self.listed(&mut conn, row, own).await {
                Ok(payroll) => PayrollEntry::Intact(Box::new(payroll)),
                Err(error) => PayrollEntry::Damaged(damaged(row, id, error)?),
            });
        }
        Ok(entries)
    }

    async fn listed(
        &self,
        conn: &mut SqliteConnection,
        row: &SqliteRow,
        batches: Vec<SqliteRow>,
    ) -> Result<ListedPayroll> {
        let record = record(row, &batches)?;
        let totals = self.totals(conn, record.id).await?;
        with_outcomes(record, &batches, &totals)
    }

    /// Returns the payrolls that can be read, newest first. Damaged ones are omitted.
    ///
    /// # Errors
    /// Fails if the ledger cannot be read at all.
    pub async fn payrolls(&self) -> Result<Vec<PayrollRecord>> {
        let mut conn = self.reader.begin().await?;
        let rows = sqlx::query("SELECT * FROM payrolls ORDER BY created_at DESC, id DESC")
            .fetch_all(&mut *conn)
            .await?;
        let mut batches = all_batches(&mut conn).await?;
        let mut records = Vec::with_capacity(rows.len());
        for row in &rows {
            let own = batches.remove(&i64::from(readable_id(row).0)).unwrap_or_default();
            match record(row, &own) {
                Ok(record) => records.push(record),
                Err(error) if error.is_damage() => {}
                Err(error) => return Err(error),
            }
        }
        Ok(records)
    }

    /// Checks that nothing of a payroll is damaged. The first call since the ledger was opened reads all of its
    /// payouts. Later calls read its head and its batches; the payouts of a batch are read when it is sent.
    ///
    /// # Errors
    /// `NoSuchPayroll`, `PayrollDamaged`.
    pub(crate) async fn require_intact(&self, id: PayrollId) -> Result<()> {
        // One read transaction: what a report moves meanwhile is not taken for damage.
        let mut conn = self.reader.begin().await?;
        let is_checked = self.found_intact.lock().unwrap_or_else(PoisonError::into_inner).contains(&id);
        if is_checked {
            return read_payroll(&mut conn, id).await.map(drop);
        }
        require_intact(&mut conn, id).await?;
        self.found_intact.lock().unwrap_or_else(PoisonError::into_inner).insert(id);
        // The first look at the payroll need not count them again.
        self.verified_totals.lock().unwrap_or_else(PoisonError::into_inner).insert(id);
        Ok(())
    }
}

/// Checks that head, batches and payouts of a payroll can be read and add up. The connection is in a transaction.
///
/// # Errors
/// `NoSuchPayroll`, `PayrollDamaged`.
pub(crate) async fn require_intact(conn: &mut SqliteConnection, id: PayrollId) -> Result<()> {
    let row = sqlx::query("SELECT * FROM payrolls WHERE id = $1")
        .bind(i64::from(id.0))
        .fetch_optional(&mut *conn)
        .await?
        .ok_or(LedgerError::NoSuchPayroll(id))?;
    let batches = batches_of(conn, id).await?;
    let record = record(&row, &batches)?;
    with_outcomes(record, &batches, &verified_totals(conn, id).await?).map(drop)
}

/// Checks that the head of a payroll, its batches and each payout of one batch can be read.
///
/// # Errors
/// `PayrollDamaged`.
pub(crate) async fn require_readable_batch(
    conn: &mut SqliteConnection,
    (id, batch): (PayrollId, BatchKey),
) -> Result<()> {
    read_payroll(conn, id).await?;
    let rows = sqlx::query(
        "SELECT p.*, b.number FROM payouts p JOIN batches b ON b.id = p.batch WHERE p.batch = $1",
    )
    .bind(i64::from(batch.0))
    .fetch_all(conn)
    .await?;
    for row in &rows {
        let payout = StoredPayout::from_row(row).map_err(LedgerError::from);
        payout.and_then(StoredPayout::into_record).map_err(|error| error.of_payroll(id, "payouts"))?;
    }
    Ok(())
}

/// Reads the head of a payroll with the values derived from its batches.
pub(crate) async fn read_payroll(conn: &mut SqliteConnection, id: PayrollId) -> Result<PayrollRecord> {
    Ok(read_payroll_and_batches(conn, id).await?.0)
}

/// Reads the head of a payroll, and the rows of its batches.
pub(crate) async fn read_payroll_and_batches(
    conn: &mut SqliteConnection,
    id: PayrollId,
) -> Result<(PayrollRecord, Vec<SqliteRow>)> {
    let row = sqlx::query("SELECT * FROM payrolls WHERE id = $1")
        .bind(i64::from(id.0))
        .fetch_optional(&mut *conn)
        .await?
        .ok_or(LedgerError::NoSuchPayroll(id))?;
    let batches = batches_of(conn, id).await?;
    Ok((record(&row, &batches)?, batches))
}

pub(crate) async fn batches_of(conn: &mut SqliteConnection, id: PayrollId) -> Result<Vec<SqliteRow>> {
    Ok(sqlx::query(
        "SELECT id, payroll, number, reference, currency, state, service_batch_id, attempts, in_doubt, was_unknown, payout_count,
                sum_minor, body_sha256, frozen_at, accepted_at, sent_at, closed_at, code, message, http_status
         FROM batches WHERE payroll = $1 ORDER BY number",
    )
    .bind(i64::from(id.0))
    .fetch_all(conn)
    .await?)
}

/// Returns the batches of all payrolls by payroll and number. A batch that names no payroll is omitted: its payouts
/// still name their payroll, which then does not add up.
async fn all_batches(conn: &mut SqliteConnection) -> Result<BTreeMap<i64, Vec<SqliteRow>>> {
    let rows = sqlx::query(
        "SELECT id, payroll, number, reference, currency, state, service_batch_id, attempts, in_doubt, was_unknown, payout_count,
                sum_minor, body_sha256, frozen_at, accepted_at, sent_at, closed_at, code, message, http_status
         FROM batches ORDER BY number",
    )
    .fetch_all(conn)
    .await?;
    let mut of_payroll = BTreeMap::<i64, Vec<SqliteRow>>::new();
    for row in rows {
        if let Ok(payroll) = row.try_get("payroll") {
            of_payroll.entry(payroll).or_default().push(row);
        }
    }
    Ok(of_payroll)
}

/// Returns a payroll's id; 0, which no payroll has, if it cannot be read.
fn readable_id(row: &SqliteRow) -> PayrollId {
    PayrollId(row.try_get::<i64, _>("id").ok().and_then(|id| id.try_into().ok()).unwrap_or_default())
}

fn with_outcomes(
    record: PayrollRecord,
    batches: &[SqliteRow],
    totals: &[BatchTotal],
) -> Result<ListedPayroll> {
    let batches = batch_records(record.id, batches)?;
    let outcomes = checked_outcomes(record.id, &batches, totals)?;
    Ok(ListedPayroll { record, outcomes })
}

fn record(row: &SqliteRow, batches: &[SqliteRow]) -> Result<PayrollRecord> {
    let id = readable_id(row);
    let batches = batch_records(id, batches)?;
    let head = StoredPayroll::from_row(row).map_err(LedgerError::from);
    let record =
        head.and_then(|head| head.into_record(&batches)).map_err(|error| error.of_payroll(id, "payrolls"))?;
    // A payroll is frozen exactly when it has batches, and no batch may be missing.
    let are_all_there = (1..).zip(&batches).all(|(number, batch)| batch.number == number);
    if record.frozen_at.is_some() == batches.is_empty() || !are_all_there {
        return Err(LedgerError::PayrollDamaged { payroll: id, place: "batches.number".to_owned() });
    }
    Ok(record)
}

fn batch_records(id: PayrollId, rows: &[SqliteRow]) -> Result<Vec<BatchRecord>> {
    let record =
        |row: &SqliteRow| StoredBatch::from_row(row)?.into_record(Vec::new()).map(|(_, record)| record);
    let records: Result<Vec<BatchRecord>> = rows.iter().map(record).collect();
    records.map_err(|error| error.of_payroll(id, "batches"))
}

/// Returns the readable part of a damaged payroll.
fn damaged(row: &SqliteRow, id: PayrollId, error: LedgerError) -> Result<DamagedPayroll> {
    let LedgerError::PayrollDamaged { place, .. } = error else { return Err(error) };
    let text = |column: &str| row.try_get::<String, _>(column).ok();
    Ok(DamagedPayroll {
        id,
        name: text("name"),
        period: text("period"),
        file_name: text("file_name"),
        created_at: text("created_at").and_then(|at| moment("created_at", &at).ok()),
        place,
    })
}
