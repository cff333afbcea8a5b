//! Rows of payrolls, batches and payouts as stored, and the records made of them.

use std::collections::{BTreeMap, BTreeSet};

use paysheet_domain::{Currency, Money, PayoutState};

use crate::model::{
    columns::{convention, count, digest, moment, moment_or_none, money, named, reference, truth},
    error::{LedgerError, Result},
    records::{
        BatchKey, BatchRecord, ClosedUnconfirmed, PayoutRecord, PayrollId, PayrollRecord, PayrollState,
        SourceFile,
    },
};

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
    unconfirmed_reason: Option<String>,
    unconfirmed_by: Option<String>,
    unconfirmed_at: Option<String>,
    last_outcome_at: Option<String>,
}

impl StoredPayroll {
    pub fn into_record(self, batches: &[BatchRecord]) -> Result<PayrollRecord> {
        let mut states = BTreeSet::new();
        let mut totals = BTreeMap::new();
        for batch in batches {
            states.insert(batch.state);
            let (people, sum) = totals.entry(batch.currency).or_insert((0, Money::zero(batch.currency)));
            *people = batch.count.checked_add(*people).ok_or(LedgerError::TooMany)?;
            *sum = sum.checked_add(batch.sum).map_err(|_| LedgerError::TooMany)?;
        }
        let own: Currency = named("currency", &self.currency)?;
        let mut totals = Vec::from_iter(totals.into_values());
        totals.sort_by_key(|(_, sum)| sum.currency() != own);
        let people = totals.iter().try_fold(0_u32, |all, (people, _)| all.checked_add(*people));
        let unconfirmed = unconfirmed(self.unconfirmed_at, self.unconfirmed_reason, self.unconfirmed_by)?;
        let state = PayrollState::of(&states);
        let is_closed = state == PayrollState::BeingPaid && unconfirmed.is_some();
        let state = if is_closed { PayrollState::ClosedUnconfirmed } else { state };
        Ok(PayrollRecord {
            id: PayrollId(count("id", self.id)?),
            state,
            people: people.ok_or(LedgerError::TooMany)?,
            totals,
            name: self.name,
            period: self.period,
            file_name: self.file_name,
            file_sha256: self.file_sha256,
            sheet: self.sheet,
            country: named("country", &self.country)?,
            currency: own,
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
            unconfirmed,
            last_outcome_at: moment_or_none("last_outcome_at", self.last_outcome_at.as_deref())?,
            rows: count("row_count", self.row_count)?,
            excluded: count("excluded_count", self.excluded_count)?,
            summary_json: self.summary_json,
        })
    }
}

fn unconfirmed(
    at: Option<String>,
    reason: Option<String>,
    by: Option<String>,
) -> Result<Option<ClosedUnconfirmed>> {
    let Some(at) = moment_or_none("unconfirmed_at", at.as_deref())? else { return Ok(None) };
    let missing = |column| LedgerError::Unreadable { column };
    Ok(Some(ClosedUnconfirmed {
        reason: reason.ok_or_else(|| missing("unconfirmed_reason"))?,
        by: by.ok_or_else(|| missing("unconfirmed_by"))?,
        at,
    }))
}

fn source_file(path: Option<String>, header_row: Option<i64>) -> Result<Option<SourceFile>> {
    let header_row = header_row.map(|row| count("source_header_row", row)).transpose()?;
    Ok(path.map(|path| SourceFile { path: path.into(), header_row }))
}

#[derive(sqlx::FromRow)]
pub(crate) struct StoredBatch {
    pub id: i64,
    pub payroll: i64,
    number: i64,
    reference: String,
    currency: String,
    state: String,
    service_batch_id: Option<String>,
    attempts: i64,
    in_doubt: i16,
    was_unknown: i16,
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
    /// Converts the row to a record, with the number of its payouts in each state.
    pub fn into_record(self, payouts: Vec<(PayoutState, u32)>) -> Result<(PayrollId, BatchRecord)> {
        moment("frozen_at", &self.frozen_at)?;
        truth("in_doubt", self.in_doubt)?;
        let sum = money(self.sum_minor, &self.currency)?;
        let record = BatchRecord {
            key: BatchKey(count("id", self.id)?),
            number: count("number", self.number)?,
            reference: reference(&self.reference)?,
            currency: sum.currency(),
            state: named("state", &self.state)?,
            was_unknown: truth("was_unknown", self.was_unknown)?,
            batch_id: self.service_batch_id,
            attempts: count("attempts", self.attempts)?,
            count: count("payout_count", self.payout_count)?,
            sum,
            body_sha256: digest("body_sha256", self.body_sha256)?,
            payouts,
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
    pub reference: String,
    pub payroll: i64,
    /// The number of its batch.
    number: i64,
    position: i64,
    file_row: i64,
    name: String,
    account_number: String,
    country: String,
    bank_code: String,
    bank_name: String,
    currency: String,
    amount_minor: i64,
    narration: String,
    file_reference: Option<String>,
    state: String,
    code: Option<String>,
    message: Option<String>,
    changed_at: Option<String>,
    settled_by: Option<String>,
    fee_minor: Option<i64>,
}

impl StoredPayout {
    pub fn into_record(self) -> Result<PayoutRecord> {
        Ok(PayoutRecord {
            reference: reference(&self.reference)?,
            batch: count("number", self.number)?,
            position: count("position", self.position)?,
            origin: count("file_row", self.file_row)?.into(),
            name: self.name,
            account_number: self.account_number,
            country: named("country", &self.country)?,
            bank_code: self.bank_code,
            bank_name: self.bank_name,
            amount: money(self.amount_minor, &self.currency)?,
            narration: self.narration,
            file_reference: self.file_reference,
            state: named("state", &self.state)?,
            code: self.code,
            message: self.message,
            changed_at: moment_or_none("changed_at", self.changed_at.as_deref())?,
            settled_by: self.settled_by.map(|by| named("settled_by", &by)).transpose()?,
            fee: self.fee_minor.map(|minor| money(minor, &self.currency)).transpose()?,
        })
    }
}
