//! Stores a former batch among the batches again, as it was sent.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use paysheet_domain::PayoutState;
use serde_json::json;
use sqlx::FromRow;

use crate::{
    columns::{count, counted},
    draft_rows,
    error::{LedgerError, Result},
    events::EventKind,
    former_payouts::forget_reinstated,
    former_references::recipients,
    records::{BatchKey, PayrollId},
    unconfirmed::reopen,
    write_tx::{EventSubject, WriteTx},
};

#[derive(FromRow)]
struct Attempted {
    origin: i64,
    number: i64,
    reference: String,
    body: String,
    body_sha256: String,
}

/// A payout that is stored again.
#[derive(FromRow)]
struct Missing {
    reference: String,
    holder: i64,
    holder_position: i64,
    position: i64,
    amount_minor: i64,
}

/// Stores a batch again, with those of its payouts whose references are nowhere else. Returns whether there were any.
pub(super) async fn reinstate(tx: &mut WriteTx, key: BatchKey) -> Result<bool> {
    let Some(batch) = attempted(tx, key).await? else { return Ok(false) };
    let missing: Vec<Missing> = sqlx::query_as(
        "SELECT f.reference, f.holder, f.holder_position, f.position, f.amount_minor FROM former_payouts f
         WHERE f.batch = $1 AND NOT EXISTS (SELECT 1 FROM payouts p WHERE p.reference = f.reference)
         ORDER BY f.position, f.reference",
    )
    .bind(i64::from(key.0))
    .fetch_all(tx.conn())
    .await?;
    if missing.is_empty() || is_reference_taken(tx, key, &batch).await? {
        return Ok(false);
    }
    let payroll = payroll_for(tx, key, &batch, &missing).await?;
    let was_stored = is_stored(tx, key).await?;
    write_batch(tx, (payroll, key), was_stored, &missing).await?;
    // What is stored already was proved by an earlier report. Otherwise whatever proves it now sends it.
    let state = if was_stored { PayoutState::Sent } else { PayoutState::Planned };
    write_payouts(tx, (payroll, key), state).await?;
    follow_retries(tx, payroll, &missing).await?;
    for row in &missing {
        sqlx::query("INSERT INTO reinstated_rows (payroll, position, reference) VALUES ($1, $2, $3)")
            .bind(row.holder)
            .bind(row.holder_position)
            .bind(&row.reference)
            .execute(tx.conn())
            .await?;
    }
    exclude_rows(tx, &missing).await?;
    forget_reinstated(tx, key).await?;
    reopen_all(tx, payroll).await?;
    let holders: BTreeSet<i64> = missing.iter().map(|row| row.holder).collect();
    let data = json!({
        "reference": batch.reference, "body_sha256": batch.body_sha256, "payouts": missing.len(), "from": holders,
    });
    tx.append_event(EventKind::Reinstated, EventSubject::batch(payroll, key), &data);
    Ok(true)
}

/// Outcomes are awaited again, also if the user had closed the payroll without them.
async fn reopen_all(tx: &mut WriteTx, payroll: PayrollId) -> Result<()> {
    sqlx::query("UPDATE payrolls SET closed_at = NULL WHERE id = $1")
        .bind(i64::from(payroll.0))
        .execute(tx.conn())
        .await?;
    reopen(tx, payroll).await
}

async fn attempted(tx: &mut WriteTx, key: BatchKey) -> Result<Option<Attempted>> {
    let batch = sqlx::query_as(
        "SELECT origin, number, reference, body, body_sha256 FROM attempted_batches WHERE batch = $1",
    )
    .bind(i64::from(key.0))
    .fetch_optional(tx.conn())
    .await?;
    Ok(batch)
}

/// Whether another batch has the reference: then the reports are about that one.
async fn is_reference_taken(tx: &mut WriteTx, key: BatchKey, batch: &Attempted) -> Result<bool> {
    let others: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM batches WHERE reference = $1 AND id <> $2")
        .bind(&batch.reference)
        .bind(i64::from(key.0))
        .fetch_one(tx.conn())
        .await?;
    Ok(others > 0)
}

