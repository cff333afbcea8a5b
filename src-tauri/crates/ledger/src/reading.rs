//! What the screens ask for. Only reads, on connections that cannot write.

use std::collections::{BTreeMap, BTreeSet};

use paysheet_domain::{BatchState, Currency, Money, PayoutState};

use crate::{
    columns::{convention, count, moment, moment_or_none, money, named, reference},
    error::{LedgerError, Result},
    freeze::add_total,
    open::Ledger,
    records::{
        BatchKey, BatchRecord, LastPaid, PayoutFilter, PayoutOrder, PayoutRecord, PayrollId, PayrollRecord,
        PayrollState,
    },
};

impl Ledger {
    /// # Errors
    /// `NoSuchPayroll`.
    pub async fn payroll(&self, id: PayrollId) -> Result<PayrollRecord> {
        let stored: Option<StoredPayroll> = sqlx::query_as("SELECT * FROM payrolls WHERE id = $1")
            .bind(i64::from(id.0))
            .fetch_optional(&self.reader)
            .await?;
        let batches: Vec<BatchSum> = sqlx::query_as(
            "SELECT payroll, currency, state, CAST(SUM(payout_count) AS BIGINT) AS people,
                    CAST(SUM(sum_minor) AS BIGINT) AS sum_minor
             FROM batches WHERE payroll = $1 GROUP BY payroll, currency, state ORDER BY currency",
        )
        .bind(i64::from(id.0))
        .fetch_all(&self.reader)
        .await?;
        stored.ok_or(LedgerError::NoSuchPayroll(id))?.into_record(&batches)
    }

    /// All payrolls, newest first.
    ///
    /// # Errors
    /// Where the ledger cannot be read.
    pub async fn payrolls(&self) -> Result<Vec<PayrollRecord>> {
        let stored: Vec<StoredPayroll> =
            sqlx::query_as("SELECT * FROM payrolls ORDER BY created_at DESC, id DESC")
                .fetch_all(&self.reader)
                .await?;
        let sums: Vec<BatchSum> = sqlx::query_as(
            "SELECT payroll, currency, state, CAST(SUM(payout_count) AS BIGINT) AS people,
                    CAST(SUM(sum_minor) AS BIGINT) AS sum_minor
             FROM batches GROUP BY payroll, currency, state ORDER BY currency",
        )
        .fetch_all(&self.reader)
        .await?;
        let mut of_payroll = BTreeMap::<i64, Vec<BatchSum>>::new();
        for sum in sums {
            of_payroll.entry(sum.payroll).or_default().push(sum);
        }
        stored
            .into_iter()
            .map(|payroll| {
                let sums = of_payroll.remove(&payroll.id).unwrap_or_default();
                payroll.into_record(&sums)
            })
            .collect()
    }

    /// The batches of a payroll by number.
    ///
    /// # Errors
    /// Where the ledger cannot be read.
    pub async fn batches(&self, id: PayrollId) -> Result<Vec<BatchRecord>> {
        let stored: Vec<StoredBatch> = sqlx::query_as(
            "SELECT id, payroll, number, reference, currency, state, service_batch_id, attempts, payout_count,
                    sum_minor, body_sha256, accepted_at, sent_at, closed_at, code, evidence_json
             FROM batches WHERE payroll = $1 ORDER BY number",
        )
        .bind(i64::from(id.0))
        .fetch_all(&self.reader)
        .await?;
        let states: Vec<(i64, String, i64)> = sqlx::query_as(
            "SELECT batch, state, COUNT(*) FROM payouts WHERE payroll = $1 GROUP BY batch, state ORDER BY batch",
        )
        .bind(i64::from(id.0))
        .fetch_all(&self.reader)
        .await?;
        stored.into_iter().map(|batch| batch.into_record(&states).map(|(_, record)| record)).collect()
    }

    /// Batches whose fate is unknown, of all payrolls, oldest first.
    ///
    /// # Errors
    /// Where the ledger cannot be read.
    pub async fn unresolved(&self) -> Result<Vec<(PayrollId, BatchRecord)>> {
        let unknown = BatchState::Unknown.to_string();
        let stored: Vec<StoredBatch> = sqlx::query_as(
            "SELECT id, payroll, number, reference, currency, state, service_batch_id, attempts, payout_count,
                    sum_minor, body_sha256, accepted_at, sent_at, closed_at, code, evidence_json
             FROM batches WHERE state = $1 ORDER BY sent_at, id",
        )
        .bind(&unknown)
        .fetch_all(&self.reader)
        .await?;
        let states: Vec<(i64, String, i64)> = sqlx::query_as(
            "SELECT p.batch, p.state, COUNT(*) FROM batches b JOIN payouts p ON p.batch = b.id
             WHERE b.state = $1 GROUP BY p.batch, p.state ORDER BY p.batch",
        )
        .bind(&unknown)
        .fetch_all(&self.reader)
        .await?;
        stored.into_iter().map(|batch| batch.into_record(&states)).collect()
    }

