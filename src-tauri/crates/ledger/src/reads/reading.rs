//! Queries for the screens. They only read, on connections that cannot write.

use std::collections::HashMap;

use paysheet_domain::{AccountAt, BatchState, PayoutState, account::comparison_key};
use sqlx::{FromRow, Row, sqlite::SqliteRow};

use crate::{
    model::{
        columns::{count, named},
        error::{LedgerError, Result},
        records::{BatchRecord, LastPaid, PayoutFilter, PayoutRecord, PayrollId, PayrollRecord},
        stored::{StoredBatch, StoredPayout},
    },
    reads::{
        damage::{batches_of, read_payroll},
        payout_totals::with_totals,
    },
    store::ledger::Ledger,
};

impl Ledger {
    /// Returns a payroll.
    ///
    /// # Errors
    /// `NoSuchPayroll`, `PayrollDamaged`.
    pub async fn payroll(&self, id: PayrollId) -> Result<PayrollRecord> {
        read_payroll(&mut *self.reader.acquire().await?, id).await
    }

    /// Returns the batches of a payroll by number.
    ///
    /// # Errors
    /// `PayrollDamaged`.
    pub async fn batches(&self, id: PayrollId) -> Result<Vec<BatchRecord>> {
        let mut tx = self.reader.begin().await?;
        let totals = self.totals(&mut tx, id).await?;
        let rows = batches_of(&mut tx, id).await?;
        tx.commit().await?;
        with_totals(id, &rows, &totals)
    }

    /// Returns the state of each batch of a payroll, by number.
    ///
    /// # Errors
    /// `PayrollDamaged`.
    pub async fn batch_states(&self, id: PayrollId) -> Result<HashMap<u32, BatchState>> {
        let stored: Vec<(i64, String)> =
            sqlx::query_as("SELECT number, state FROM batches WHERE payroll = $1")
                .bind(i64::from(id.0))
                .fetch_all(&self.reader)
                .await?;
        let state = |(number, state): (i64, String)| Ok((count("number", number)?, named("state", &state)?));
        let states: Result<_> = stored.into_iter().map(state).collect();
        states.map_err(|error| error.of_payroll(id, "batches"))
    }

    /// Returns the batches of all payrolls whose outcome is unknown, oldest first. Unreadable ones are omitted: their
    /// payrolls are damaged.
    pub async fn unresolved(&self) -> Result<Vec<(PayrollId, BatchRecord)>> {
        let unknown = BatchState::Unknown.to_string();
        let stored = sqlx::query(
            "SELECT id, payroll, number, reference, currency, state, service_batch_id, attempts, in_doubt, was_unknown,
                    payout_count, sum_minor, body_sha256, frozen_at, accepted_at, sent_at, closed_at, code,
                    message, http_status
             FROM batches WHERE state = $1 AND payroll IN (SELECT id FROM payrolls) ORDER BY sent_at, id",
        )
        .bind(&unknown)
        .fetch_all(&self.reader)
        .await?;
        let states = sqlx::query(
            "SELECT p.batch, p.state, COUNT(*) AS people FROM batches b JOIN payouts p ON p.batch = b.id
             WHERE b.state = $1 GROUP BY p.batch, p.state ORDER BY p.batch",
        )
        .bind(&unknown)
        .fetch_all(&self.reader)
        .await?;
        // A state of the wrong type is read as an empty text, which makes only its own batch unreadable.
        let state = |row: &SqliteRow| row.try_get::<String, _>("state").unwrap_or_default();
        let mut of_batch = HashMap::<i64, Vec<(String, i64)>>::new();
        for row in &states {
            of_batch.entry(row.try_get("batch")?).or_default().push((state(row), row.try_get("people")?));
        }
        let payouts =
            |(state, people): (String, i64)| Ok((named("state", &state)?, count("people", people)?));
        let record = |row: &SqliteRow| {
            let stored = StoredBatch::from_row(row)?;
            let own = of_batch.remove(&stored.id).unwrap_or_default();
            stored.into_record(own.into_iter().map(payouts).collect::<Result<_>>()?)
        };
        let records = stored.iter().map(record);
        records.filter(|record| !record.as_ref().is_err_and(LedgerError::is_damage)).collect()
    }

    /// Whether the file of a payroll had references of the office.
    pub async fn has_file_references(&self, id: PayrollId) -> Result<bool> {
        let has = "SELECT EXISTS (SELECT 1 FROM payouts WHERE payroll = $1 AND file_reference IS NOT NULL)";
        Ok(sqlx::query_scalar(has).bind(i64::from(id.0)).fetch_one(&self.reader).await?)
    }

    /// Returns every payout of a payroll by position.
    pub async fn all_payouts(&self, id: PayrollId) -> Result<Vec<PayoutRecord>> {
        Ok(self.payouts(id, &PayoutFilter::default(), 0, u32::MAX).await?.1)
    }

    /// Returns the last readable payout to this account that the service reported as paid.
    pub async fn last_paid(&self, account: &AccountAt) -> Result<Option<LastPaid>> {
        let stored = sqlx::query(
            "SELECT p.*, b.number FROM payouts p JOIN batches b ON b.id = p.batch
             WHERE p.bank_code = $1 AND p.compared_account = $2 AND p.state = $3
                   AND p.country = $4
             ORDER BY p.changed_at DESC, p.reference",
        )
        .bind(&account.bank_code)
        .bind(comparison_key(account.country, &account.account_number).into_owned())
        .bind(PayoutState::Paid.to_string())
        .bind(account.country.to_string())
        .fetch_all(&self.reader)
        .await?;
        for row in &stored {
            match self.paid_by(row).await {
                Err(error) if error.is_damage() => {}
                read => return read.map(Some),
            }
        }
        Ok(None)
    }

    async fn paid_by(&self, row: &SqliteRow) -> Result<LastPaid> {
        let stored = StoredPayout::from_row(row)?;
        let (payroll_name, period): (String, String) =
            sqlx::query_as("SELECT name, period FROM payrolls WHERE id = $1")
                .bind(stored.payroll)
                .fetch_one(&self.reader)
                .await?;
        let payroll = PayrollId(count("payroll", stored.payroll)?);
        Ok(LastPaid { payroll, payroll_name, period, payout: stored.into_record()? })
    }
}
