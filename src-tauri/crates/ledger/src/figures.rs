//! Figures that the screens show beside payrolls and batches, computed by the database.

use paysheet_domain::{Money, PayoutState};
use sqlx::SqliteConnection;

use crate::{
    columns::{add_total, count, money, named},
    error::Result,
    ledger::Ledger,
    records::{BatchKey, PayrollId},
};

impl Ledger {
    /// Returns number and sum of the payouts in each state, by batch.
    ///
    /// # Errors
    /// Fails if the ledger cannot be read.
    pub async fn batch_totals(&self, id: PayrollId) -> Result<Vec<(BatchKey, PayoutState, u32, Money)>> {
        let rows: Vec<(i64, String, String, i64, i64)> = sqlx::query_as(
            "SELECT batch, state, currency, COUNT(*), CAST(SUM(amount_minor) AS BIGINT) FROM payouts
             WHERE payroll = $1 GROUP BY batch, state, currency ORDER BY batch, state",
        )
        .bind(i64::from(id.0))
        .fetch_all(&self.reader)
        .await?;
        rows.into_iter()
            .map(|(batch, state, currency, payouts, minor)| {
                let key = BatchKey(count("batch", batch)?);
                Ok((key, named("state", &state)?, count("payouts", payouts)?, money(minor, &currency)?))
            })
            .collect()
    }

    /// Returns the number of banks and wallets that a payroll pays to.
    ///
    /// # Errors
    /// Fails if the ledger cannot be read.
    pub async fn bank_count(&self, id: PayrollId) -> Result<u32> {
        let (banks,): (i64,) =
            sqlx::query_as("SELECT COUNT(DISTINCT bank_code) FROM payouts WHERE payroll = $1")
                .bind(i64::from(id.0))
                .fetch_one(&self.reader)
                .await?;
        count("banks", banks)
    }

    /// Returns the length of a batch's body in bytes, without the wallet lock.
    ///
    /// # Errors
    /// Fails if the ledger cannot be read.
    pub async fn body_bytes(&self, batch: BatchKey) -> Result<u32> {
        let (bytes,): (i64,) = sqlx::query_as("SELECT OCTET_LENGTH(body) FROM batches WHERE id = $1")
            .bind(i64::from(batch.0))
            .fetch_one(&self.reader)
            .await?;
        count("body", bytes)
    }
}

/// Returns the sums of the whole payroll by currency as it was approved, from its batches and those that were taken back.
pub(crate) async fn payroll_totals(conn: &mut SqliteConnection, id: PayrollId) -> Result<Vec<Money>> {
    let sums: Vec<(i64, String)> = sqlx::query_as(
        "SELECT sum_minor, currency FROM batches WHERE payroll = $1
         UNION ALL
         SELECT sum_minor, currency FROM taken_back_batches WHERE payroll = $1",
    )
    .bind(i64::from(id.0))
    .fetch_all(conn)
    .await?;
    let mut totals = Vec::new();
    for (minor, currency) in sums {
        add_total(&mut totals, money(minor, &currency)?)?;
    }
    Ok(totals)
}

/// Formats totals for an event: one text per currency, sorted.
pub(crate) fn texts(totals: &[Money]) -> Vec<String> {
    let mut texts: Vec<String> = totals.iter().map(Money::to_string).collect();
    texts.sort_unstable();
    texts
}
