//! Figures that the screens show beside payrolls and batches, computed by the database.

use paysheet_domain::{Money, PayoutState};

use crate::{
    Ledger,
    columns::{count, money, named},
    error::Result,
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
