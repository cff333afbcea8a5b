//! Queries for the screens. They only read, on connections that cannot write.

use std::collections::BTreeSet;

use paysheet_domain::{BatchState, Money, PayoutState};
use sqlx::{FromRow, Row, sqlite::SqliteRow};

use crate::{
    columns::{convention, count, digest, moment, moment_or_none, money, named, reference, truth},
    damage::read_payroll,
    error::{LedgerError, Result},
    freeze::add_total,
    open::Ledger,
    records::{
        BatchKey, BatchRecord, LastPaid, PayoutFilter, PayoutOrder, PayoutRecord, PayrollId, PayrollRecord,
        PayrollState, SourceFile,
    },
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
            "SELECT batch, state, COUNT(*) FROM payouts WHERE payroll = $1 GROUP BY batch, state ORDER BY batch",
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
        let state = filter.state.map(|state| state.to_string()).unwrap_or_default();
        let pattern = filter.text.as_deref().map(like_pattern).unwrap_or_default();
        let total: i64 = sqlx::query_scalar(
            "SELECT COUNT(*) FROM payouts
             WHERE payroll = $1 AND ($2 = '' OR state = $2) AND ($3 = '' OR search LIKE $3 ESCAPE '!')",
        )
        .bind(i64::from(id.0))
        .bind(&state)
        .bind(&pattern)
        .fetch_one(&self.reader)
        .await?;
        let window: Result<Vec<StoredPayout>, sqlx::Error> = sqlx::query_as(match filter.order {
            PayoutOrder::ByPosition => {
                "SELECT p.*, b.number FROM payouts p JOIN batches b ON b.id = p.batch
                 WHERE p.payroll = $1 AND ($2 = '' OR p.state = $2) AND ($3 = '' OR p.search LIKE $3 ESCAPE '!')
                 ORDER BY p.position, p.reference LIMIT $4 OFFSET $5"
            }
            PayoutOrder::NewestOutcomeFirst => {
                "SELECT p.*, b.number FROM payouts p JOIN batches b ON b.id = p.batch
                 WHERE p.payroll = $1 AND ($2 = '' OR p.state = $2) AND ($3 = '' OR p.search LIKE $3 ESCAPE '!')
                 ORDER BY p.changed_at DESC NULLS LAST,
                          CASE WHEN p.changed_at IS NULL THEN p.position ELSE -p.position END, p.reference
                 LIMIT $4 OFFSET $5"
            }
        })
        .bind(i64::from(id.0))
        .bind(&state)
        .bind(&pattern)
        .bind(i64::from(limit))
        .bind(i64::from(offset))
        .fetch_all(&self.reader)
        .await;
        let read = |window: Vec<StoredPayout>| window.into_iter().map(StoredPayout::into_record).collect();
        let window = window.map_err(LedgerError::from).and_then(read);
        Ok((count("payouts", total)?, window.map_err(|error| error.of_payroll(id, "payouts"))?))
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
    pub async fn last_paid(&self, bank_code: &str, account_number: &str) -> Result<Option<LastPaid>> {
        let stored = sqlx::query(
            "SELECT p.*, b.number FROM payouts p JOIN batches b ON b.id = p.batch
             WHERE p.bank_code = $1 AND p.account_number = $2 AND p.state = $3
             ORDER BY p.changed_at DESC, p.reference",
        )
        .bind(bank_code)
        .bind(account_number)
        .bind(PayoutState::Paid.to_string())
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

/// Returns a pattern that matches the text anywhere, with the special characters of patterns escaped.
pub(crate) fn like_pattern(text: &str) -> String {
    let mut pattern = String::from("%");
    for c in text.trim().to_lowercase().chars() {
        if matches!(c, '%' | '_' | '!') {
            pattern.push('!');
        }
        pattern.push(c);
    }
    pattern.push('%');
    pattern
}

#[derive(sqlx::FromRow)]
pub(crate) struct StoredPayroll {
    id: i64,
    name: String,
    period: String,
    file_name: String,
    file_sha256: String,
    sheet: String,
    country: String,
    currency: String,
    convention: String,
    skipped_json: String,
    copied_from: Option<i64>,
    layout: Option<String>,
    reading_json: Option<String>,
    source_path: Option<String>,
    source_header_row: Option<i64>,
    row_count: i64,
    sender_name: Option<String>,
    instant_queue: i16,
    excluded_count: i64,
    summary_json: Option<String>,
    approved_by: Option<String>,
    created_at: String,
    frozen_at: Option<String>,
    approved_at: Option<String>,
    closed_at: Option<String>,
    last_outcome_at: Option<String>,
}

impl StoredPayroll {
    pub fn into_record(self, batches: &[BatchRecord]) -> Result<PayrollRecord> {
        let mut states = BTreeSet::new();
        let mut people = 0_u32;
        let mut totals = Vec::new();
        for batch in batches {
            states.insert(batch.state);
            people = people.checked_add(batch.count).ok_or(LedgerError::TooMany)?;
            add_total(&mut totals, batch.sum)?;
        }
        totals.sort_by_key(|sum: &Money| sum.currency().to_string());
        Ok(PayrollRecord {
            id: PayrollId(count("id", self.id)?),
            state: PayrollState::of(&states),
            people,
            totals: totals.into_iter().map(|sum: Money| (sum.currency(), sum)).collect(),
            name: self.name,
            period: self.period,
            file_name: self.file_name,
            file_sha256: self.file_sha256,
            sheet: self.sheet,
            country: named("country", &self.country)?,
            currency: named("currency", &self.currency)?,
            convention: convention(&self.convention)?,
            skipped_json: self.skipped_json,
            copied_from: self.copied_from.map(|id| count("copied_from", id).map(PayrollId)).transpose()?,
            layout: self.layout,
            reading_json: self.reading_json,
            source: source_file(self.source_path, self.source_header_row)?,
            sender_name: self.sender_name,
            instant_queue: truth("instant_queue", self.instant_queue)?,
            approved_by: self.approved_by,
            created_at: moment("created_at", &self.created_at)?,
            frozen_at: moment_or_none("frozen_at", self.frozen_at.as_deref())?,
            approved_at: moment_or_none("approved_at", self.approved_at.as_deref())?,
            closed_at: moment_or_none("closed_at", self.closed_at.as_deref())?,
            last_outcome_at: moment_or_none("last_outcome_at", self.last_outcome_at.as_deref())?,
            rows: count("row_count", self.row_count)?,
            excluded: count("excluded_count", self.excluded_count)?,
            summary_json: self.summary_json,
        })
    }
}

fn source_file(path: Option<String>, header_row: Option<i64>) -> Result<Option<SourceFile>> {
    let header_row = header_row.map(|row| count("source_header_row", row)).transpose()?;
    Ok(path.map(|path| SourceFile { path: path.into(), header_row }))
}

#[derive(sqlx::FromRow)]
pub(crate) struct StoredBatch {
    id: i64,
    payroll: i64,
    number: i64,
    reference: String,
    currency: String,
    state: String,
    service_batch_id: Option<String>,
    attempts: i64,
    in_doubt: i16,
    payout_count: i64,
    sum_minor: i64,
    body_sha256: String,
    frozen_at: String,
    accepted_at: Option<String>,
    sent_at: Option<String>,
    closed_at: Option<String>,
    code: Option<String>,
    message: Option<String>,
    http_status: Option<i64>,
}

impl StoredBatch {
    /// Converts the row to a record. `states` counts payouts by batch and state, sorted by batch.
    pub fn into_record(self, states: &[(i64, String, i64)]) -> Result<(PayrollId, BatchRecord)> {
        moment("frozen_at", &self.frozen_at)?;
        truth("in_doubt", self.in_doubt)?;
        let from = states.partition_point(|&(batch, _, _)| batch < self.id);
        let own = states.iter().skip(from).take_while(|&&(batch, _, _)| batch == self.id);
        let sum = money(self.sum_minor, &self.currency)?;
        let record = BatchRecord {
            key: BatchKey(count("id", self.id)?),
            number: count("number", self.number)?,
            reference: reference(&self.reference)?,
            currency: sum.currency(),
            state: named("state", &self.state)?,
            batch_id: self.service_batch_id,
            attempts: count("attempts", self.attempts)?,
            count: count("payout_count", self.payout_count)?,
            sum,
            body_sha256: digest("body_sha256", self.body_sha256)?,
            payouts: own
                .map(|(_, state, people)| Ok((named("state", state)?, count("people", *people)?)))
                .collect::<Result<_>>()?,
            accepted_at: moment_or_none("accepted_at", self.accepted_at.as_deref())?,
            sent_at: moment_or_none("sent_at", self.sent_at.as_deref())?,
            closed_at: moment_or_none("closed_at", self.closed_at.as_deref())?,
            code: self.code,
            message: self.message,
            http_status: self.http_status.map(|status| count("http_status", status)).transpose()?,
        };
        Ok((PayrollId(count("payroll", self.payroll)?), record))
    }
}

#[derive(sqlx::FromRow)]
pub(crate) struct StoredPayout {
    reference: String,
    payroll: i64,
    /// The number of its batch.
    number: i64,
    position: i64,
    file_row: i64,
    name: String,
    account_number: String,
    bank_code: String,
    bank_name: String,
    currency: String,
    amount_minor: i64,
    narration: String,
    state: String,
    code: Option<String>,
    message: Option<String>,
    changed_at: Option<String>,
}

impl StoredPayout {
    pub fn into_record(self) -> Result<PayoutRecord> {
        Ok(PayoutRecord {
            reference: reference(&self.reference)?,
            batch: count("number", self.number)?,
            position: count("position", self.position)?,
            row: count("file_row", self.file_row)?,
            name: self.name,
            account_number: self.account_number,
            bank_code: self.bank_code,
            bank_name: self.bank_name,
            amount: money(self.amount_minor, &self.currency)?,
            narration: self.narration,
            state: named("state", &self.state)?,
            code: self.code,
            message: self.message,
            changed_at: moment_or_none("changed_at", self.changed_at.as_deref())?,
        })
    }
}