    /// How many payouts are in each state and what they come to, by currency. Sums of two currencies never mix.
    ///
    /// # Errors
    /// Where the ledger cannot be read.
    pub async fn payout_totals(&self, id: PayrollId) -> Result<Vec<(PayoutState, Currency, u32, Money)>> {
        let rows: Vec<(String, String, i64, i64)> = sqlx::query_as(
            "SELECT state, currency, COUNT(*), CAST(SUM(amount_minor) AS BIGINT) FROM payouts
             WHERE payroll = $1 GROUP BY state, currency ORDER BY currency, state",
        )
        .bind(i64::from(id.0))
        .fetch_all(&self.reader)
        .await?;
        let total = |(state, currency, people, minor): (String, String, i64, i64)| {
            let sum = money(minor, &currency)?;
            Ok((named("state", &state)?, sum.currency(), count("people", people)?, sum))
        };
        rows.into_iter().map(total).collect()
    }

    /// A window of the payouts that pass the filter, and how many pass it in all.
    ///
    /// # Errors
    /// Where the ledger cannot be read.
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
        let window: Vec<StoredPayout> = sqlx::query_as(match filter.order {
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
        .await?;
        let window = window.into_iter().map(StoredPayout::into_record).collect::<Result<_>>()?;
        Ok((count("payouts", total)?, window))
    }

    /// Every payout of a payroll by position.
    ///
    /// # Errors
    /// Where the ledger cannot be read.
    pub async fn all_payouts(&self, id: PayrollId) -> Result<Vec<PayoutRecord>> {
        Ok(self.payouts(id, &PayoutFilter::default(), 0, u32::MAX).await?.1)
    }

    /// The last payout to this account that the service reported as paid.
    ///
    /// # Errors
    /// Where the ledger cannot be read.
    pub async fn last_paid(&self, bank_code: &str, account_number: &str) -> Result<Option<LastPaid>> {
        let stored: Option<StoredPayout> = sqlx::query_as(
            "SELECT p.*, b.number FROM payouts p JOIN batches b ON b.id = p.batch
             WHERE p.bank_code = $1 AND p.account_number = $2 AND p.state = $3
             ORDER BY p.changed_at DESC, p.reference LIMIT 1",
        )
        .bind(bank_code)
        .bind(account_number)
        .bind(PayoutState::Paid.to_string())
        .fetch_optional(&self.reader)
        .await?;
        let Some(stored) = stored else { return Ok(None) };
        let (payroll_name, period): (String, String) =
            sqlx::query_as("SELECT name, period FROM payrolls WHERE id = $1")
                .bind(stored.payroll)
                .fetch_one(&self.reader)
                .await?;
        let payroll = PayrollId(count("payroll", stored.payroll)?);
        Ok(Some(LastPaid { payroll, payroll_name, period, payout: stored.into_record()? }))
    }
}

/// A pattern that finds the text anywhere, with what has a meaning in patterns taken literally.
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

/// Batches of one payroll, currency and state together.
#[derive(sqlx::FromRow)]
struct BatchSum {
    payroll: i64,
    currency: String,
    state: String,
    people: i64,
    sum_minor: i64,
}

#[derive(sqlx::FromRow)]
struct StoredPayroll {
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
    fn into_record(self, batches: &[BatchSum]) -> Result<PayrollRecord> {
        let mut states = BTreeSet::new();
        let mut people = 0_u32;
        let mut totals = Vec::new();
        for batch in batches {
            states.insert(named::<BatchState>("state", &batch.state)?);
            people = people.checked_add(count("people", batch.people)?).ok_or(LedgerError::TooMany)?;
            add_total(&mut totals, money(batch.sum_minor, &batch.currency)?)?;
        }
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
            sender_name: self.sender_name,
            instant_queue: self.instant_queue != 0,
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

#[derive(sqlx::FromRow)]
struct StoredBatch {
    id: i64,
    payroll: i64,
    number: i64,
    reference: String,
    currency: String,
    state: String,
    service_batch_id: Option<String>,
    attempts: i64,
    payout_count: i64,
    sum_minor: i64,
    body_sha256: String,
    accepted_at: Option<String>,
    sent_at: Option<String>,
    closed_at: Option<String>,
    code: Option<String>,
    evidence_json: Option<String>,
}

impl StoredBatch {
    /// `states` counts payouts by batch and state, sorted by batch.
    fn into_record(self, states: &[(i64, String, i64)]) -> Result<(PayrollId, BatchRecord)> {
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
            body_sha256: self.body_sha256,
            payouts: own
                .map(|(_, state, people)| Ok((named("state", state)?, count("people", *people)?)))
                .collect::<Result<_>>()?,
            accepted_at: moment_or_none("accepted_at", self.accepted_at.as_deref())?,
            sent_at: moment_or_none("sent_at", self.sent_at.as_deref())?,
            closed_at: moment_or_none("closed_at", self.closed_at.as_deref())?,
            code: self.code,
            evidence_json: self.evidence_json,
        };
        Ok((PayrollId(count("payroll", self.payroll)?), record))
    }
}

#[derive(sqlx::FromRow)]
struct StoredPayout {
    reference: String,
    payroll: i64,
    /// Of its batch.
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
    fn into_record(self) -> Result<PayoutRecord> {
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