/// Returns the payroll that the batch is stored in: the one that has a part of it already, the one that sent it, or a new
/// one.
async fn payroll_for(
    tx: &mut WriteTx,
    key: BatchKey,
    batch: &Attempted,
    missing: &[Missing],
) -> Result<PayrollId> {
    let present: Option<i64> = sqlx::query_scalar("SELECT payroll FROM batches WHERE id = $1")
        .bind(i64::from(key.0))
        .fetch_optional(tx.conn())
        .await?;
    if let Some(present) = present {
        return Ok(PayrollId(count("payroll", present)?));
    }
    let is_whole = recipients(&batch.body).is_some_and(|sent| sent.len() == missing.len());
    if is_whole && has_place(tx, batch).await? {
        return Ok(PayrollId(count("payroll", batch.origin)?));
    }
    new_payroll(tx, key, batch, missing).await
}

/// Returns whether the payroll that sent the batch has its number free, because it was taken back from there. The number
/// is taken.
async fn has_place(tx: &mut WriteTx, batch: &Attempted) -> Result<bool> {
    let freed =
        sqlx::query("DELETE FROM taken_back_batches WHERE payroll = $1 AND number = $2 AND reference = $3")
            .bind(batch.origin)
            .bind(batch.number)
            .bind(&batch.reference)
            .execute(tx.conn())
            .await?;
    Ok(freed.rows_affected() == 1)
}

/// Creates a payroll for a batch of one that is a draft again, as that one was approved.
async fn new_payroll(
    tx: &mut WriteTx,
    key: BatchKey,
    batch: &Attempted,
    missing: &[Missing],
) -> Result<PayrollId> {
    let id = tx.next_payroll().await?;
    sqlx::query(
        "INSERT INTO payrolls (id, name, period, file_name, file_sha256, sheet, country, currency, convention,
             skipped_json, row_count, created_at, layout, reading_json, run_key, sender_name, instant_queue,
             excluded_count, summary_json, callback_code, frozen_at, approved_at, approved_by)
         SELECT $1, y.name, y.period, y.file_name, y.file_sha256, y.sheet, y.country, y.currency, y.convention,
             y.skipped_json, y.row_count, $3, y.layout, y.reading_json, y.run_key, a.sender_name, a.instant_queue,
             a.excluded_count, a.summary_json, a.callback_code, a.frozen_at, a.approved_at, a.approved_by
         FROM attempted_batches a JOIN payrolls y ON y.id = a.origin WHERE a.batch = $2",
    )
    .bind(i64::from(id.0))
    .bind(i64::from(key.0))
    .bind(tx.at())
    .execute(tx.conn())
    .await?;
    let origin = PayrollId(count("payroll", batch.origin)?);
    let paid: HashSet<u32> =
        missing.iter().map(|row| count("position", row.position)).collect::<Result<_>>()?;
    let mut rows = draft_rows::read_rows(tx.conn(), origin).await?;
    for row in &mut rows {
        row.excluded = !paid.contains(&row.position);
    }
    draft_rows::fill(tx, id, &rows).await?;
    let data = json!({ "rows": rows.len(), "from": origin });
    tx.append_event(EventKind::PayrollCreated, EventSubject::payroll(id), &data);
    Ok(id)
}

async fn write_batch(
    tx: &mut WriteTx,
    (payroll, key): (PayrollId, BatchKey),
    was_stored: bool,
    missing: &[Missing],
) -> Result<()> {
    let sum = missing
        .iter()
        .try_fold(0_i64, |sum, row| sum.checked_add(row.amount_minor))
        .ok_or(LedgerError::TooMany)?;
    let people = i64::from(counted(missing.len())?);
    if was_stored {
        sqlx::query(
            "UPDATE batches SET payout_count = payout_count + $2, sum_minor = sum_minor + $3 WHERE id = $1",
        )
        .bind(i64::from(key.0))
        .bind(people)
        .bind(sum)
        .execute(tx.conn())
        .await?;
    } else {
        sqlx::query(
            "INSERT INTO batches (id, payroll, number, reference, currency, state, attempts, payout_count, sum_minor,
                 code, message, http_status, frozen_at, sent_at, body_sha256, body, fingerprint, destination_json)
             SELECT a.batch, $2,
                 CASE WHEN a.origin = $2 THEN a.number
                      ELSE (SELECT COALESCE(MAX(b.number), 0) + 1 FROM batches b WHERE b.payroll = $2) END,
                 a.reference, a.currency, a.state, a.attempts, $3, $4, a.code, a.message, a.http_status, a.frozen_at,
                 a.sent_at, a.body_sha256, a.body, a.fingerprint, a.destination_json
             FROM attempted_batches a WHERE a.batch = $1",
        )
        .bind(i64::from(key.0))
        .bind(i64::from(payroll.0))
        .bind(people)
        .bind(sum)
        .execute(tx.conn())
        .await?;
    }
    Ok(())
}

