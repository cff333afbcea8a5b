//! Number and sum of the payouts of each batch in each state. Triggers of the database keep them, so that they are read
//! without reading 100,000 payouts. They are compared with the payouts once after each opening.

use std::{
    collections::{BTreeMap, HashMap},
    sync::PoisonError,
};

use paysheet_domain::{Currency, Money, PayoutState};
use sqlx::{FromRow, SqliteConnection, sqlite::SqliteRow};

use crate::{
    model::{
        columns::{count, money, named},
        error::{LedgerError, Result},
        records::{BatchKey, BatchRecord, PayrollId},
        stored::StoredBatch,
    },
    store::ledger::Ledger,
};

/// Counts the payouts in the order of an index instead of sorting them: of 100,000 in two thirds of the time, which the
/// first look at a payroll waits for. The sign before `payroll` keeps SQLite from the index of the payroll, which has
/// another order. A batch has one currency; two are named as none, which is damage.
const COUNTED: &str =
    "SELECT batch, state, CASE WHEN MIN(currency) = MAX(currency) THEN MIN(currency) ELSE '' END,
         COUNT(*), CAST(SUM(amount_minor) AS BIGINT)
     FROM payouts WHERE batch IN (SELECT id FROM batches WHERE payroll = $1) AND +payroll = $1
     GROUP BY batch, state ORDER BY batch, state";

/// Number and sum of the payouts of one batch that are in one state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BatchTotal {
    pub batch: BatchKey,
    pub state: PayoutState,
    pub people: u32,
    pub sum: Money,
}

/// Number and sum of the payouts in each state, by currency. Sums of two currencies are never mixed.
pub type Outcomes = Vec<(PayoutState, Currency, u32, Money)>;

impl Ledger {
    /// Returns the totals of a payroll's payouts, by batch. The first call since the ledger was opened compares them with
    /// the payouts.
    ///
    /// # Errors
    /// `PayrollDamaged`.
    pub(crate) async fn totals(&self, conn: &mut SqliteConnection, id: PayrollId) -> Result<Vec<BatchTotal>> {
        let verified = || self.verified_totals.lock().unwrap_or_else(PoisonError::into_inner);
        if verified().contains(&id) {
            return stored_totals(conn, id).await;
        }
        let totals = verified_totals(conn, id).await?;
        verified().insert(id);
        Ok(totals)
    }
}

/// Reads the totals of a payroll's payouts, by batch, after comparing them with the payouts. The connection is in a
/// transaction: a report between two statements would be taken for damage.
///
/// # Errors
/// `PayrollDamaged`.
pub(crate) async fn verified_totals(conn: &mut SqliteConnection, id: PayrollId) -> Result<Vec<BatchTotal>> {
    let counted = read_totals(conn, id, COUNTED).await?;
    let people: i64 = counted.iter().map(|total| i64::from(total.people)).sum();
    // Also those that are in no batch of the payroll.
    let (all,): (i64,) = sqlx::query_as("SELECT COUNT(*) FROM payouts WHERE payroll = $1")
        .bind(i64::from(id.0))
        .fetch_one(&mut *conn)
        .await?;
    if people == all && counted == stored_totals(conn, id).await? {
        return Ok(counted);
    }
    Err(LedgerError::PayrollDamaged { payroll: id, place: "payout_totals".to_owned() })
}

async fn stored_totals(conn: &mut SqliteConnection, id: PayrollId) -> Result<Vec<BatchTotal>> {
    let sql = "SELECT batch, state, currency, people, sum_minor FROM payout_totals
               WHERE payroll = $1 ORDER BY batch, state, currency";
    read_totals(conn, id, sql).await
}

async fn read_totals(
    conn: &mut SqliteConnection,
    id: PayrollId,
    sql: &'static str,
) -> Result<Vec<BatchTotal>> {
    type Row = (i64, String, String, i64, i64);
    let rows: Result<Vec<Row>, sqlx::Error> = sqlx::query_as(sql).bind(i64::from(id.0)).fetch_all(conn).await;
    let total = |(batch, state, currency, people, minor): Row| {
        Ok(BatchTotal {
            batch: BatchKey(count("batch", batch)?),
            state: named("state", &state)?,
            people: count("payouts", people)?,
            sum: money(minor, &currency)?,
        })
    };
    let totals: Result<_> =
        rows.map_err(LedgerError::from).and_then(|rows| rows.into_iter().map(total).collect());
    totals.map_err(|error| error.of_payroll(id, "payouts"))
}

/// Adds up the totals of a payroll's batches by state and currency, after checking that each batch has the payouts it was
/// frozen with, and that there are no others.
///
/// # Errors
/// `PayrollDamaged`.
pub(crate) fn checked_outcomes(
    id: PayrollId,
    batches: &[BatchRecord],
    totals: &[BatchTotal],
) -> Result<Outcomes> {
    let damaged = |place: &str| LedgerError::PayrollDamaged { payroll: id, place: place.to_owned() };
    let mut of_batch = HashMap::<BatchKey, (u32, Money)>::new();
    let mut outcomes = BTreeMap::<(String, String), (PayoutState, u32, Money)>::new();
    for BatchTotal { batch, state, people, sum } in totals {
        let nothing = Money::zero(sum.currency());
        let batch = of_batch.entry(*batch).or_insert((0, nothing));
        let names = (sum.currency().to_string(), state.to_string());
        let (_, of_state, sum_of_state) = outcomes.entry(names).or_insert((*state, 0, nothing));
        for (all, all_sum) in [(&mut batch.0, &mut batch.1), (of_state, sum_of_state)] {
            *all = all.checked_add(*people).ok_or_else(|| damaged("payouts.batch"))?;
            *all_sum = all_sum.checked_add(*sum).map_err(|_| damaged("payouts.amount_minor"))?;
        }
    }
    for batch in batches {
        let nobody = (0, Money::zero(batch.currency));
        if of_batch.remove(&batch.key).unwrap_or(nobody) != (batch.count, batch.sum) {
            return Err(damaged("payouts.amount_minor"));
        }
    }
    if !of_batch.is_empty() {
        return Err(damaged("payouts.batch"));
    }
    Ok(outcomes.into_values().map(|(state, people, sum)| (state, sum.currency(), people, sum)).collect())
}

/// Returns the records of batches, with the totals of their payouts.
pub(crate) fn with_totals(
    id: PayrollId,
    rows: &[SqliteRow],
    totals: &[BatchTotal],
) -> Result<Vec<BatchRecord>> {
    let mut of_batch = HashMap::<i64, Vec<(PayoutState, u32)>>::new();
    for total in totals {
        of_batch.entry(total.batch.0.into()).or_default().push((total.state, total.people));
    }
    let record = |row: &SqliteRow| {
        let stored = StoredBatch::from_row(row)?;
        let payouts = of_batch.remove(&stored.id).unwrap_or_default();
        Ok(stored.into_record(payouts)?.1)
    };
    let records: Result<_> = rows.iter().map(record).collect();
    records.map_err(|error| error.of_payroll(id, "batches"))
}
