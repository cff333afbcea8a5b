//! Queries for the screens. They only read, on connections that cannot write.

use paysheet_domain::{AccountAt, BatchState, PayoutState, PayoutStatus};
use sqlx::{FromRow, Row, sqlite::SqliteRow};
use strum::IntoEnumIterator;

use crate::{
    columns::{count, like_pattern},
    damage::read_payroll,
    error::{LedgerError, Result},
    ledger::Ledger,
    records::{BatchRecord, LastPaid, PayoutFilter, PayoutOrder, PayoutRecord, PayrollId, PayrollRecord},
    stored::{StoredBatch, StoredPayout},
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
        let stored: Vec<StoredBatch> = sqlx::query_as(
            "SELECT id, payroll, number, reference, currency, state, service_batch_id, attempts, in_doubt,
                    payout_count, sum_minor, body_sha256, frozen_at, accepted_at, sent_at, closed_at, code,
                    message, http_status
             FROM batches WHERE payroll = $1 ORDER BY number",
        )
        .bind(i64::from(id.0))
        .fetch_all(&self.reader)
        .await
        .map_err(|error| LedgerError::from(error).of_payroll(id, "batches"))?;
        let states: Vec<(i64, String, i64)> = sqlx::query_as(
            // In the order of the indexes by batch, so that no payout is sorted; the sign keeps SQLite from using the index
            // of the whole payroll for each batch.
            "SELECT b.id, p.state, COUNT(*) FROM batches b CROSS JOIN payouts p
             WHERE p.batch = b.id AND +p.payroll = b.payroll AND b.payroll = $1
             GROUP BY b.number, b.id, p.state ORDER BY b.id",
        )
        .bind(i64::from(id.0))
        .fetch_all(&self.reader)
        .await
        .map_err(|error| LedgerError::from(error).of_payroll(id, "payouts"))?;
        let record = |batch: StoredBatch| batch.into_record(&states).map(|(_, record)| record);
        let records: Result<_> = stored.into_iter().map(record).collect();
        records.map_err(|error| error.of_payroll(id, "batches"))
    }

    /// Returns the batches of all payrolls whose outcome is unknown, oldest first. Unreadable ones are omitted: their
    /// payrolls are damaged.
    ///
    /// # Errors
    /// Fails if the ledger cannot be read.
    pub async fn unresolved(&self) -> Result<Vec<(PayrollId, BatchRecord)>> {
        let unknown = BatchState::Unknown.to_string();
        let stored = sqlx::query(
            "SELECT id, payroll, number, reference, currency, state, service_batch_id, attempts, in_doubt,
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
        let state = |row: &SqliteRow| row.try_get("state").unwrap_or_default();
        let count = |row: &SqliteRow| Ok((row.try_get("batch")?, state(row), row.try_get("people")?));
        let states: Vec<(i64, String, i64)> = states.iter().map(count).collect::<Result<_, sqlx::Error>>()?;
        let record = |row: &SqliteRow| StoredBatch::from_row(row)?.into_record(&states);
        let records = stored.iter().map(record);
        records.filter(|record| !record.as_ref().is_err_and(LedgerError::is_damage)).collect()
    }

    /// Returns a window of the payouts that pass the filter, and the total number that pass it.
    ///
    /// # Errors
    /// Fails if the ledger cannot be read.
    pub async fn payouts(
        &self,
        id: PayrollId,
        filter: &PayoutFilter,
        offset: u32,
        limit: u32,
    ) -> Result<(u32, Vec<PayoutRecord>)> {
        let states = filter.status.map(states_of).unwrap_or_default();
        let pattern = filter.text.as_deref().map(like_pattern).unwrap_or_default();
        let total: i64 = sqlx::query_scalar(
            "SELECT COUNT(*) FROM payouts p JOIN batches b ON b.id = p.batch
             WHERE p.payroll = $1 AND ($2 = '' OR INSTR($2, '|' || p.state || '/' || b.state || '|'))
               AND ($3 = '' OR p.search LIKE $3 ESCAPE '!')",
        )
        .bind(i64::from(id.0))
        .bind(&states)
        .bind(&pattern)
        .fetch_one(&self.reader)
        .await?;
        let window: Result<Vec<StoredPayout>, sqlx::Error> = sqlx::query_as(match filter.order {
            PayoutOrder::ByPosition => {
                "SELECT p.*, b.number FROM payouts p JOIN batches b ON b.id = p.batch
                 WHERE p.payroll = $1 AND ($2 = '' OR INSTR($2, '|' || p.state || '/' || b.state || '|'))
                   AND ($3 = '' OR p.search LIKE $3 ESCAPE '!')
                 ORDER BY p.position, p.reference LIMIT $4 OFFSET $5"
            }
            PayoutOrder::NewestOutcomeFirst => {
                "SELECT p.*, b.number FROM payouts p JOIN batches b ON b.id = p.batch
                 WHERE p.payroll = $1 AND ($2 = '' OR INSTR($2, '|' || p.state || '/' || b.state || '|'))
                   AND ($3 = '' OR p.search LIKE $3 ESCAPE '!')
                 ORDER BY p.changed_at DESC NULLS LAST,
                          CASE WHEN p.changed_at IS NULL THEN p.position ELSE -p.position END, p.reference
                 LIMIT $4 OFFSET $5"
            }
        })
        .bind(i64::from(id.0))
        .bind(&states)
        .bind(&pattern)
        .bind(i64::from(limit))
        .bind(i64::from(offset))
        .fetch_all(&self.reader)
        .await;
        let read = |window: Vec<StoredPayout>| window.into_iter().map(StoredPayout::into_record).collect();
        let window = window.map_err(LedgerError::from).and_then(read);
        Ok((count("payouts", total)?, window.map_err(|error| error.of_payroll(id, "payouts"))?))
    }

    /// Whether the file of a payroll had references of the office.
    ///
    /// # Errors
    /// Fails if the ledger cannot be read.
    pub async fn has_file_references(&self, id: PayrollId) -> Result<bool> {
        let has = "SELECT EXISTS (SELECT 1 FROM payouts WHERE payroll = $1 AND file_reference IS NOT NULL)";
        Ok(sqlx::query_scalar(has).bind(i64::from(id.0)).fetch_one(&self.reader).await?)
    }

    /// Returns every payout of a payroll by position.
    ///
    /// # Errors
    /// Fails if the ledger cannot be read.
    pub async fn all_payouts(&self, id: PayrollId) -> Result<Vec<PayoutRecord>> {
        Ok(self.payouts(id, &PayoutFilter::default(), 0, u32::MAX).await?.1)
    }

    /// Returns the last readable payout to this account that the service reported as paid.
    ///
    /// # Errors
    /// Fails if the ledger cannot be read.
    pub async fn last_paid(&self, account: &AccountAt) -> Result<Option<LastPaid>> {
        let stored = sqlx::query(
            "SELECT p.*, b.number FROM payouts p JOIN batches b ON b.id = p.batch
             WHERE p.bank_code = $1 AND p.account_number = $2 AND p.state = $3
                   AND (p.country IS NULL OR p.country = $4)
             ORDER BY p.changed_at DESC, p.reference",
        )
        .bind(&account.bank_code)
        .bind(&account.account_number)
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

/// Returns the states of a payout and of its batch that are shown as a status: `|Planned/NotSent|Planned/Approved|`.
fn states_of(status: PayoutStatus) -> String {
    let pairs = PayoutState::iter().flat_map(|payout| BatchState::iter().map(move |batch| (payout, batch)));
    let shown = pairs.filter(|(payout, batch)| PayoutStatus::of(*payout, *batch) == status);
    shown.fold("|".to_owned(), |states, (payout, batch)| format!("{states}{payout}/{batch}|"))
}