async fn write_payouts(
    tx: &mut WriteTx,
    (payroll, key): (PayrollId, BatchKey),
    state: PayoutState,
) -> Result<()> {
    sqlx::query(
        "INSERT INTO payouts (reference, payroll, batch, position, file_row, name, account_number, bank_code,
             bank_name, currency, amount_minor, narration, state, search, account_key, file_reference, country)
         SELECT f.reference, $2, f.batch, f.position, f.file_row, f.name, f.account_number, f.bank_code,
             f.bank_name, f.currency, f.amount_minor, f.narration, $3, f.search, f.account_key, f.file_reference,
             f.country
         FROM former_payouts f
         WHERE f.batch = $1 AND NOT EXISTS (SELECT 1 FROM payouts p WHERE p.reference = f.reference)",
    )
    .bind(i64::from(key.0))
    .bind(i64::from(payroll.0))
    .bind(state.to_string())
    .execute(tx.conn())
    .await?;
    Ok(())
}

async fn is_stored(tx: &mut WriteTx, key: BatchKey) -> Result<bool> {
    let batches: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM batches WHERE id = $1")
        .bind(i64::from(key.0))
        .fetch_one(tx.conn())
        .await?;
    Ok(batches > 0)
}

/// Moves the links of rows that pay failed payouts again to the payouts that the service has.
async fn follow_retries(tx: &mut WriteTx, payroll: PayrollId, missing: &[Missing]) -> Result<()> {
    for row in missing {
        // What was corrected and sent pays it again as well, and is followed where it is. What was withdrawn pays nobody.
        sqlx::query(
            "UPDATE retries SET payroll = $3, position = $4 WHERE payroll = $1 AND position = $2
             AND NOT EXISTS (SELECT 1 FROM payouts p WHERE p.payroll = $1 AND p.position = $2 AND p.state <> $5)",
        )
        .bind(row.holder)
        .bind(row.holder_position)
        .bind(i64::from(payroll.0))
        .bind(row.position)
        .bind(PayoutState::Withdrawn.to_string())
        .execute(tx.conn())
        .await?;
    }
    Ok(())
}

/// Excludes the rows from the drafts that have them now. A row that is in a batch again stays as it is: the payroll is
/// stopped instead.
async fn exclude_rows(tx: &mut WriteTx, missing: &[Missing]) -> Result<()> {
    let mut by_holder = BTreeMap::<i64, HashSet<i64>>::new();
    for row in missing {
        by_holder.entry(row.holder).or_default().insert(row.holder_position);
    }
    for (holder, positions) in by_holder {
        let batches: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM batches WHERE payroll = $1")
            .bind(holder)
            .fetch_one(tx.conn())
            .await?;
        if batches > 0 {
            continue;
        }
        exclude(tx, PayrollId(count("payroll", holder)?), &positions).await?;
    }
    Ok(())
}

/// Excludes rows of a draft.
pub(super) async fn exclude(tx: &mut WriteTx, draft: PayrollId, positions: &HashSet<i64>) -> Result<()> {
    if positions.is_empty() {
        return Ok(());
    }
    let mut rows = draft_rows::read_rows(tx.conn(), draft).await?;
    rows.retain(|row| positions.contains(&i64::from(row.position)) && !row.excluded);
    for row in &mut rows {
        row.excluded = true;
    }
    draft_rows::write_rows(tx, draft, &rows).await
}
